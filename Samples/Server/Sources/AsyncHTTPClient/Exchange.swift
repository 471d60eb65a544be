import AsyncHTTPClient
import EndpointKit
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization

/// One request in flight, and the part of its response received so far. AsyncHTTPClient calls its delegate on the task's event loop. An
/// exchange may be ended from any thread.
final class Exchange: HTTPClientResponseDelegate, NIOAsyncSequenceProducerDelegate, Sendable {
    typealias Chunks = NIOThrowingAsyncSequenceProducer<
        Data, any Error, NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark, Exchange
    >

    private struct State {
        var task: HTTPClient.Task<Void>?
        /// Why this side ended the task.
        var failure: (any Error)?
        var head: HTTPResponse?
        var body = Data()
        /// Receives the chunks of a streamed response; nil for a response that is buffered here.
        var chunks: Chunks.Source?
        var metrics = TransferMetrics()
        var continuation: CheckedContinuation<HTTPResponse, any Error>?
        /// Fulfilled when the reader has made space.
        var demand: EventLoopPromise<Void>?
        var upload: Task<Void, Never>?
        var isOver = false
        var mayStartOver = false
        /// Whether the request was sent on a connection that had carried another request before.
        var isConnectionReused = false
        /// The number of bytes of the body that AsyncHTTPClient has passed on.
        var passedLength = 0
        /// The length of the response's whole body on the wire, if it ended before the whole request was sent.
        var bodyLength: Int?
        /// Called at the end of the exchange, if it is set by then.
        var ended: (@Sendable () -> Void)?

        // The request's timeout counts from the last byte or, before the request is sent, from the end of the time for connecting.
        var watch: Scheduled<Void>?
        var lastActivity: NIODeadline?
        /// Whether the transfer waits for this side to provide a chunk of the body.
        var isWaitingForBody = false
    }
    let request: HTTPRequest
    let context: TransferContext
    private let url: URL
    private let client: PooledClient
    private let state = Mutex(State())
    private let start: ContinuousClock.Instant?
    private let begin = NIODeadline.now()
    // Retained, because the connections close with their transport.
    private let transport: AsyncHTTPClientTransport

    init(_ request: HTTPRequest, in context: TransferContext, on client: PooledClient, transport: AsyncHTTPClientTransport) {
        self.request = request
        url = request.url
        self.client = client
        self.context = context
        self.transport = transport
        start = context.wantsMetrics ? .now : nil
    }

    /// The name by which the connection finds the exchange, unique while the exchange exists.
    var name: String { String(UInt(bitPattern: ObjectIdentifier(self))) }

    /// Makes the response a stream. Releasing its chunks ends the exchange.
    func stream() -> Chunks {
        let new = Chunks.makeSequence(
            backPressureStrategy: .init(lowWatermark: 2, highWatermark: 8), finishOnDeinit: true, delegate: self)
        state.withLock { $0.chunks = new.source }
        return new.sequence
    }

