public import EndpointKit
import Synchronization

extension HeldTransport {
    /// One request, and the test's side of its response. No method blocks or fails: what comes after the end is ignored.
    public final class Exchange: Sendable {
        /// The request as the client sent it.
        public let request: HTTPRequest
        /// The context in which the client sent it.
        public let context: TransferContext
        private let head = Delivery<(HTTPStatus, HTTPHeaders)>()
        private let state = Mutex(State())

        private struct State {
            var pieces: [Data] = []
            var ending: Result<Data?, any Error>?
            /// The client's wait for the next piece.
            var reader: Delivery<Data?>?
            var isClosed = false
            var readers: [Delivery<Void>] = []
            var closers: [Delivery<Void>] = []

            mutating func take(_ waits: WritableKeyPath<State, [Delivery<Void>]>) -> [Delivery<Void>] {
                defer { self[keyPath: waits] = [] }
                return self[keyPath: waits]
            }
        }

        init(_ request: HTTPRequest, _ context: TransferContext) { (self.request, self.context) = (request, context) }

        // MARK: The response

        /// Sends the head.
        public func head(_ status: HTTPStatus = 200, _ headers: HTTPHeaders = [:]) { head.finish(.success((status, headers))) }

        /// Sends a piece of the body, which the client receives as one chunk.
        public func send(_ piece: Data) {
            state.withLock { state in
                if state.ending != nil { return }
                if state.reader.take()?.finish(.success(piece)) != true { state.pieces.append(piece) }
            }
        }

        /// Sends a piece of the body in UTF-8.
        public func send(_ piece: String) { send(Data(piece.utf8)) }

        /// Ends the body. Without a head, the server has closed the connection.
        public func end() {
            finish(.success(nil))
            head.finish(.failure(TransportFailure(.disconnected, detail: "the test sent no head").error(for: request)))
        }

        /// Sends a whole response.
        public func answer(_ response: HTTPResponse) {
            head(response.status, response.headers)
            if !response.body.isEmpty { send(response.body) }
            end()
        }

        /// Ends the exchange with an error, after the pieces that were sent before.
        public func fail(_ error: any Error) {
            finish(.failure(error))
            head.finish(.failure(error))
        }

        /// Ends the exchange like a transport that fails for this reason.
        public func fail(_ reason: TransportFailure.Reason) {
            fail(TransportFailure(reason, detail: "the test ends this exchange").error(for: request))
        }

        private func finish(_ ending: Result<Data?, any Error>) {
            state.withLock { state in
                if state.ending != nil { return }
                state.ending = ending
                _ = state.reader.take()?.finish(ending)
            }
        }

        // MARK: What the client does

        /// Whether the client needs no more: it has read the end, was cancelled, or has released the body.
        public var isClosed: Bool { state.withLock { $0.isClosed } }

        /// Waits until the client has read every piece and asks for another, or the exchange is closed. Returns early if the task is cancelled.
        public func untilRead() async { await wait(\.readers) { $0.isClosed || $0.reader != nil } }

        /// Waits until the exchange is closed: see ``isClosed``. Returns early if the task is cancelled.
        public func untilClosed() async { await wait(\.closers) { $0.isClosed } }

        private func wait(_ waits: any WritableKeyPath<State, [Delivery<Void>]> & Sendable, until isOver: (State) -> Bool) async {
            let wait = Delivery<Void>()
            let isOver = state.withLock { state in
                if isOver(state) { return true }
                state[keyPath: waits].append(wait)
                return false
            }
            if !isOver { try? await wait.value() }
        }

        // MARK: The client's side

        func awaitedHead() async throws -> (HTTPStatus, HTTPHeaders) { try await head.value() }

        func awaitedPiece() async throws -> Data? {
            let wait = Delivery<Data?>()
            let (piece, watchers) = state.withLock { state -> (Result<Data?, any Error>?, [Delivery<Void>]) in
                if !state.pieces.isEmpty { return (.success(state.pieces.removeFirst()), []) }
                if let ending = state.ending { return (ending, []) }
                state.reader = wait
                return (nil, state.take(\.readers))
            }
            for watcher in watchers { watcher.finish(.success(())) }
            let next = if let piece { try piece.get() } else { try await wait.value() }
            if next == nil { close() }
            return next
        }

        func close() {
            let watchers = state.withLock { state in
                state.isClosed = true
                return state.take(\.readers) + state.take(\.closers)
            }
            for watcher in watchers { watcher.finish(.success(())) }
        }
    }
}

/// One outcome that one task waits for. The first outcome applies. Cancelling the task ends the wait.
struct Delivery<Value: Sendable>: Sendable {
    private let stream: AsyncThrowingStream<Value, any Error>
    private let continuation: AsyncThrowingStream<Value, any Error>.Continuation

    init() { (stream, continuation) = AsyncThrowingStream.makeStream(bufferingPolicy: .bufferingOldest(1)) }

    /// Returns false for a value that nobody receives.
    @discardableResult func finish(_ outcome: Result<Value, any Error>) -> Bool {
        switch outcome {
        case .success(let value):
            if case .enqueued = continuation.yield(value) { return true }
            return false
        case .failure(let error):
            continuation.finish(throwing: error)
            return true
        }
    }

    func value() async throws -> Value {
        for try await value in stream { return value }
        throw CancellationError()
    }
}
