internal import EndpointHTTP
internal import Foundation
internal import Synchronization
#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// One request in flight in a session, and the part of the response received so far.
final class URLSessionExchange: Sendable {
    typealias Continuation = CheckedContinuation<HTTPResponse, any Error>

    private struct State {
        var task: URLSessionTask?
        var upload: URLSessionUpload?
        var isCancelled = false
        var head: HTTPResponse?
        var body = Data()
        var httpVersion: TransferMetrics.HTTPVersion?
        // The reason why the client stopped the task, which the session doesn't report.
        var failure: (any Error)?
        var continuation: Continuation?
    }
    let request: HTTPRequest
    let context: TransferContext
    private let state = Mutex(State())
    // Receives the chunks of a streamed response; nil if the response is buffered here.
    private let chunks: BodyBuffer?
    // The transport is retained, because its sessions end with it.
    private let transport: URLSessionTransport

    init(request: HTTPRequest, context: TransferContext, chunks: BodyBuffer?, transport: URLSessionTransport) {
        self.request = request
        self.context = context
        self.chunks = chunks
        self.transport = transport
    }

    /// The buffered body.
    var body: Data { state.withLock { $0.body } }

    func start(_ task: URLSessionTask, upload: URLSessionUpload?, resuming continuation: Continuation) {
        let isCancelled = state.withLock { state in
            state.continuation = continuation
            state.task = task
            state.upload = upload
            return state.isCancelled
        }
        // If the exchange is cancelled before it starts, the task never runs and reports nothing.
        if isCancelled {
            task.cancel()
            return finish(CancellationError())
        }
        upload?.start { [weak self] error in self?.stop(error) }
        task.resume()
        watchHead()
    }

    /// Ends the exchange if the head takes too long. A session has one timeout, which is longer if that of the body is.
    private func watchHead() {
        // While a body is sent, the session's timeout applies.
        guard let bodyTimeout = context.bodyTimeout, bodyTimeout > request.timeout, request.body == nil else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + request.timeout / .seconds(1)) { [weak self] in
            guard let self, state.withLock({ $0.head == nil }) else { return }
            stop(TransportFailure(.timeout, detail: "nothing was received for \(request.timeout)").error(for: request))
        }
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    private func stop(_ failure: any Error) {
        let task = state.withLock { state in
            state.failure = state.failure ?? failure
            return state.task
        }
        task?.cancel()
    }

    // MARK: What the session reports

    func receive(_ response: HTTPURLResponse) {
        var head = HTTPResponse(status: HTTPStatus(rawValue: response.statusCode))
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { head.headers.append(name, value) }
        }
        head.address = request.urlText
        // An unread body must not affect the outcome.
        let isUnread = chunks == nil && context.leavesBodyUnread(head.status, head.headers)
        let (continuation, task) = state.withLock { [head] state -> (Continuation?, URLSessionTask?) in
            state.head = head
            guard chunks != nil || isUnread else { return (nil, nil) }
            defer { state.continuation = nil }
            return (state.continuation, state.task)
        }
        continuation?.resume(returning: head)
        if isUnread { task?.cancel() }
    }

    /// - Parameter name: the protocol's name in the ALPN registry (RFC 7301).
    func receive(protocolName name: String) {
        let versions: [String: TransferMetrics.HTTPVersion] = [
            "http/1.0": .http10, "http/1.1": .http11, "h2": .http2, "h3": .http3,
        ]
        state.withLock { $0.httpVersion = versions[name] }
    }

    func receive(_ data: Data) {
        if let chunks { return receive(data, into: chunks) }
        let isTooLarge = state.withLock { state in
            if state.body.count + data.count > context.bodyLimit(of: request) { return true }
            state.body.append(data)
            return false
        }
        if isTooLarge { stop(tooLarge) }
    }

    private func receive(_ data: Data, into chunks: BodyBuffer) {
        #if canImport(Darwin)
            // A task counts its suspensions, and `give` returns false only once. Without the lock, a reader that makes space at the same
            // time could resume the task before it is suspended.
            state.withLock { state in
                if !chunks.give(data) { state.task?.suspend() }
            }
        #else
            // On this platform, a suspended task sends its request again when it is resumed.
            _ = chunks.give(data)
            if chunks.byteCount > max(context.bodyLimit(of: request), BodyBuffer.capacity) { stop(tooLarge) }
        #endif
    }

    /// Called when the reader has made space in the buffer.
    func resume() {
        #if canImport(Darwin)
            state.withLock { $0.task?.resume() }
        #endif
    }

    func finish(_ error: (any Error)?) {
        let state = state.withLock { state in
            defer {
                state.continuation = nil
                state.task = nil
                state.upload = nil
            }
            return state
        }
        state.upload?.stop()
        var outcome: Result<HTTPResponse, any Error>
        if let failure = state.failure {
            outcome = .failure(failure)
        } else if let error {
            outcome = .failure(URLSessionFailure.error(error, for: request, hasHead: state.head != nil, isCancelled: state.isCancelled))
        } else if var head = state.head {
            if context.wantsMetrics, let version = state.httpVersion {
                var metrics = TransferMetrics()
                metrics.httpVersion = version
                head.metrics = metrics
            }
            outcome = .success(head)
        } else {
            outcome = .failure(TransportFailure(.disconnected, detail: "no response arrived").error(for: request))
        }
        if chunks == nil, case .failure(let error as APIError) = outcome, error.response == nil, let head = state.head {
            outcome = .failure(error.adding(head: head))
        }
        state.continuation?.resume(with: outcome)
        chunks?.end(outcome.map { _ in })
    }

    /// Returns the next chunk of a streamed body.
    func next() async throws -> Data? {
        guard let (chunk, mayResume) = try await chunks?.next() else { return nil }
        if mayResume { resume() }
        return chunk
    }

    private var tooLarge: APIError {
        APIError(
            .bodyTooLarge, "The response's body is larger than the limit of \(context.bodyLimit(of: request)) bytes.", request: request)
    }
}
