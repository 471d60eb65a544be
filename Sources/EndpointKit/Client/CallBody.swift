internal import Synchronization

/// The body that a streaming call hands out: it is part of the call, and ends with it, until it is read or released.
final class CallBody: Sendable {
    private let call: CallHandle
    private let reader: Reader
    private let isOver = Atomic(false)

    init(_ body: HTTPResponseStream.Body, of call: CallHandle) {
        self.call = call
        reader = Reader(body)
        call.holdBody()
        // Where the call is over already, the body is not read.
        do { try call.attach(reader) } catch { reader.interrupt() }
    }

    deinit { end() }

    func chunk() async throws -> Data? {
        do {
            try call.checkEnding()
            let chunk = try await reader.next()
            if chunk == nil, !isOver.load(ordering: .relaxed) {
                // Another's body may end like a whole one when it is cancelled.
                try call.checkEnding()
                try Task.checkCancellation()
                end()
            }
            return chunk
        } catch {
            // What fails while it is cancelled failed because of it.
            let error = call.ending.map { APIError(ending: $0) } ?? (Task.isCancelled ? CancellationError() : error)
            end(failure: error)
            throw error
        }
    }

    private func end(failure: (any Error)? = nil) {
        guard !isOver.exchange(true, ordering: .relaxed) else { return }
        call.detach(reader)
        if let failure { call.fail(with: failure) }
        call.releaseBody()
    }

    private final class Reader: Interruptible {
        private let body: Mutex<HTTPResponseStream.Body?>

        init(_ body: HTTPResponseStream.Body) { self.body = Mutex(body) }

        func next() async throws -> Data? {
            // Its iterators share what they read.
            var iterator = body.withLock { $0 }?.makeAsyncIterator()
            return try await iterator?.next()
        }

        func interrupt() {
            // Released outside the lock: that closes its connection.
            _ = body.withLock { $0.take() }
        }
    }
}
