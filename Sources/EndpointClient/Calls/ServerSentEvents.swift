/// The events of an event stream. When the stream ends, it is requested again, as an `EventSource` does.
///
/// - The first connection must succeed; otherwise its error ends the sequence.
/// - Afterwards, a stream that ends or breaks off is requested again after the reconnection time, with the last event's ID in
///   `Last-Event-ID`. If a new connection fails, or a gateway responds with 502, 503 or 504, it is requested again too, as long as
///   ``EventReconnection`` allows. After a gateway's response, the wait is at least its ``RetryAfter``.
/// - The endpoint's own `Last-Event-ID` is sent until the stream sends an ID, or an empty one, which resets it.
/// - The configuration's `requestTimeout` applies up to the head of each response. After the head, a stream that is silent for longer than
///   ``EventReconnection/silence`` is requested again, because a service may be quiet for longer than that timeout. If the endpoint or the
///   call (``Call/timeout(_:)``) sets a timeout, it applies before and after the head.
/// - A stream that isn't requested again ends with an error when it is silent for longer than the timeout.
/// - The reconnection time is at least 20 milliseconds, whatever the server sets. It grows while connections fail or deliver no event.
/// - Each connection is a call, for which the client's ``RetryPolicy`` may allow several attempts.
/// - 204, 205 and the mark (``EventEnd``) end the events. Any other status outside 200...299, or a response that isn't an event stream, ends
///   them with an error that has the response's body.
public struct ServerSentEvents: AsyncSequence, Sendable {
    let end: EventEnd?
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
        /// What the errors of events on the current connection carry.
        private var facts: CallFacts?
        private var parser: EventParser
        private var isOver = false
        /// When the current connection was made.
        private var opening = Duration.zero
        private var failures = 0
        /// How many consecutive failures, up to the last one, were refusals.
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
                    guard var event = try await read() else { continue }
                    event.facts = facts
                    guard let end = events.end, end.isMark(event) else { return event }
                    isOver = true
                    await lines.take()?.owner?.settle()
                    return end.isDelivered ? event : nil
                }
                return nil
            } catch {
                isOver = true
                lines = nil
                throw error
            }
        }

        /// Ends the events because one of them can't be used.
        mutating func fail(with error: any Error) -> any Error {
            isOver = true
            return lines.take()?.owner?.fail(with: error) ?? error
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
                if stream.status.endsEvents {
                    await stream.body.owner?.settle()
                    return isOver = true
                }
                parser = parser.continued()
                lines = LineReader(stream.body, limit: events.limit)
                facts = CallFacts(
                    request: response.sent.request, head: response.http, attempts: response.attempts, decoder: events.decoder)
            } catch let error as APIError where !isFirst && Self.isPassing(error) {
                try count(error, isRefusal: error.code == .badStatus)
                refusalWait = error.response.flatMap { RetryAfter($0)?.wait } ?? .zero
                if let reconnection, refusalWait > reconnection.maxRetryAfter { throw error }
                return
            }
            (isFirst, refusalWait, opening) = (false, .zero, events.clock.now)
            quiet += 1
        }

        /// Counts a failed connection. Throws its error if there were too many in a row.
        private mutating func count(_ error: APIError, isRefusal: Bool) throws {
            failures += 1
            refusals = isRefusal ? refusals + 1 : 0
            if let limit = reconnection?.failureLimit, failures >= limit { throw error }
            if isRefusal, let limit = reconnection?.refusalLimit, refusals >= limit { throw error }
        }

        /// A stream that breaks off later isn't a failure: gateways cut off quiet streams.
        private static let longestFailure = Duration.seconds(30)

        /// Returns the next event of this connection; nil when the connection has ended.
        private mutating func read() async throws -> ServerSentEvent? {
            // The reader is taken out of the property, so that its buffers aren't copied when they change.
            guard var reader = lines.take() else { return nil }
            do {
                while let line = try await reader.next() {
                    if let event = try parser.receive(line) {
                        lines = reader
                        (quiet, failures, refusals) = (0, 0, 0)
                        return event
                    }
                }
            } catch let error as APIError where reconnection != nil && Self.isPassing(error) {
                if quiet > 0, error.code != .timeout, events.clock.now - opening < Self.longestFailure {
                    try count(error, isRefusal: true)
                    return nil
                }
            } catch is EventParser.TooLong {
                let error = APIError(.bodyTooLarge, "An event's data is longer than the limit of \(events.limit) bytes.")
                throw reader.owner?.fail(with: error) ?? error
            }
            (failures, refusals) = (0, 0)
            // Some services send no blank line after their mark.
            if let rest = parser.incomplete, events.end?.isMark(rest) == true { isOver = true }
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

    /// Whether a successful response is an event stream, or a status that ends the events.
    @Sendable static func accepts(_ response: HTTPResponse) -> Bool {
        response.status.endsEvents || MediaType(response.headers["Content-Type"] ?? "").name == "text/event-stream"
    }

    /// The error for another response.
    @Sendable static func refusal(of response: HTTPResponse) -> APIError {
        let type = MediaType(response.headers["Content-Type"] ?? "")
        let finding = type.name.isEmpty ? "it has no Content-Type" : "its Content-Type is \(type.shown)"
        return APIError(
            .decoding,
            "The response isn't an event stream (text/event-stream): \(finding), and its body, of which \(response.body.count) bytes arrived, is in the error's response.",
            response: response)
    }
}

extension HTTPStatus {
    fileprivate var endsEvents: Bool { self == .noContent || self == .resetContent }
}