    /// Returns the response. For a stream, returns it without a body as soon as the head has arrived.
    func run() async throws -> HTTPResponse {
        let made: HTTPClient.Request
        do { made = try HTTPClient.Request(request, url, in: context, name: name, upload: upload) } catch {
            throw failure(for: error, hasHead: false, hasConnection: false)
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let failure = state.withLock { state in
                    state.continuation = continuation
                    return state.failure
                }
                if let failure { return finish(.failure(failure)) }
                client.exchanges.add(self)
                let task = client.client.execute(request: made, delegate: self)
                task.futureResult.whenComplete { self.finish($0) }
                watch(task.eventLoop, after: TimeAmount(clamping: request.timeout))
                let late = state.withLock { state in
                    state.task = task
                    return state.failure
                }
                if let late { task.fail(reason: late) }
                finishEarly()
            }
        } onCancel: {
            end(CancellationError())
        }
    }

    /// Ends the exchange, and closes its connection.
    func end(_ failure: any Error) {
        let (task, demand) = state.withLock { state in
            if !state.isOver { state.failure = state.failure ?? failure }
            return (state.task, state.demand.take())
        }
        task?.fail(reason: failure)
        demand?.fail(failure)
    }

    private func finish(_ result: Result<Void, any Error>) {
        let end = state.withLock { state -> State? in
            guard !state.isOver else { return nil }
            defer {
                state.isOver = true
                (state.continuation, state.watch, state.upload, state.demand, state.chunks, state.body) = (nil, nil, nil, nil, nil, Data())
                state.ended = nil
            }
            return state
        }
        guard let end else { return }
        end.ended?()
        client.exchanges.remove(self)
        end.watch?.cancel()
        end.upload?.cancel()
        end.demand?.succeed()
        let outcome: Result<HTTPResponse, any Error>
        switch (result, end.head) {
        case (.success, var head?) where end.failure == nil:
            head.body = end.body
            head.metrics = start.map { end.metrics.total(.now - $0) }
            outcome = .success(head)
        default:
            let cause = end.failure ?? result.failure.map(ExchangeFailure.cause) ?? HTTPClientError.remoteConnectionClosed
            let error = failure(for: cause, hasHead: end.head != nil, hasConnection: end.lastActivity != nil)
            state.withLock { state in
                state.failure = error
                state.mayStartOver = end.failure == nil && end.head == nil && mayStartOver(after: cause, end)
            }
            outcome = .failure(error)
        }
        end.continuation?.resume(with: outcome)
        switch outcome {
        case .success: end.chunks?.finish()
        case .failure(let error): end.chunks?.finish(error)
        }
    }

    /// Throws the error with which the exchange has ended.
    func checkEnd() throws { if let failure = state.withLock({ $0.failure }) { throw failure } }

    /// Whether the request may be sent again after it has failed: the server closed an idle connection before the request was sent, or stated
    /// that it didn't process the request. The client decides about any other repetition.
    var mayStartOver: Bool { state.withLock { $0.mayStartOver } }

    private func mayStartOver(after error: any Error, _ end: State) -> Bool {
        if end.lastActivity == nil { return ExchangeFailure.isOfClosedConnection(error) }
        return request.body?.isReplayable != false && ExchangeFailure.isRefusal(error)
    }

    private func failure(for error: any Error, hasHead: Bool, hasConnection: Bool) -> any Error {
        ExchangeFailure.error(error, for: request, hasHead: hasHead, hasConnection: hasConnection)
    }

    // MARK: The body

    private func upload(_ body: HTTPBodyEntity, to writer: HTTPClient.Body.StreamWriter) -> EventLoopFuture<Void> {
        // An empty write, because this is the only way to find out which event loop is used.
        writer.write(.byteBuffer(ByteBuffer())).flatMapWithEventLoop { _, loop in
            let promise = loop.makePromise(of: Void.self)
            let task = Task {
                do {
                    var chunks = try body.chunks().makeAsyncIterator()
                    while let chunk = try await self.waitingForBody({ try await chunks.next() }) {
                        try await Self.sent(writer.write(.byteBuffer(ByteBuffer(bytes: chunk))), on: loop)
                        try Task.checkCancellation()
                    }
                    promise.succeed()
                } catch {
                    // AsyncHTTPClient knows its own errors already.
                    if error is APIError { self.end(error) }
                    promise.fail(error)
                }
            }
            let isOver = self.state.withLock { state in
                state.upload = state.isOver ? nil : task
                return state.isOver
            }
            if isOver { task.cancel() }
            return promise.futureResult
        }
    }

    /// Waits for a part until the task is cancelled. If the connection was reset, AsyncHTTPClient may never complete the part's future.
    private static func sent(_ part: EventLoopFuture<Void>, on loop: any EventLoop) async throws {
        let promise = loop.makePromise(of: Void.self)
        part.cascade(to: promise)
        try await withTaskCancellationHandler {
            try await promise.futureResult.get()
        } onCancel: {
            promise.fail(CancellationError())
        }
    }

    private func waitingForBody(_ next: () async throws -> Data?) async rethrows -> Data? {
        state.withLock { $0.isWaitingForBody = true }
        defer {
            state.withLock { state in
                state.isWaitingForBody = false
                state.lastActivity = .now()
            }
        }
        return try await next()
    }

    // MARK: What the event loop reports

    func didBegin(isConnectionReused: Bool) {
        state.withLock { state in
            state.lastActivity = .now()
            state.isConnectionReused = isConnectionReused
        }
    }

    func didSendRequestPart(task: HTTPClient.Task<Void>, _ part: IOData) { state.withLock { $0.lastActivity = .now() } }

    func didReceiveInterimHead() { state.withLock { $0.lastActivity = .now() } }

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        if let fault = head.fault { return task.eventLoop.makeFailedFuture(TransportFailure(.malformed, detail: fault)) }
        var headers = EndpointKit.HTTPHeaders()
        for (name, value) in head.headers { headers.append(name, value) }
        let response = HTTPResponse(status: HTTPStatus(rawValue: Int(head.status.code)), headers: headers, url: url)
        let (continuation, isUnread) = state.withLock { state in
            state.lastActivity = .now()
            state.head = response
            if let start {
                state.metrics.firstByte = .now - start
                state.metrics.httpVersion = .init(head.version)
                state.metrics.isConnectionReused = state.isConnectionReused
            }
            let isUnread = state.chunks == nil && context.leavesBodyUnread(response.status, headers)
            return (state.chunks != nil || isUnread ? state.continuation.take() : nil, isUnread)
        }
        // The timeout may be shorter from now on.
        if let timeout = context.bodyTimeout, timeout < request.timeout { watch(task.eventLoop, after: TimeAmount(clamping: timeout)) }
        if let continuation {
            var response = response
            if start != nil { response.metrics = state.withLock { $0.metrics } }
            continuation.resume(returning: response)
        }
        // The body isn't read, and must not decide the outcome.
        if isUnread { end(CancellationError()) }
        finishEarly()
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ part: ByteBuffer) -> EventLoopFuture<Void> {
        let promise = task.eventLoop.makePromise(of: Void.self)
        let chunks = state.withLock { state in
            state.lastActivity = .now()
            if state.chunks != nil { state.demand = promise }
            return state.chunks
        }
        // Counted now, because the end may be reported on another thread.
        defer {
            state.withLock { $0.passedLength += part.readableBytes }
            finishEarly()
        }
        guard let chunks else {
            buffer(part, promise)
            return promise.futureResult
        }
        switch chunks.yield(Data(part.readableBytesView)) {
        case .produceMore: produceMore()
        case .stopProducing: break
        // The reader has been released.
        case .dropped: end(CancellationError())
        }
        return promise.futureResult
    }

    private func buffer(_ part: ByteBuffer, _ promise: EventLoopPromise<Void>) {
        let limit = context.bodyLimit(of: request)
        let isTooLarge = state.withLock { state in
            guard state.body.count + part.readableBytes <= limit else { return true }
            part.withUnsafeReadableBytes { bytes in
                if state.body.isEmpty { state.body = Data(bytes) } else { state.body.append(contentsOf: bytes) }
            }
            return false
        }
        guard isTooLarge else { return promise.succeed() }
        let error = APIError(.bodyTooLarge, "The response's body is larger than the limit of \(limit) bytes.", request: request)
        end(error)
        promise.fail(error)
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) {}

    /// The response has ended before the whole request was sent.
    ///
    /// - Parameters:
    ///   - length: the length of the body on the wire.
    ///   - end: called when the exchange has ended.
    func didReceiveEarlyEnd(after length: Int, then end: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            state.bodyLength = length
            if !state.isOver { state.ended = end }
            return state.isOver
        }
        if isOver { end() } else { finishEarly() }
    }

    /// Ends the exchange if it has received all of a response that has ended early.
    private func finishEarly() {
        let task = state.withLock { $0.head != nil && $0.passedLength == $0.bodyLength ? $0.task : nil }
        guard let task else { return }
        finish(.success(()))
        task.fail(reason: CancellationError())
    }

    // MARK: What the reader reports

    func produceMore() {
        let demand = state.withLock { state in
            state.lastActivity = .now()
            return state.demand.take()
        }
        demand?.succeed()
    }

    func didTerminate() { end(CancellationError()) }

    // MARK: The timeout

    private func watch(_ loop: any EventLoop, after delay: TimeAmount) {
        let watch = loop.scheduleTask(in: delay) { self.look(loop) }
        let unused = state.withLock { state -> Scheduled<Void>? in
            if state.isOver { return watch }
            defer { state.watch = watch }
            return state.watch
        }
        unused?.cancel()
    }

    private func look(_ loop: any EventLoop) {
        let hasHead = state.withLock { $0.head != nil }
        let longest = hasHead ? context.bodyTimeout ?? request.timeout : request.timeout
        let (timeout, connectTimeout) = (TimeAmount(clamping: longest), TimeAmount(clamping: context.connection.connectTimeout))
        let now = NIODeadline.now()
        let rest = state.withLock { state in
            // While the transfer waits for this side, the peer's silence doesn't count. A peer that has begun its response doesn't wait
            // for the body.
            let isWaiting = state.demand != nil || state.isWaitingForBody && state.head == nil
            return isWaiting ? timeout : (state.lastActivity ?? begin + connectTimeout) + timeout - now
        }
        if rest > .zero { return watch(loop, after: rest) }
        end(TransportFailure(.timeout, detail: "nothing was sent or received for \(longest)").error(for: request))
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}

extension HTTPResponseHead {
    /// Why the response can't be used; nil if it can.
    fileprivate var fault: String? {
        // The bytes after this head would be in a protocol that the client didn't request.
        if status == .switchingProtocols { return "it switches to a protocol that wasn't requested" }
        // Without a TE field, chunked is the only coding that a server may apply (RFC 9112, section 6.1).
        let codings = headers["Transfer-Encoding"].map { $0.lowercased() }
        return codings.isEmpty || codings == ["chunked"] ? nil : "its Transfer-Encoding is not chunked"
    }
}

extension TransferMetrics.HTTPVersion {
    fileprivate init?(_ version: HTTPVersion) {
        switch (version.major, version.minor) {
        case (1, 0): self = .http10
        case (1, 1): self = .http11
        case (2, _): self = .http2
        default: return nil
        }
    }
}

extension TransferMetrics {
    fileprivate func total(_ total: Duration) -> TransferMetrics {
        var metrics = self
        metrics.total = total
        return metrics
    }
}
