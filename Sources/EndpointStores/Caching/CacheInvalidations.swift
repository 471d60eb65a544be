/// Records whether a resource was invalidated after a request began, so that an outdated response isn't stored (RFC 9111, section 4.4).
struct CacheInvalidations {
    /// The number of invalidations so far. An exchange notes it before its request is sent.
    private(set) var count: UInt64 = 0
    /// The number of the last invalidation of everything, and the numbers of later invalidations of single resources.
    private var lastOfAll: UInt64 = 0
    private var last: [KeyDigest: UInt64] = [:]
    private static let limit = 1000

    mutating func note(_ resource: KeyDigest) {
        // Rather than forget an invalidation, this treats all resources as invalidated. As a result, some responses aren't stored.
        if last.count >= Self.limit, last[resource] == nil { return noteAll() }
        count += 1
        last[resource] = count
    }

    mutating func noteAll() {
        count += 1
        lastOfAll = count
        last = [:]
    }

    /// Whether the resource hasn't been invalidated since ``count`` had this value.
    func allowsStoring(_ resource: KeyDigest, since start: UInt64) -> Bool { start >= max(lastOfAll, last[resource] ?? 0) }
}
