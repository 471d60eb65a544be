public import EndpointKit
import Synchronization

/// A transport without a network that holds each request until the test answers it: whole, in pieces, or not at all.
///
///     let held = HeldTransport()
///     let client = APIClient(configuration: configuration, transport: held)
///     let reading = Task { try await client.events(.get("prices"), as: Price.self).reduce(into: []) { $0.append($1) } }
///     let exchange = try await held.next()  // waits for the request
///     exchange.head(200, ["Content-Type": "text/event-stream"])
///     exchange.send("data: {\"amount\"")
///     await exchange.untilRead()
///     exchange.send(": 1}\n\ndata: [DONE]\n\n")
///     #expect(try await reading.value == [Price(amount: 1)])
///
/// With a closure, it answers each request itself, and the closure may wait for whatever the test decides.
///
/// It follows the contract of ``/EndpointKit/Transport``: in a task that is already cancelled, it neither sends nor records anything, and a
/// buffered body that exceeds the limit throws ``/EndpointKit/APIError/Code/bodyTooLarge``.
public final class HeldTransport: Transport {
    private struct State {
        var all: [(request: HTTPRequest, context: TransferContext)] = []
        /// The exchanges that the test hasn't taken.
        var arrived: [Exchange] = []
        var waits: [Delivery<Exchange>] = []
    }
    private let state = Mutex(State())
    private let answer: (@Sendable (Exchange) async throws -> Void)?

    /// Creates a transport whose requests the test takes with ``next()``.
    public init() { answer = nil }

    /// Creates a transport that answers each request with `answer`, in a task of its own. When `answer` returns, the body ends; when it
    /// throws, the exchange fails with its error. The task is cancelled when the client needs no more.
    public init(_ answer: @escaping @Sendable (Exchange) async throws -> Void) { self.answer = answer }

    /// All requests so far, in the order in which they were sent.
    public var requests: [HTTPRequest] { state.withLock { $0.all.map(\.request) } }

    /// The context of each request in ``requests``.
    public var contexts: [TransferContext] { state.withLock { $0.all.map(\.context) } }

    /// Takes the oldest request that the test hasn't taken, and waits until there is one. Throws `CancellationError` if the task is cancelled.
    public func next() async throws -> Exchange {
        let wait = Delivery<Exchange>()
        let exchange = state.withLock { state -> Exchange? in
            if !state.arrived.isEmpty { return state.arrived.removeFirst() }
            state.waits.append(wait)
            return nil
        }
        if let exchange { return exchange }
        return try await wait.value()
    }

    public func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        let stream = try await stream(request, in: context)
        let body = try await stream.body.collected(limit: context.bodyLimit(of: request))
        return HTTPResponse(status: stream.status, headers: stream.headers, body: body)
    }

    public func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        try Task.checkCancellation()
        let exchange = Exchange(request, context)
        begin(exchange)
        let reader = Reader(exchange, answer)
        let (status, headers) = try await exchange.awaitedHead()
        return HTTPResponseStream(status: status, headers: headers, body: HTTPResponseStream.Body { try await reader.next() })
    }

    private func begin(_ exchange: Exchange) {
        state.withLock { state in
            state.all.append((exchange.request, exchange.context))
            if answer != nil { return }
            while !state.waits.isEmpty {
                if state.waits.removeFirst().finish(.success(exchange)) { return }
            }
            state.arrived.append(exchange)
        }
    }

    /// The client's side of an exchange. Its release closes the exchange.
    private final class Reader: Sendable {
        private let exchange: Exchange
        private let answering: Task<Void, Never>?

        init(_ exchange: Exchange, _ answer: (@Sendable (Exchange) async throws -> Void)?) {
            self.exchange = exchange
            answering = answer.map { answer in
                Task {
                    do {
                        try await answer(exchange)
                        exchange.end()
                    } catch { exchange.fail(error) }
                }
            }
        }

        deinit {
            exchange.close()
            answering?.cancel()
        }

        func next() async throws -> Data? { try await exchange.awaitedPiece() }
    }
}
