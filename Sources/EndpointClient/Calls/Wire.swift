/// The source of a response: the transport, or a stored response.
struct Wire: Sendable {
    private let exchange: ExchangeContext
    /// The stored response that replaces the transport's.
    private let replacement: Stored?

    // A class, because most responses come from the transport.
    private final class Stored: Sendable {
        let response: HTTPResponse
        init(_ response: HTTPResponse) { self.response = response }
    }

    init(_ exchange: ExchangeContext, stored: HTTPResponse? = nil) { (self.exchange, replacement) = (exchange, stored.map(Stored.init)) }

    private var exchanger: Exchanger { exchange.exchanger }
    private var core: ClientCore { exchanger.core }
    var interruption: Interruption { exchanger.interruption }
    var reporter: CallReporter? { exchanger.reporter }
    var clock: AnyClock { core.clock }
    private var stored: HTTPResponse? { replacement?.response }
    var isStored: Bool { replacement != nil }

    /// Transfers the request and its response, with the bodies.
    ///
    /// - Parameter plain: the request with its cookies, before it was signed. A download always has it.
    func answer(
        to request: HTTPRequest, of plain: HTTPRequest?, by signer: Signer, _ chain: RedirectChain.Shared?
    ) async -> Result<Answer, any Error> {
        do {
            if exchanger.body.isDownload, let plain {
                let hop = (chain?.chain.requests.count ?? 1) - 1
                try exchanger.body.keep(
                    for: DownloadOwner(plain, of: signer, over: core.connection(for: plain).policy, atHop: hop), atHop: hop)
            }
            var answer = try await exchanger.body.send(request, over: self)
            if answer.response.address == nil { answer.response.address = request.urlText }
            return .success(answer)
        } catch { return .failure(error) }
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        if let stored {
            guard stored.body.count <= request.bodyLimit else {
                throw APIError(
                    .bodyTooLarge, "The response's body is larger than the limit of \(request.bodyLimit) bytes.", request: request)
            }
            return stored
        }
        let context = exchanger.transferContext(for: request)
        var response =
            if core.awaitsTransportInPlace {
                try await core.transport.send(request, in: context)
            } else {
                try await interruption.waiting { [core] in try await core.transport.send(request, in: context) }
            }
        for listener in exchange.listeners { try await listener.received(response.headers, to: request, exchange) }
        for listener in exchange.listeners { response = listener.answer(for: response) }
        return response
    }

    func stream(_ request: HTTPRequest) async throws -> HTTPResponseStream {
        if let stored { return HTTPResponseStream(stored) }
        let context = exchanger.transferContext(for: request)
        var stream =
            if core.awaitsTransportInPlace {
                try await core.transport.stream(request, in: context)
            } else {
                detached(try await interruption.waiting { [core] in try await core.transport.stream(request, in: context) })
            }
        for listener in exchange.listeners { try await listener.received(stream.headers, to: request, exchange) }
        for listener in exchange.listeners { stream = listener.answer(for: stream) }
        return stream
    }

    /// Returns a custom transport's stream, whose chunks are each awaited in a separate task.
    private func detached(_ stream: HTTPResponseStream) -> HTTPResponseStream {
        var stream = stream
        let (body, interruption) = (stream.body, interruption)
        stream.body = HTTPResponseStream.Body {
            // A body's iterators share their position.
            let chunk = try await interruption.waiting {
                var iterator = body.makeAsyncIterator()
                return try await iterator.next()
            }
            if chunk == nil {
                // A cancelled body may end as if it were complete.
                if interruption.isInterrupted { throw CancellationError() }
                try Task.checkCancellation()
            }
            return chunk
        }
        return stream
    }

    func leavesBodyUnread(of stream: HTTPResponseStream, to request: HTTPRequest) -> Bool {
        exchanger.transferContext(for: request).leavesBodyUnread(stream.status, stream.headers)
    }
}
