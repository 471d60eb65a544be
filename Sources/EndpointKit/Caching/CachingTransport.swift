internal import Synchronization

/// Answers requests from a cache if RFC 9111 allows it, and sends other requests with another transport.
///
/// A client has one if its policies have a ``ClientPolicies/cache``.
///
/// - It stores responses to GET, and answers GET and HEAD. An unsafe request whose response isn't an error removes the stored responses for
///   its URL.
/// - A request with a range, a body or `no-store` bypasses it. A range is never served from a whole response, and parts aren't combined. Only
///   if nothing may be sent does the whole answer a request for a range.
/// - A stream or a download is stored if it is read to its end and isn't larger than ``CachePolicy/entryLimit``. Up to that size, its bytes
///   stay in memory while it is read.
/// - `Set-Cookie` isn't stored, because each use would set the cookie again.
package struct CachingTransport: Transport, CallAware {
    private let base: any Transport
    private let cache: ResponseCache

    /// Caches the responses of `base`. Several transports may share one cache.
    package init(around base: any Transport, cache: ResponseCache) {
        self.base = base
        self.cache = cache
    }

    package func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        switch try begin(request, in: context) {
        case .pass: return try await base.send(request, in: context)
        case .answer(let response): return try bounded(response, for: request, in: context)
        case .answerWhileValidating(let response, let exchange):
            validate(exchange, in: context)
            return try bounded(response, for: request, in: context)
        case .send(let exchange): return try bounded(try await send(exchange, in: context), for: request, in: context)
        }
    }

    private func begin(_ request: HTTPRequest, in context: TransferContext) throws -> CacheExchange.Beginning {
        try Task.checkCancellation()
        // A request that may not be sent may not be answered either.
        try request.validate()
        try context.validate(for: request)
        return try CacheExchange.begin(request, in: context, cache)
    }

    private func send(_ exchange: CacheExchange, in context: TransferContext) async throws -> HTTPResponse {
        let response: HTTPResponse
        do { response = try await base.send(exchange.request, in: context) } catch {
            exchange.fail()
            if let stale = exchange.staleAnswer(after: error) { return stale }
            throw error
        }
        switch try exchange.receive(head: response) {
        case .answer(let answer): return answer
        case .sendAgain(let again): return try await send(again, in: context)
        case .pass(let isStored):
            if isStored { exchange.store(response) }
            return response
        }
    }

    /// Validates a stale response that is already in use (RFC 5861, section 3). The request's timeout and the end of the client limit this.
    /// It takes no place in a queue from a call: if the quota is spent, it fails.
    private func validate(_ exchange: CacheExchange, in context: TransferContext) {
        var context = context
        context.interruption = nil
        context.wantsMetrics = false
        context.priority = TaskPriority.background.rawValue
        context.timeLeft = nil
        context.waitsForQuota = false
        let work: @Sendable () async -> Void = { [context] in
            let answer = try? await send(exchange, in: context)
            exchange.endValidation(answer, isCancelled: Task.isCancelled)
        }
        if let background = context.background { background.start(work) } else { Task.detached { await work() } }
    }

    private func bounded(_ response: HTTPResponse, for request: HTTPRequest, in context: TransferContext) throws -> HTTPResponse {
        let limit = context.bodyLimit(of: request)
        guard response.body.count > limit else { return response }
        throw APIError(.bodyTooLarge, "The response's body is larger than the limit of \(limit) bytes.", request: request)
    }

    // MARK: Streams

    package func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        switch try begin(request, in: context) {
        case .pass: return try await base.stream(request, in: context)
        case .answer(let response): return HTTPResponseStream(response)
        case .answerWhileValidating(let response, let exchange):
            validate(exchange, in: context)
            return HTTPResponseStream(response)
        case .send(let exchange): return try await stream(exchange, in: context)
        }
    }

    private func stream(_ exchange: CacheExchange, in context: TransferContext) async throws -> HTTPResponseStream {
        var stream: HTTPResponseStream
        do { stream = try await base.stream(exchange.request, in: context) } catch {
            exchange.fail()
            if let stale = exchange.staleAnswer(after: error) { return HTTPResponseStream(stale) }
            throw error
        }
        switch try exchange.receive(head: HTTPResponse(head: stream)) {
        case .answer(let answer): return HTTPResponseStream(answer)
        case .sendAgain(let again): return try await self.stream(again, in: context)
        case .pass(let isStored):
            guard isStored else { return stream }
            // A body whose end can't be detected may be truncated.
            guard !stream.mayBePart else {
                exchange.removeOlder()
                return stream
            }
            let recorded = RecordedBody(stream, exchange)
            stream.body = HTTPResponseStream.Body { try await recorded.next() }
            return stream
        }
    }
}

/// The body of a stream, which is stored when it is complete.
private final class RecordedBody: Sendable {
    private let body: HTTPResponseStream.Body
    private let exchange: CacheExchange
    private let length: Int64?
    /// nil once the body is too long.
    private let response: Mutex<HTTPResponse?>

    init(_ stream: HTTPResponseStream, _ exchange: CacheExchange) {
        body = stream.body
        self.exchange = exchange
        length = stream.bodyLength
        response = Mutex(HTTPResponse(head: stream))
    }

    func next() async throws -> Data? {
        // All iterators of a body share one position.
        var iterator = body.makeAsyncIterator()
        let chunk = try await iterator.next()
        let (whole, isTooLong) = response.withLock { response -> (HTTPResponse?, Bool) in
            guard let chunk else { return (response.take(), false) }
            guard let count = response?.body.count else { return (nil, false) }
            guard count + chunk.count <= exchange.entryLimit else {
                response = nil
                return (nil, true)
            }
            response?.body.append(chunk)
            return (nil, false)
        }
        if isTooLong { exchange.removeOlder() }
        // A cancelled body may end without an error.
        if let whole, !Task.isCancelled, length.map({ $0 == whole.body.count }) ?? true { exchange.store(whole) }
        return chunk
    }
}
