/// The validations of stale responses that are already in use (RFC 5861, section 3): one at a time for each stored response, with a pause
/// after a failure.
struct BackgroundValidations {
    /// HEAD is separate from GET, because it can't replace a stored response.
    private struct Key: Hashable {
        let method: HTTPMethod
        let resource, variant: KeyDigest

        init(_ method: HTTPMethod, _ stored: StoredResponse) {
            self.method = method
            resource = stored.resource
            variant = stored.variant
        }
    }

    /// The maximum number of concurrent validations. They aren't counted as calls, so they need a limit of their own.
    static let limit = 4
    private var running: Set<Key> = []
    /// When the last validation failed, in seconds since 1970.
    private var failures: [Key: Double] = [:]
    /// In seconds.
    static let pause = 5.0
    private static let failureLimit = 1000

    /// Whether a validation may begin; if so, ``end(_:_:failedAt:)`` must follow.
    mutating func begin(_ method: HTTPMethod, _ stored: StoredResponse, at now: Double) -> Bool {
        let key = Key(method, stored)
        // The pause doesn't become longer if the clock was set back.
        if let failure = failures[key], abs(now - failure) < Self.pause { return false }
        return running.count < Self.limit && running.insert(key).inserted
    }

    /// - Parameter failure: the time of the failure; nil after a success.
    mutating func end(_ method: HTTPMethod, _ stored: StoredResponse, failedAt failure: Double?) {
        let key = Key(method, stored)
        running.remove(key)
        if let failure, failures.count >= Self.failureLimit { failures = failures.filter { abs(failure - $0.value) < Self.pause } }
        if failure != nil, failures.count >= Self.failureLimit { failures = [:] }
        failures[key] = failure
    }
}
