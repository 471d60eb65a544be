/// Stored responses in memory. The least recently used ones are removed first. Not thread-safe.
struct MemoryCache {
    struct Entry {
        var stored: StoredResponse
        /// The file with the same response; nil if there is none.
        var file: CacheFile?
        var lastUse: UInt64
    }
    /// The maximum number of responses for one resource and user, because the server determines how many variants there are.
    static let variantLimit = 8
    /// The maximum number of responses for one resource, because a cookie that changes with each response creates a new user each time.
    static let resourceLimit = 64

    private let limit: Int
    private var entries: [KeyDigest: [Entry]] = [:]
    private(set) var byteCount = 0
    private(set) var count = 0
    private var uses: UInt64 = 0

    /// - Parameter limit: the maximum number of bytes.
    init(limit: Int) { self.limit = limit }

    /// Returns the most recent response that matches (RFC 9111, section 4.1), and marks it as used.
    mutating func find(_ resource: KeyDigest, where matches: (StoredResponse) -> Bool) -> Entry? {
        guard let place = entries.index(forKey: resource) else { return nil }
        var found: Int?
        for index in entries.values[place].indices where matches(entries.values[place][index].stored) {
            let isOlder = found.map { entries.values[place][$0].stored.isMoreRecent(than: entries.values[place][index].stored) } ?? false
            if !isOlder { found = index }
        }
        guard let found else { return nil }
        uses += 1
        entries.values[place][found].lastUse = uses
        return entries.values[place][found]
    }

    /// The response that this one would replace.
    func entry(replacedBy stored: StoredResponse) -> Entry? { entries[stored.resource]?.first { $0.stored.hasSameKey(as: stored) } }

    /// Stores a response, which replaces a response to the same requests.
    mutating func insert(_ stored: StoredResponse, file: CacheFile?) {
        remove(stored)
        let byteCount = stored.byteCount
        guard byteCount <= limit else { return }
        uses += 1
        entries[stored.resource, default: []].append(Entry(stored: stored, file: file, lastUse: uses))
        self.byteCount += byteCount
        count += 1
        let all = entries[stored.resource] ?? []
        let own = all.filter { $0.stored.owner == stored.owner }
        if own.count > Self.variantLimit { remove(own[0].stored) } else if all.count > Self.resourceLimit { remove(all[0].stored) }
        if self.byteCount > limit { evict() }
    }

    mutating func remove(_ stored: StoredResponse) { remove(from: stored.resource) { $0.hasSameKey(as: stored) } }

    mutating func removeAll(of resource: KeyDigest) { remove(from: resource) { _ in true } }

    mutating func removeAll() { self = MemoryCache(limit: limit) }

    private mutating func remove(from resource: KeyDigest, where isRemoved: (StoredResponse) -> Bool) {
        guard let old = entries[resource] else { return }
        let kept = old.filter { entry in
            guard isRemoved(entry.stored) else { return true }
            byteCount -= entry.stored.byteCount
            count -= 1
            return false
        }
        entries[resource] = kept.isEmpty ? nil : kept
    }

    /// Removes an eighth more than necessary, so that most insertions don't have to check all responses.
    private mutating func evict() {
        let oldest = entries.values.joined().sorted { $0.lastUse < $1.lastUse }
        for entry in oldest {
            if byteCount <= limit - limit / 8 { return }
            remove(entry.stored)
        }
    }
}
