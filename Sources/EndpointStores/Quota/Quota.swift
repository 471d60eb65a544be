/// Limits how many requests a client sends to its service in any period, such as 3,000 in any 24 hours.
///
///     configuration.policies.quota = Quota(calls: 3000, per: .seconds(86_400))
///
/// The window slides: the client sends no more than ``calls`` requests within any period, regardless of changes to the system time. A request
/// counts as soon as it is passed to the transport, whatever its outcome, because the time until it reaches the server isn't known. Each
/// attempt and each followed redirect to the service counts. Requests to other origins don't.
///
/// Requests over the quota wait. Within a client, higher priorities go first, and requests of equal priority keep their order. Between
/// clients that share a store, there is no order. With ``WhenSpent/fail``, requests fail instead, with ``APIError/Code/quota`` and a
/// ``QuotaSpent`` as the ``APIError/underlying`` error.
///
/// If the server reports a stricter limit, that limit applies. Reports are `RateLimit` and `RateLimit-Policy`, `RateLimit-Remaining`,
/// `X-RateLimit-Remaining`, and `Retry-After` with the status 403, 420, 429, 503 or 529. A report stops the client for an hour at most. A
/// server can't raise the quota. A client keeps the reports that it received for as long as it exists.
public struct Quota: Sendable {
    /// What a request does when the quota is used up.
    public enum WhenSpent: String, Sendable {
        /// The request waits for its turn. It fails at once if its turn can't come before the deadline of its call.
        case wait
        /// The request fails at once.
        case fail
    }

    /// The maximum number of requests in any ``period``: from 1 to a billion.
    public var calls: Int
    /// The length of the window, from a millisecond to ten years.
    public var period: Duration
    /// What a request does when the quota is used up. It waits by default.
    public var whenSpent: WhenSpent
    /// Counts the requests. Clients with the same store share the limit.
    public var store: any QuotaStore

    /// Creates a quota. If a value is out of range, every request fails with ``APIError/Code/configuration``.
    ///
    /// - Parameters:
    ///   - calls: the maximum number of requests in any window.
    ///   - period: the length of the window.
    ///   - whenSpent: what a request does when the quota is used up.
    ///   - store: counts the requests; nil for a new store in memory, which copies of this value share.
    public init(
        calls: Int, per period: Duration, whenSpent: WhenSpent = .wait, store: (any QuotaStore)? = nil
    ) {
        self.calls = calls
        self.period = period
        self.whenSpent = whenSpent
        self.store = store ?? MemoryQuotaStore()
    }

    /// The limit in the form that the store receives.
    public var window: QuotaWindow { QuotaWindow(calls: calls, period: period) }

    /// The current usage of the quota. Throws the store's errors.
    public func usage() async throws -> QuotaUsage {
        try check()
        let grant = try await store.reserve(0, returning: [], for: .zero, of: window).within(0)
        return QuotaUsage(calls: calls, used: grant.used, nextReturn: grant.used > 0 ? grant.nextReturn : nil)
    }

    /// The longest time for which a server's reports can stop the client. Then requests are tried again.
    static let maxServerWait: Duration = .seconds(3600)
    package static let callRange = 1...1_000_000_000
    package static let periodRange: ClosedRange<Duration> = .milliseconds(1) ... .seconds(10 * 366 * 86_400)

    /// Throws an ``APIError`` of code `configuration` if a value is out of range.
    func check() throws(APIError) {
        if !Self.callRange.contains(calls) {
            throw APIError(
                .configuration, "The client can't make this call: its quota allows \(calls) calls, and must allow 1 to a billion.")
        }
        if !Self.periodRange.contains(period) {
            throw APIError(
                .configuration, "The client can't make this call: its quota's period is \(period), and must be from 1 ms to ten years.")
        }
    }
}

/// How much of a quota is used.
public struct QuotaUsage: Hashable, Sendable {
    /// The maximum number of requests in any window.
    public var calls: Int
    /// The number of requests that count now.
    public var used: Int
    /// The time until the oldest of them stops counting; nil if none counts.
    public var nextReturn: Duration?
    /// The number of requests that may be sent at once.
    public var left: Int { used >= calls ? 0 : calls - max(0, used) }

    /// Creates a usage with these numbers.
    public init(calls: Int, used: Int, nextReturn: Duration?) {
        self.calls = calls
        self.used = used
        self.nextReturn = nextReturn
    }
}
