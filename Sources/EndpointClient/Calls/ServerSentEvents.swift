/// The events of an event stream. When the stream ends, it is requested again, as an `EventSource` does.
///
/// - The first connection must succeed; otherwise its error ends the sequence.
/// - Afterwards, a stream that ends or is interrupted is requested again after the reconnection time, with the last event's ID in
///   `Last-Event-ID`. If a new connection fails, or a gateway responds with 502, 503 or 504, it is requested again too, as long as
///   ``EventReconnection`` allows. After a gateway's response, the wait is at least its ``RetryAfter``.
/// - The endpoint's own `Last-Event-ID` is sent until the stream sends an ID, or an empty one, which resets it.
/// - Silence doesn't end the events, because a service may be quiet for longer than the configuration's `requestTimeout`. If the endpoint
///   or the call (``Call/timeout(_:)``) sets a timeout, a stream that is silent for that long is requested again.
/// - The reconnection time is at least 20 milliseconds, whatever the server sets. It grows while connections fail or deliver no event.
/// - Each connection is a call, for which the client's ``RetryPolicy`` may allow several attempts.
/// - 204 and 205 end the events. Any other status outside 200...299, or a response that isn't an event stream, ends them with an error.
public struct ServerSentEvents: AsyncSequence, Sendable {
    let limit: Int
    let reconnection: EventReconnection?
    /// Measures the waits.
    let clock: AnyClock
    let decoder: ResponseDecoder
    let connect: @Sendable (_ lastEventID: String?) -> Call<HTTPResponseStream>

    public func makeAsyncIterator() -> Iterator { Iterator(events: self) }

    /// Reads one event after another, and reconnects when necessary.
    public struct Iterator: AsyncIteratorProtocol {
        private let events: ServerSentEvents
        private var reconnection: EventReconnection?
        private var lines: LineReader?
        private var parser: EventParser
        private var isOver = false
        private var failures = 0
        /// How many consecutive failures, up to the last one, were responses from a gateway.
        private var refusals = 0
        /// The wait that the last of those responses asked for.
        private var refusalWait = Duration.zero
        /// How many consecutive connections have delivered no event.
        private var quiet = 0
        private var isFirst = true

        init(events: ServerSentEvents) {
            self.events = events
            reconnection = events.reconnection
            parser = EventParser(limit: events.limit)
        }

        public mutating func next() async throws -> ServerSentEvent? {
            do {
                while !isOver {
                    if lines == nil { try await connect() }
                    if var event = try await read() {
                        event.decoder = events.decoder
                        return event
                    }
                }
                return nil
            } catch {
                isOver = true
                lines = nil
                throw error
            }
        }

        private mutating func connect() async throws {
            var call = events.connect(parser.lastEventID)
            if let reconnection {
                call = call.modified { $0.continuesAfter = Self.isPassing }
                if !isFirst {
                    let wait = reconnection.wait(serverTime: parser.reconnectionTime, failures: failures, quiet: quiet)
                    let delay = Swift.max(wait, refusalWait)
                    call = call.modified { [clock = events.clock] in $0.pause = { try await clock.sleep(for: delay) } }
                }
            } else if !isFirst {
                return isOver = true
            }
            do {
                let response = try await call.response
                let stream = response.value
                // An adapter or a redirect may have turned the request into a non-idempotent one.
                if !response.sent.isIdempotent { reconnection = nil }
                if stream.endsEvents { return isOver = true }
                parser = parser.continued()
                lines = LineReader(stream.body, limit: events.limit)
            } catch let error as APIError where !isFirst && Self.isPassing(error) {
                failures += 1
                if let limit = reconnection?.failureLimit, failures >= limit { throw error }
                refusals = error.code == .badStatus ? refusals + 1 : 0
                if refusals > 0, let limit = reconnection?.refusalLimit, refusals >= limit { throw error }
                refusalWait = error.response.flatMap { RetryAfter($0)?.wait } ?? .zero
                if let reconnection, refusalWait > reconnection.maxRetryAfter { throw error }
                return
            }
            (isFirst, failures, refusals, refusalWait) = (false, 0, 0, .zero)
            quiet += 1
        }

