/// One event of an event stream (WHATWG HTML, section 9.2).
public struct ServerSentEvent: Hashable, Sendable {
    /// Its type; `message` where the server names none.
    public var event: String
    /// The lines of its data, joined by line feeds.
    public var data: String
    /// The last event id the server gave, with this event or an earlier one: where a new connection goes on from.
    public var id: String?
    /// The reconnection time, where the server set it with this event.
    public var retry: Duration?

    public init(event: String = "message", data: String, id: String? = nil, retry: Duration? = nil) {
        self.event = event
        self.data = data
        self.id = id
        self.retry = retry
    }
}
