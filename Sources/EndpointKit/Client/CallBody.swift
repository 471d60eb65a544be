internal import Synchronization

/// The body that a streaming call hands out: it is part of the call, and ends with it, until it is read or let go of.
final class CallBody: Sendable {
    private let call: CallHandle
    private let reader: Reader
    private let isOver = Atomic(false)

    init(_ body: HTTPResponseStream.Body, of call: CallHandle) {
        self.call = call
        // Taken once: a body has one reader.
        reader = Reader(body.makeAsyncIterator())
        call.hold()
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
        if !isOver.exchange(true, ordering: .relaxed) { call.letGo(failure: failure) }
    }

    /// Sendable because a body has one reader, who asks for one piece after the other.
    private final class Reader: @unchecked Sendable {
        private var iterator: HTTPResponseStream.Body.AsyncIterator

        init(_ iterator: HTTPResponseStream.Body.AsyncIterator) { self.iterator = iterator }

        func next() async throws -> Data? { try await iterator.next() }
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