        /// Returns the next event of this connection; nil when the connection has ended.
        private mutating func read() async throws -> ServerSentEvent? {
            // The reader is taken out of the property, so that its buffers aren't copied when they change.
            guard var reader = lines.take() else { return nil }
            do {
                while let line = try await reader.next() {
                    if let event = try parser.receive(line) {
                        lines = reader
                        quiet = 0
                        return event
                    }
                }
            } catch let error as APIError where reconnection != nil && Self.isPassing(error) {
                return nil
            } catch is EventParser.TooLong {
                throw APIError(.bodyTooLarge, "An event's data is longer than the limit of \(events.limit) bytes.")
            }
            return nil
        }

        /// Whether the error is transient, so that another connection may succeed.
        @Sendable private static func isPassing(_ error: any Error) -> Bool {
            guard let error = error as? APIError else { return false }
            if error.code == .badStatus, let status = error.status {
                return [.badGateway, .serviceUnavailable, .gatewayTimeout].contains(status)
            }
            return error.code == .connection || error.code == .timeout
        }
    }

    /// Throws if the response is neither an event stream nor a status that ends the events.
    @Sendable fileprivate static func check(_ stream: HTTPResponseStream) throws {
        let type = MediaType(stream.headers["Content-Type"] ?? "")
        if stream.endsEvents || type.name == "text/event-stream" { return }
        let finding = type.name.isEmpty ? "it has no Content-Type" : "its Content-Type is \(type.shown)"
        throw APIError(
            .decoding, "The response isn't an event stream (text/event-stream): \(finding).", response: HTTPResponse(head: stream))
    }
}

extension HTTPResponseStream {
    fileprivate var endsEvents: Bool { status == .noContent || status == .resetContent }
}

extension APIClient {
    /// The events that the server sends, which are read like ``bytes(_:calling:)``. ``ServerSentEvents`` describes when they end.
    ///
    ///     for try await event in client.events(.get("notifications")) { show(event.data) }
    ///
    /// - Parameters:
    ///   - endpoint: the resource to request. A non-idempotent endpoint is requested only once.
    ///   - reconnecting: when to reconnect. If nil, the events end with the first connection, without an error if its body was complete.
    ///   - limit: the maximum number of bytes in a line, and in an event's data. Beyond the limit, ``APIError/Code/bodyTooLarge`` is
    ///     thrown.
    ///   - modify: sets the modifiers of each connection's call, as for ``bytes(_:calling:)``.
    public final func events(
        _ endpoint: some Endpoint, reconnecting: EventReconnection? = .standard, limit: Int = TextLines.standardLimit,
        calling modify: @escaping @Sendable (Call<HTTPResponseStream>) -> Call<HTTPResponseStream> = { $0 }
    ) -> ServerSentEvents {
        let reconnection = endpoint.isIdempotent ? reconnecting : nil
        let decoder = core.decoder(for: endpoint)
        return ServerSentEvents(limit: limit, reconnection: reconnection, clock: core.clock, decoder: decoder) { lastEventID in
            let isPatient = endpoint.timeout == nil
            let call = self.streaming(endpoint, accept: "text/event-stream", check: ServerSentEvents.check) { request in
                // The configuration's timeout is meant for ordinary responses.
                if isPatient { request.timeout = .seconds(1 << 31) }
                // The stream's ID replaces the endpoint's. A field can't be empty, contain control characters, or begin or end with white
                // space.
                if let id = lastEventID {
                    let isField = !id.isEmpty && !id.holdsControlCharacter && ![id.first, id.last].contains { $0?.isWhitespace == true }
                    request.headers["Last-Event-ID"] = isField ? id : nil
                }
                if !request.headers.contains("Cache-Control") { request.headers.append("Cache-Control", "no-store") }
            }
            return modify(call)
        }
    }
}

