/// Counts the requests of a quota. ``MemoryQuotaStore`` counts the requests of a process, and ``FileQuotaStore`` counts those of all
/// processes of a machine. Your own store can count the requests of several machines: <doc:LimitingCalls> has an example with Redis.
///
/// A store's time never goes back. If its clock can go back, the store continues from its last time.
public protocol QuotaStore: Sendable {
    /// Performs these steps atomically, at one moment of the store's own time:
    ///
    /// 1. Forget the requests whose time is more than a period ago. If quotas with different periods share the store, the longest of their
    ///    periods applies.
    /// 2. For each moment in `unsent`, forget the latest request up to that moment, because it was granted but not sent.
    /// 3. Count the requests whose time is at most `window.period` ago.
    /// 4. Reserve as many of the `calls` requests as the window has room for. Their time is `validity` from now, the latest moment at which
    ///    they may be sent.
    ///
    /// Each client makes one call at a time, and waits until it returns. If it throws, the waiting requests fail.
    ///
    /// - Parameters:
    ///   - calls: the number of waiting requests; zero only requests the usage.
    ///   - unsent: the ``QuotaGrant/end`` of each granted request that wasn't sent.
    ///   - validity: how long after this moment a reserved request may be sent, from zero to a second.
    ///   - window: the limit.
    func reserve(_ calls: Int, returning unsent: [Duration], for validity: Duration, of window: QuotaWindow) async throws -> QuotaGrant
}

/// The limit of a quota: the maximum number of requests in any window of a length.
public struct QuotaWindow: Hashable, Sendable {
    /// The maximum number of requests, at least 1.
    public var calls: Int
    /// The length of the window, at least a millisecond.
    public var period: Duration

    /// At most `calls` requests in any window of `period`.
    public init(calls: Int, period: Duration) {
        self.calls = calls
        self.period = period
    }
}

/// A store's response to a client.
public struct QuotaGrant: Hashable, Sendable {
    /// The number of requests that may be sent now.
    public var granted: Int
    /// The latest moment at which the granted requests may be sent, by the store's own time. Only the store reads it.
    public var end: Duration
    /// The number of requests that count now, including the granted ones.
    public var used: Int
    /// The waits of the requests that weren't granted, in order. They never decrease. The array may have fewer elements than there are
    /// requests: the last element also applies to the remaining ones.
    public var waits: [Duration]
    /// The time until the oldest request stops counting. Zero if none counts.
    public var nextReturn: Duration

    /// Creates a response, by default one without waits.
    public init(granted: Int, end: Duration = .zero, used: Int, waits: [Duration] = [], nextReturn: Duration = .zero) {
        self.granted = granted
        self.end = end
        self.used = used
        self.waits = waits
        self.nextReturn = nextReturn
    }

    /// The same grant, with counts and times limited to valid ranges, whatever a store returns.
    func within(_ calls: Int) -> QuotaGrant {
        func time(_ wait: Duration) -> Duration { min(max(.zero, wait), .longestSleep) }
        return QuotaGrant(
            granted: min(max(0, granted), calls), end: end, used: max(0, used), waits: waits.map(time), nextReturn: time(nextReturn))
    }
}
