/// Counts the requests of a quota. ``MemoryQuotaStore`` counts the requests of a process, and ``FileQuotaStore`` those of all processes of
/// a machine. Your own store can count the requests of several machines.
///
/// For each request, a store keeps the latest time at which it may have arrived at the server. The request counts until that time is one
/// period ago. If quotas with different periods share a store, it must
/// keep each request for the longest of their periods. <doc:LimitingCalls> has a store on Redis.
public protocol QuotaStore: Sendable {
    /// Does all of this atomically, at one moment of the store's own clock:
    ///
    /// 1. Forget the requests that no longer count.
    /// 2. Give the requests of `change.arrived` the current time, and forget those of `change.withdrawn`. Ignore unknown tickets.
    /// 3. Reserve as many of the `change.wanted` requests as the window has room for. Their time is ``QuotaWindow/longestArrival``
    ///    from now, because they have no response yet.
    ///
    /// Each client makes one call at a time. An error fails the waiting requests.
    func update(_ change: QuotaChange, of window: QuotaWindow) async throws -> QuotaGrant
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

    /// The longest time that a request needs to arrive at the server: one minute. A request of a killed process, or one without a response
    /// after that time, counts as if it had arrived that late.
    public static let longestArrival: Duration = .seconds(60)
}

/// A client's message to its store: which requests have ended, and how many more it wants to send.
public struct QuotaChange: Hashable, Sendable {
    /// The tickets of requests that got a response, or may have reached the server.
    public var arrived: [String]
    /// The tickets of requests that were not sent.
    public var withdrawn: [String]
    /// The number of waiting requests.
    public var wanted: Int

    /// Creates a change, by default an empty one.
    public init(arrived: [String] = [], withdrawn: [String] = [], wanted: Int = 0) {
        self.arrived = arrived
        self.withdrawn = withdrawn
        self.wanted = wanted
    }

    var isEmpty: Bool { arrived.isEmpty && withdrawn.isEmpty && wanted == 0 }
}

/// A store's answer to a client.
public struct QuotaGrant: Hashable, Sendable {
    /// One ticket for each request that may be sent now. Two requests may have the same ticket.
    public var tickets: [String]
    /// The number of requests that count now, including those of `tickets`.
    public var used: Int
    /// The shortest waits of the wanted requests that got no ticket, in their order; the waits never decrease. The array may have fewer
    /// elements: the last one also applies to the requests behind it. A request in flight counts for one period from now.
    public var waits: [Duration]
    /// The time until the oldest request no longer counts, calculated like `waits`. Zero if none counts.
    public var nextReturn: Duration

    /// Creates an answer, by default one without waits.
    public init(tickets: [String], used: Int, waits: [Duration] = [], nextReturn: Duration = .zero) {
        self.tickets = tickets
        self.used = used
        self.waits = waits
        self.nextReturn = nextReturn
    }

    /// The same with counts and times that can be used, whatever a store returns.
    var withinRange: QuotaGrant {
        func time(_ wait: Duration) -> Duration { min(max(.zero, wait), .longestSleep) }
        return QuotaGrant(tickets: tickets, used: max(0, used), waits: waits.map(time), nextReturn: time(nextReturn))
    }
}
