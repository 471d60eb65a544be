internal import Synchronization

/// The body that a streaming call returns. Until it is read or released, it is part of the call, and a cancel of the call ends it.
final class CallBody: Sendable {
    private let call: CallHandle
    private let reader: Reader
    private let isOver = Atomic(false)

    init(_ body: HTTPResponseStream.Body, of call: CallHandle) {
        self.call = call
        reader = Reader(body)
        call.holdBody()
        // If the call was ended, the body isn't read.
        do { try call.interruption.attach(reader) } catch { reader.interrupt() }
    }

    deinit { end(call.ending.map { .failed(APIError(ending: $0)) } ?? .released) }

    func chunk() async throws -> Data? {
        do {
            try call.checkEnding()
            let chunk = try await reader.next()
            if chunk == nil, !isOver.load(ordering: .relaxed) {
                // A cancelled transport may end a body without an error.
                try call.checkEnding()
                try Task.checkCancellation()
                end(.complete)
            }
            return chunk
        } catch {
            // A failure after a cancel is caused by the cancel.
            let error = call.ending.map { APIError(ending: $0) } ?? (Task.isCancelled ? CancellationError() : error)
            end(.failed(error))
            throw error
        }
    }

    private func end(_ end: CallHandle.BodyEnd) {
        guard !isOver.exchange(true, ordering: .relaxed) else { return }
        call.interruption.detach(reader)
        if case .failed(let error) = end { call.fail(with: error) }
        call.releaseBody(end)
    }

    private final class Reader: Interruptible {
        private let body: Mutex<HTTPResponseStream.Body?>

        init(_ body: HTTPResponseStream.Body) { self.body = Mutex(body) }

        func next() async throws -> Data? {
            // All iterators of a body share one position.
            var iterator = body.withLock { $0 }?.makeAsyncIterator()
            return try await iterator?.next()
        }

        func interrupt() {
            // Released outside the lock, because the release closes the connection.
            _ = body.withLock { $0.take() }
        }
    }
}
