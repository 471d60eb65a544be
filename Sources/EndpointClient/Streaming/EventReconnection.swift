/// How soon, and how often, an event stream that has ended is requested again.
///
/// A connection fails if there is no response, if a gateway responds with 502, 503 or 504, or if its stream breaks off within 30 seconds
/// and before its first event. An event, the end of a complete stream, silence, and a stream of 30 seconds reset the count of consecutive
/// failures.
public struct EventReconnection: Sendable {
    /// The wait before a new connection, unless the server sets a different one. 3 seconds by default.
    ///
    /// Either wait is at least 20 milliseconds. This minimum doubles with each consecutive connection that delivers no event, up to 3
    /// seconds. The wait itself doubles with each consecutive failed connection, up to 30 seconds; a longer wait stays unchanged.
    public var delay: Duration
    /// How many consecutive connections may fail. The error of the last one ends the events. nil, the default, means no limit.
    public var failureLimit: Int?
    /// How many consecutive connections the server may refuse: with 502, 503 or 504, or by a stream that breaks off. The error of the last
    /// one ends the events. They also count towards ``failureLimit``. 10 by default; nil means no limit. A connection without a response
    /// resets this count.
    public var refusalLimit: Int?
    /// The longest wait that a gateway may ask for (``RetryAfter``). A response that asks for more ends the events with its error.
    /// One minute by default. The retries of the call itself have a separate limit, ``RetryPolicy/maxRetryAfter``.
    public var maxRetryAfter: Duration = .seconds(60)
    /// How long a stream may be silent, without even a comment, before it is requested again. 90 seconds by default: most servers send a
    /// comment every 15 to 30 seconds, so three of them are missing. A timeout of the endpoint or the call applies instead.
    public var silence: Duration = .seconds(90)

    /// By default, reconnects 3 seconds after a stream has ended, as often as necessary. If the server sets a different wait, that one
    /// applies.
    public init(delay: Duration = .seconds(3), failureLimit: Int? = nil, refusalLimit: Int? = 10) {
        self.delay = delay
        self.failureLimit = failureLimit
        self.refusalLimit = refusalLimit
    }

    /// The defaults: a wait of 3 seconds, as often as necessary, but at most ten consecutive refusals.
    public static let standard = EventReconnection()

    /// The wait after the given numbers of consecutive connections that failed or delivered no event.
    func wait(serverTime: Duration?, failures: Int, quiet: Int) -> Duration {
        let wait = Self.doubled(.milliseconds(20), quiet, limit: .seconds(3))
        return Self.doubled(max(wait, serverTime ?? delay), failures, limit: .seconds(30))
    }

    private static func doubled(_ wait: Duration, _ times: Int, limit: Duration) -> Duration {
        // A wait beyond the limit may be too long to be doubled.
        if wait >= limit { return wait }
        return min(limit, wait * (1 << min(times, 12)))
    }
}
