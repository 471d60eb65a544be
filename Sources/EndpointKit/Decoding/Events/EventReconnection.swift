/// Whether and when an event stream that ended is asked for again.
public struct EventReconnection: Sendable {
    /// How long is waited before, until the server says otherwise. 3 seconds.
    public var delay: Duration
    /// How often in a row a connection may fail before its error ends the events; nil for ever. A connection that is answered starts
    /// the count anew.
    public var failureLimit: Int?
    /// What the waiting is measured with.
    public var clock: any Clock<Duration>

    public init(delay: Duration = .seconds(3), failureLimit: Int? = nil, clock: any Clock<Duration> = ContinuousClock()) {
        self.delay = delay
        self.failureLimit = failureLimit
        self.clock = clock
    }

    public static let standard = EventReconnection()
}
