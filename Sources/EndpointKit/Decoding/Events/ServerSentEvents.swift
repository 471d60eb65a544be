/// The events of an event stream, which is asked for again when it ends, as an `EventSource` does.
///
/// - The first connection must succeed: its error is the sequence's.
/// - After that, a stream that ends, breaks off or falls silent for the endpoint's timeout is asked for again after the reconnection time,
///   with the last event id in `Last-Event-ID`. So is a new connection that fails, for as long as ``EventReconnection`` allows.
/// - Each of these is a call, which the client's ``RetryPolicy`` may give several attempts.
/// - 204 ends the events. Any other status outside 200...299 ends them with its error, and so does an answer that is no event stream.
public struct ServerSentEvents: AsyncSequence, Sendable {
    let limit: Int
    let reconnection: EventReconnection?
    let connect: @Sendable (_ lastEventID: String) -> Call<HTTPResponseStream>

    public func makeAsyncIterator() -> Iterator { Iterator(events: self) }

    public struct Iterator: AsyncIteratorProtocol {
        private let events: ServerSentEvents
        private var lines: LineReader?
        private var parser: EventParser
        private var isOver = false
        private var failures = 0
        private var isFirst = true

        init(events: ServerSentEvents) {
            self.events = events
            parser = EventParser(lastEventID: "", limit: events.limit)
        }

        public mutating func next() async throws -> ServerSentEvent? {
            do {
                while !isOver {
                    if lines == nil { try await connect() }
                    if let event = try await read() { return event }
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
            if let reconnection = events.reconnection {
                call = call.modified { $0.continuesAfter = Self.isPassing }
                if !isFirst {
                    let (clock, delay) = (CallClock(reconnection.clock), parser.reconnectionTime ?? reconnection.delay)
                    call = call.modified { $0.pause = { try await clock.sleep(for: delay) } }
                }
            } else if !isFirst {
                return isOver = true
            }
            do {
                let stream = try await call.value
                if stream.status == .noContent || stream.status == .resetContent { return isOver = true }
                try Self.check(stream)
                parser = parser.continued()
                lines = LineReader(stream.body, limit: events.limit)
            } catch let error as APIError where !isFirst && Self.isPassing(error) {
                failures += 1
                if let limit = events.reconnection?.failureLimit, failures >= limit { throw error }
                return
            }
            isFirst = false
            failures = 0
        }

        /// The next event of this connection; nil when it is over.
        private mutating func read() async throws -> ServerSentEvent? {
            // Taken out, so that its buffers aren't copied when they change.
            guard var reader = lines.take() else { return nil }
            do {
                while let line = try await reader.next() {
                    if let event = try parser.receive(line) {
                        lines = reader
                        return event
                    }
                }
            } catch let error as APIError where events.reconnection != nil && Self.isPassing(error) {
                return nil
            } catch is EventParser.TooLong {
                throw APIError(.bodyTooLarge, "An event's data is longer than the limit of \(events.limit) bytes.")
            }
            return nil
        }

        /// Another connection may fare better.
        @Sendable private static func isPassing(_ error: any Error) -> Bool {
            let code = (error as? APIError)?.code
            return code == .connection || code == .timeout
        }

        private static func check(_ stream: HTTPResponseStream) throws {
            guard let type = stream.headers["Content-Type"], MediaType(type).name == "text/event-stream" else {
                let finding = stream.headers["Content-Type"].map { "its Content-Type is \($0)" } ?? "it has no Content-Type"
                throw APIError(
                    .decoding, "The response is no event stream, which is text/event-stream: \(finding).",
                    response: HTTPResponse(head: stream))
            }
        }
    }
}

extension APIClient {
    /// The events the server sends, for as long as they are asked for; read as ``bytes(_:)`` are. See ``ServerSentEvents`` for when they end.
    ///
    ///     for try await event in client.events(.get("notifications")) { show(event.data) }
    ///
    /// - Parameters:
    ///   - endpoint: where it isn't idempotent, it is asked for once.
    ///   - reconnecting: nil ends them with the first connection, without an error where that was whole.
    ///   - limit: a line, or an event's data, of more bytes is ``APIError/Code/bodyTooLarge``.
    public final func events(
        _ endpoint: some Endpoint, reconnecting: EventReconnection? = .standard, limit: Int = TextLines.standardLimit
    ) -> ServerSentEvents {
        ServerSentEvents(limit: limit, reconnection: endpoint.isIdempotent ?? endpoint.method.isIdempotent ? reconnecting : nil) {
            lastEventID in
            self.streaming(endpoint, accept: "text/event-stream") { request in
                // What no field can carry isn't said.
                if !lastEventID.isEmpty, !lastEventID.holdsControlCharacter { request.headers["Last-Event-ID"] = lastEventID }
                if !request.headers.contains("Cache-Control") { request.headers.append("Cache-Control", "no-store") }
            }
        }
    }
}
