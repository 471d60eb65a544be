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

    private var run: CallRun { exchange.run }
    private var core: ClientCore { run.core }
    var interruption: Interruption { run.handle.interruption }
    private var stored: HTTPResponse? { replacement?.response }
    var isStored: Bool { replacement != nil }

    /// Transfers the request and its response, with the bodies.
    ///
    /// - Parameter plain: the request with its cookies, before it was signed. A download always has it.
    func answer(
        to request: HTTPRequest, of plain: HTTPRequest?, by signer: Signer, _ chain: RedirectChain.Shared?
    ) async -> Result<Answer, any Error> {
        do {
            if run.plan.isDownload, let plain {
                let hop = (chain?.chain.requests.count ?? 1) - 1
                try run.body.keep(for: DownloadOwner(plain, of: signer, over: core.connection(for: plain).policy, atHop: hop), atHop: hop)
            }
            var answer = try await run.body.send(request, over: self)
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
        let context = context(for: request)
        var response =
            if core.awaitsTransportInPlace {
                try await core.transport.send(request, in: context)
            } else {
                try await interruption.waiting { [core] in try await core.transport.send(request, in: context) }
            }
        for listener in exchange.listeners { response = try await listener.received(response, to: request, exchange) }
        return response
    }

    func stream(_ request: HTTPRequest) async throws -> HTTPResponseStream {
        if let stored { return HTTPResponseStream(stored) }
        let context = context(for: request)
        var stream =
            if core.awaitsTransportInPlace {
                try await core.transport.stream(request, in: context)
            } else {
                detached(try await interruption.waiting { [core] in try await core.transport.stream(request, in: context) })
            }
        for listener in exchange.listeners { stream = try await listener.received(stream, to: request, exchange) }
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

    /// Returns the body as part of the call: until it has been read or released, it ends when the call does.
    func held(_ body: HTTPResponseStream.Body) -> HTTPResponseStream.Body {
        let body = CallBody(body, of: run.handle)
        return HTTPResponseStream.Body({ try await body.chunk() }, of: body)
    }

    func leavesBodyUnread(of stream: HTTPResponseStream, to request: HTTPRequest) -> Bool {
        context(for: request).leavesBodyUnread(stream.status, stream.headers)
    }

    private func context(for request: HTTPRequest) -> TransferContext {
        var context = TransferContext(
            core.connection(for: request), bodyLimit: request.bodyLimit, wantsMetrics: run.isMeasured || run.reporter != nil)
        // A custom transport runs in its own task, which is cancelled instead.
        if core.awaitsTransportInPlace { context.interruption = interruption }
        context.callID = run.callID
        context.needsNewConnection = run.timeline.isMisdirected
        context.followsRedirects = core.policies.redirects.limit > 0
        context.timeLeft = run.timeLeft
        context.rawPriority = run.rawPriority
        // Only a request that may be sent again has a timeout of its own for the body.
        context.bodyTimeout = request.isIdempotent ? run.bodyTimeout : nil
        return context
    }
}
