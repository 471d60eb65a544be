/// Makes events of the lines of one event stream (WHATWG HTML, section 9.2.6).
struct EventParser {
    /// Where a new connection goes on from: what the events so far, also those without data, left as the last event id.
    private(set) var lastEventID: String
    /// The last one the server set.
    private(set) var reconnectionTime: Duration?

    private let limit: Int
    private var data: [UInt8] = []
    private var event = ""
    private var id: String
    private var retry: Duration?

    struct TooLong: Error {}

    /// An event with more than `limit` bytes of data is refused.
    init(lastEventID: String, limit: Int) {
        self.lastEventID = lastEventID
        self.limit = limit
        id = lastEventID
    }

    /// The event that this line ends, if it does: the empty one. What no empty line follows is dropped with the parser.
    mutating func receive(_ line: [UInt8]) throws(TooLong) -> ServerSentEvent? {
        if line.isEmpty { return dispatched() }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            try set(line[...], [])
            return nil
        }
        var value = line[(colon + 1)...]
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        // A comment's field has no name, and so none that is known.
        try set(line[..<colon], value)
        return nil
    }

    private mutating func set(_ field: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) throws(TooLong) {
        switch String(decoding: field, as: UTF8.self) {
        case "event": event = String(decoding: value, as: UTF8.self)
        case "data":
            data += value
            data.append(UInt8(ascii: "\n"))
            if data.count > limit { throw TooLong() }
        case "id": if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
        case "retry":
            // A time that no duration can hold is as good as none.
            guard value.allSatisfy({ (0x30...0x39).contains($0) }), let time = Int64(String(decoding: value, as: UTF8.self)) else { return }
            retry = .milliseconds(time)
            reconnectionTime = retry
        default: return
        }
    }

    private mutating func dispatched() -> ServerSentEvent? {
        defer { (data, event, retry) = ([], "", nil) }
        lastEventID = id
        if data.isEmpty { return nil }
        return ServerSentEvent(
            event: event.isEmpty ? "message" : event, data: String(decoding: data.dropLast(), as: UTF8.self), id: id.isEmpty ? nil : id,
            retry: retry)
    }

    /// For a new connection: what was incomplete is dropped.
    func continued() -> EventParser {
        var parser = EventParser(lastEventID: lastEventID, limit: limit)
        parser.reconnectionTime = reconnectionTime
        return parser
    }
}

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
