/// Counts the requests of a quota. ``MemoryQuotaStore`` counts those of a process, ``FileQuotaStore`` those of all processes of a machine;
/// a store of your own can count those of several machines.
///
/// A store keeps one number for each request that counts: the time at which it may have arrived at the server at the latest. It counts a
/// request whose time is less than one period ago. If quotas with different periods have the same store, it must not forget a request before
/// the longest of their periods is over. <doc:LimitingCalls> has a store on Redis.
public protocol QuotaStore: Sendable {
    /// Does all of this in one step, at one moment of the store's own clock:
    ///
    /// 1. Forget the requests that count no more.
    /// 2. Give the requests of `change.arrived` the current time, and forget those of `change.withdrawn`. Ignore tickets that aren't there.
    /// 3. Reserve as many of the `change.wanted` requests as the window has room for. As their responses haven't come, their time is
    ///    ``QuotaWindow/longestArrival`` from now.
    ///
    /// It is called once at a time for each client. An error fails the requests that wait.
    func update(_ change: QuotaChange, of window: QuotaWindow) async throws -> QuotaGrant
}

/// The limit of a quota: the most requests in any window of a length.
public struct QuotaWindow: Hashable, Sendable {
    /// The most requests, at least 1.
    public var calls: Int
    /// The length of the window, at least a millisecond.
    public var period: Duration

    /// At most `calls` requests in any window of `period`.
    public init(calls: Int, period: Duration) {
        self.calls = calls
        self.period = period
    }

    /// The longest time that a request needs to arrive at the server: one minute. A request of a process that was killed counts as if it
    /// had arrived that late, and so does one that has no response after it.
    public static let longestArrival: Duration = .seconds(60)
}

/// What a client tells its store: which requests have ended, and how many more it wants to send.
public struct QuotaChange: Hashable, Sendable {
    /// The tickets of requests that have had their response, or may have reached the server.
    public var arrived: [String]
    /// The tickets of requests that were not sent.
    public var withdrawn: [String]
    /// How many requests wait.
    public var wanted: Int

    /// A change without requests by default.
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
    /// The requests that count now, with those of `tickets`.
    public var used: Int
    /// How long the wanted requests that got no ticket wait at least, the first one first; none of them is shorter than the one before.
    /// It may have fewer elements: the last one also counts for those behind. A request in flight counts for one period from now.
    public var waits: [Duration]
    /// The time until the oldest request counts no more, calculated like `waits`. Zero if none counts.
    public var nextReturn: Duration

    /// An answer in which nobody waits by default.
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
