internal import Synchronization

/// The body that a streaming call hands out: it is part of the call, and ends with it, until it is read or let go of.
final class CallBody: Sendable {
    private let call: CallHandle
    private let reader: Reader
    private let isOver = Atomic(false)

    init(_ body: HTTPResponseStream.Body, of call: CallHandle) {
        self.call = call
        reader = Reader(body)
        call.holdBody()
        // What doesn't end by itself is let go of when the call is ended.
        if !call.endsItsTransfers { try? call.attach(reader) }
    }

    deinit { end() }

    func piece() async throws -> Data? {
        do {
            try call.checkEnding()
            let reader = reader
            let piece =
                call.endsItsTransfers ? try await reader.next() : try await call.interruptible { try await reader.next() }
            if piece == nil { end() }
            return piece
        } catch {
            let error = call.ending.map { APIError(ending: $0) } ?? error
            let isCancelled = error is CancellationError || (error as? APIError)?.code == .cancelled
            end(failure: isCancelled ? nil : error)
            throw error
        }
    }

    private func end(failure: (any Error)? = nil) {
        guard !isOver.exchange(true, ordering: .relaxed) else { return }
        call.detach(reader)
        call.letGoOfBody(failure: failure)
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
            // Let go of outside the lock: that closes its connection.
            _ = body.withLock { $0.take() }
        }
    }
}

extension HTTPResponseStream.Body {
    /// The same, as part of `call`.
    func held(by call: CallHandle?) -> Self {
        guard let call else { return self }
        let body = CallBody(self, of: call)
        return Self { try await body.piece() }
    }
}
