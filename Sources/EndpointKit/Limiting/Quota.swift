/// Limits how many requests a client sends to its service in any window of a length, such as 3,000 in any 24 hours.
///
///     configuration.policies.quota = Quota(calls: 3000, per: .seconds(86_400))
///
/// The window slides, and the limit holds where it counts: at the server. No window of that length ever sees more than ``calls`` requests
/// arrive, however long each is on its way, because a request counts from when it was sent until one period after its response came. So it
/// counts a little longer than a server may count it, never shorter. Each attempt and each followed redirect to the service counts, and
/// nothing that goes to another origin. A request that can't have reached a server, because no connection was made, doesn't count.
///
/// Requests over the quota wait, those of a higher priority first, then in the order in which they came; or they fail with
/// ``APIError/Code/quota``, whose ``APIError/underlying`` error is a ``QuotaSpent``.
///
/// What the server itself reports also holds, where it is stricter: `RateLimit` and `RateLimit-Policy`, `RateLimit-Remaining`,
/// `X-RateLimit-Remaining`, and `Retry-After` with the status 429 or 503. A server can't allow more than the quota. Each client knows what
/// was reported to it, until it ends.
public struct Quota: Sendable {
    /// What a request does while the quota is spent.
    public enum WhenSpent: String, Sendable {
        /// It waits for its turn. If its turn can't come before the deadline of its call, it fails at once.
        case wait
        /// It fails at once.
        case fail
    }

    /// The most requests in any window of the length ``period``: from 1 to a billion.
    public var calls: Int
    /// The length of the window: from a millisecond to ten years.
    public var period: Duration
    /// What a request does while the quota is spent. It waits by default.
    public var whenSpent: WhenSpent
    /// The longest time for which a server can stop the client by what it reports: one hour by default. After it, requests are tried again.
    public var maxServerWait: Duration
    /// What counts the requests. Clients whose quotas have the same store share them.
    public var store: any QuotaStore

    /// A value outside of its range makes every request fail with ``APIError/Code/configuration``.
    ///
    /// - Parameters:
    ///   - calls: the most requests in any window.
    ///   - period: the length of the window.
    ///   - whenSpent: what a request does while the quota is spent.
    ///   - maxServerWait: the longest time for which a server can stop the client.
    ///   - store: counts the requests; nil for a store of its own in memory, which copies of this value share.
    public init(
        calls: Int, per period: Duration, whenSpent: WhenSpent = .wait, maxServerWait: Duration = .seconds(3600),
        store: (any QuotaStore)? = nil
    ) {
        self.calls = calls
        self.period = period
        self.whenSpent = whenSpent
        self.maxServerWait = maxServerWait
        self.store = store ?? MemoryQuotaStore()
    }

    /// The limit as the store gets it.
    public var window: QuotaWindow { QuotaWindow(calls: calls, period: period) }

    /// What the store has counted by now. Throws the store's errors.
    public func usage() async throws -> QuotaUsage {
        try check()
        let grant = try await store.update(QuotaChange(), of: window).withinRange
        return QuotaUsage(calls: calls, used: grant.used, nextReturn: grant.used > 0 ? grant.nextReturn : nil)
    }

    static let standardServerWait: Duration = .seconds(3600)
    static let callRange = 1...1_000_000_000
    static let periodRange: ClosedRange<Duration> = .milliseconds(1) ... .seconds(10 * 366 * 86_400)

    /// Throws an ``APIError`` of code `configuration` for values that make no sense.
    func check() throws(APIError) {
        if !Self.callRange.contains(calls) {
            throw APIError(.configuration, "The client can't make this call: its quota has \(calls) calls, and needs 1 to a billion.")
        }
        if !Self.periodRange.contains(period) {
            throw APIError(
                .configuration, "The client can't make this call: its quota's period is \(period), and has to be from 1 ms to ten years.")
        }
    }
}

/// How much of a quota is used.
public struct QuotaUsage: Hashable, Sendable {
    /// The most requests in any window.
    public var calls: Int
    /// The requests that count now.
    public var used: Int
    /// The time until the oldest of them counts no more, if it isn't in flight; nil if none counts.
    public var nextReturn: Duration?
    /// The requests that can go at once.
    public var left: Int { used >= calls ? 0 : calls - max(0, used) }

    /// A usage with these numbers.
    public init(calls: Int, used: Int, nextReturn: Duration?) {
        self.calls = calls
        self.used = used
        self.nextReturn = nextReturn
    }
}
