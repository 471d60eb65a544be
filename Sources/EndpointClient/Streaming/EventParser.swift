/// Parses the lines of one event stream into events (WHATWG HTML, section 9.2.6).
struct EventParser {
    /// The last event ID, from which a new connection resumes. Empty if the server has reset the ID, nil if it has set none. Events without
    /// data set the ID too.
    private(set) var lastEventID: String?
    /// The last reconnection time that the server set.
    private(set) var reconnectionTime: Duration?

    private let limit: Int
    private var data: [UInt8] = []
    private var event = ""
    private var id: String?
    private var retry: Duration?

    struct TooLong: Error {}

    /// Creates a parser that rejects events with more than `limit` bytes of data.
    init(lastEventID: String? = nil, limit: Int) {
        self.lastEventID = lastEventID
        self.limit = limit
        id = lastEventID
    }

    /// Returns an event when `line` is the empty line that ends it. If the stream ends before that line, the event is discarded.
    mutating func receive(_ line: [UInt8]) throws(TooLong) -> ServerSentEvent? {
        if line.isEmpty { return dispatched() }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            try set(line[...], [])
            return nil
        }
        var value = line[(colon + 1)...]
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        // A comment has an empty field name, which is ignored like an unknown one.
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
            // A time that is too long for a duration is ignored.
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
            event: event.isEmpty ? "message" : event, data: String(decoding: data.dropLast(), as: UTF8.self),
            id: id?.isEmpty == false ? id : nil, retry: retry)
    }

    /// The event to which no blank line has put an end; nil if it has no data.
    var incomplete: ServerSentEvent? {
        var parser = self
        return parser.dispatched()
    }

    /// The parser for a new connection, without the incomplete event.
    func continued() -> EventParser {
        var parser = EventParser(lastEventID: lastEventID, limit: limit)
        parser.reconnectionTime = reconnectionTime
        return parser
    }
}

/// One event of an event stream (WHATWG HTML, section 9.2).
public struct ServerSentEvent: Hashable, Sendable {
    /// The type of the event; `message` if the server names none.
    public var event: String
    /// The lines of data, joined by line feeds.
    public var data: String
    /// The last event ID that the server sent, with this event or an earlier one. A new connection resumes from it.
    public var id: String?
    /// The reconnection time, if the server set it with this event.
    public var retry: Duration?
    /// What errors about the event carry; nil if no client has received it.
    var facts: CallFacts?

    /// Creates an event for tests and stub servers. By default, it has neither an ID nor a reconnection time.
    public init(event: String = "message", data: String, id: String? = nil, retry: Duration? = nil) {
        self.event = event
        self.data = data
        self.id = id
        self.retry = retry
    }

    /// Decodes the event's data from JSON, with the convention of the endpoint or the client that received the event. Throws an
    /// ``APIError`` of code `decoding` that names the event.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        do {
            return try (facts?.decoder ?? ResponseDecoder()).decode(type, from: HTTPResponse(body: Data(data.utf8)))
        } catch var error as APIError {
            error.message = "Event \(Redaction.standard.redact(value: event)): \(error.message)"
            throw facts?.added(to: error) ?? error
        }
    }

    /// Whether the event reports an error of the server, by the name that services use for it.
    var isError: Bool { event == "error" }

    /// The error that such an event becomes.
    var failure: any Error {
        let response = HTTPResponse(body: Data(data.utf8))
        let error = APIError(
            .errorEvent, "The server sent an event named `error` with \(response.body.count) bytes of data.", response: response)
        return facts?.added(to: error) ?? error
    }

    // Equality ignores where the event comes from.
    public static func == (a: Self, b: Self) -> Bool { (a.event, a.data, a.id, a.retry) == (b.event, b.data, b.id, b.retry) }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(event)
        hasher.combine(data)
    }
}