extension APIClient {
    /// The values in the events that the server sends, decoded with the convention of the endpoint or the client. In all other respects,
    /// this method is like ``events(_:reconnecting:limit:calling:)``.
    ///
    ///     for try await update in client.events(.get("prices"), as: Price.self, named: ["price"]) { show(update) }
    ///
    /// Data that can't be decoded ends the values with an ``APIError`` of code `decoding` that names the event.
    ///
    /// - Parameters:
    ///   - endpoint: the resource to request. A non-idempotent endpoint is requested only once.
    ///   - type: the type of the values.
    ///   - names: the names of the events with such values; nil, the default, means all events.
    ///   - reconnecting: when to reconnect. If nil, the values end with the first connection.
    ///   - limit: the maximum number of bytes in a line, and in an event's data.
    ///   - others: returns the value for an event with another name. If it returns nil, as it does by default, the event is skipped.
    ///   - modify: sets the modifiers of each connection's call.
    public final func events<Value: Decodable & Sendable>(
        _ endpoint: some Endpoint, as type: Value.Type = Value.self, named names: Set<String>? = nil,
        reconnecting: EventReconnection? = .standard, limit: Int = TextLines.standardLimit,
        others: @escaping @Sendable (ServerSentEvent) throws -> Value? = { _ in nil },
        calling modify: @escaping @Sendable (Call<HTTPResponseStream>) -> Call<HTTPResponseStream> = { $0 }
    ) -> EventValues<Value> {
        EventValues(events: events(endpoint, reconnecting: reconnecting, limit: limit, calling: modify)) { event in
            names?.contains(event.event) == false ? try others(event) : try event.decode(Value.self)
        }
    }
}

/// The values of an event stream: see ``APIClient/events(_:as:named:reconnecting:limit:others:calling:)``.
public struct EventValues<Value: Sendable>: AsyncSequence, Sendable {
    let events: ServerSentEvents
    let value: @Sendable (ServerSentEvent) throws -> Value?

    public func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator(), value: value) }

    /// Reads one value after another.
    public struct Iterator: AsyncIteratorProtocol {
        var events: ServerSentEvents.Iterator?
        let value: @Sendable (ServerSentEvent) throws -> Value?

        public mutating func next() async throws -> Value? {
            // The iterator is taken out, so that nothing is read after an error.
            guard var events = events.take() else { return nil }
            while let event = try await events.next() {
                guard let value = try value(event) else { continue }
                self.events = events
                return value
            }
            return nil
        }
    }
}

/// How soon, and how often, an event stream that has ended is requested again.
public struct EventReconnection: Sendable {
    /// The wait before a new connection, unless the server sets a different one. 3 seconds by default.
    ///
    /// Either wait is at least 20 milliseconds. This minimum doubles with each consecutive connection that delivers no event, up to 3
    /// seconds. The wait itself doubles with each consecutive failed connection, up to 30 seconds; a longer wait stays unchanged.
    public var delay: Duration
    /// How many consecutive connections may fail. The error of the last one ends the events. nil, the default, means no limit. A connection
    /// that succeeds resets the count.
    public var failureLimit: Int?
    /// How many consecutive connections may be answered with 502, 503 or 504. The error of the last one ends the events. They also count
    /// towards ``failureLimit``. 10 by default; nil means no limit.
    public var refusalLimit: Int?
    /// The longest wait that such a response may ask for (``RetryAfter``). A response that asks for more ends the events with its error.
    /// One minute by default. The retries of the call itself have a separate limit, ``RetryPolicy/maxRetryAfter``.
    public var maxRetryAfter: Duration = .seconds(60)

    /// By default, reconnects 3 seconds after a stream has ended, as often as necessary. If the server sets a different wait, that one
    /// applies.
    public init(delay: Duration = .seconds(3), failureLimit: Int? = nil, refusalLimit: Int? = 10) {
        self.delay = delay
        self.failureLimit = failureLimit
        self.refusalLimit = refusalLimit
    }

    /// The defaults: a wait of 3 seconds, as often as necessary, but at most ten consecutive responses from a gateway.
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
