/// The source of the responses in one attempt: the transport, or a stored response.
struct Wire: Sendable {
    let core: ClientCore
    let handle: CallHandle
    /// The ID by which transports and observers know the call.
    let callID: UInt64
    let measures: Bool
    /// When the call's deadline passes, measured by the client's clock; nil if there is no deadline.
    let deadline: Duration?
    let priority: UInt8?
    /// Whether an earlier attempt's connection led to a server that doesn't answer for the origin.
    let isMisdirected: Bool
    /// See ``TransferContext/bodyTimeout``.
    let bodyTimeout: Duration?
    /// The state for the cache and the cookie jar; nil if neither is used.
    var memory: Memory?

    /// A class, because most clients have neither a cache nor a cookie jar, and then store only nil.
    final class Memory: Sendable {
        /// The stored response that replaces the transport's.
        let stored: HTTPResponse?
        /// How the cache treats the transport's response.
        let exchange: CacheExchange?
        /// How often the cookie jar had been cleared before the request got its cookies.
        let start: Int

        init(stored: HTTPResponse? = nil, exchange: CacheExchange? = nil, cookiesSince start: Int = 0) {
            (self.stored, self.exchange, self.start) = (stored, exchange, start)
        }
    }

    var isStored: Bool { memory?.stored != nil }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        if let stored = memory?.stored {
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
                try await handle.waiting { [core] in try await core.transport.send(request, in: context) }
            }
        guard let memory else { return response }
        try await keepCookies(of: response.headers, request, memory)
        if let exchange = memory.exchange { response = try exchange.received(response) }
        return response
    }

    func stream(_ request: HTTPRequest) async throws -> HTTPResponseStream {
        if let stored = memory?.stored { return HTTPResponseStream(stored) }
        let context = context(for: request)
        var stream =
            if core.awaitsTransportInPlace {
                try await core.transport.stream(request, in: context)
            } else {
                detached(try await handle.waiting { [core] in try await core.transport.stream(request, in: context) })
            }
        guard let memory else { return stream }
        try await keepCookies(of: stream.headers, request, memory)
        if let exchange = memory.exchange { stream = try exchange.received(stream) }
        return stream
    }

    /// Stores the response's cookies. If the call was ended, nothing is stored, not even cookies that have arrived.
    private func keepCookies(of headers: HTTPHeaders, _ request: HTTPRequest, _ memory: Memory) async throws {
        try handle.checkEnding()
        try Task.checkCancellation()
        try await core.jar?.keep(headers, of: request, since: memory.start, handle.interruption, timeLeft: timeLeft)
    }

    /// Returns a custom transport's stream, whose chunks are each awaited in a separate task.
    private func detached(_ stream: HTTPResponseStream) -> HTTPResponseStream {
        var stream = stream
        let (body, handle) = (stream.body, handle)
        stream.body = HTTPResponseStream.Body {
            // A body's iterators share their position.
            let chunk = try await handle.waiting {
                var iterator = body.makeAsyncIterator()
                return try await iterator.next()
            }
            if chunk == nil {
                // A cancelled body may end as if it were complete.
                try handle.checkEnding()
                try Task.checkCancellation()
            }
            return chunk
        }
        return stream
    }

    /// Returns the body as part of the call: until it has been read or released, it ends when the call does.
    func held(_ body: HTTPResponseStream.Body) -> HTTPResponseStream.Body {
        let body = CallBody(body, of: handle)
        return HTTPResponseStream.Body({ try await body.chunk() }, of: body)
    }

    func leavesBodyUnread(of stream: HTTPResponseStream, to request: HTTPRequest) -> Bool {
        context(for: request).leavesBodyUnread(stream.status, stream.headers)
    }

    private var timeLeft: Duration? { deadline.map { $0 - core.clock.now } }

    private func context(for request: HTTPRequest) -> TransferContext {
        var context = TransferContext(core.connection(for: request), bodyLimit: request.bodyLimit, wantsMetrics: measures)
        // A custom transport runs in its own task, which is cancelled instead.
        if core.awaitsTransportInPlace { context.interruption = handle.interruption }
        context.callID = callID
        context.needsNewConnection = isMisdirected
        context.followsRedirects = core.policies.redirects.limit > 0
        context.timeLeft = timeLeft
        context.rawPriority = priority
        // Only a request that may be sent again has a timeout of its own for the body.
        context.bodyTimeout = request.isIdempotent ? bodyTimeout : nil
        return context
    }
}
