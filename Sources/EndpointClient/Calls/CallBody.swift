internal import Synchronization

/// The body that a streaming call returns. Until it is read or released, it is part of the call, and cancelling the call ends it.
final class CallBody: BodyOwner {
    private let call: CallHandle
    private let reader: Reader
    private let isOver = Atomic(false)

    init(_ body: HTTPResponseStream.Body, of call: CallHandle) {
        self.call = call
        reader = Reader(body)
        call.holdBody()
        reader.setOwner(self)
        // If the call has already ended, the body isn't read.
        do { try call.interruption.attach(reader) } catch { reader.interrupt() }
    }

    deinit { end(callsEnd ?? .released) }

    private func endWithCall() { if let end = callsEnd { self.end(end) } }

    /// The end of a body whose call was ended from outside.
    private var callsEnd: CallHandle.BodyEnd? { call.ending.map { .failed(added(to: APIError(ending: $0))) } }

    func added(to error: any Error) -> any Error { call.facts?.added(to: error) ?? error }

    func chunk() async throws -> Data? {
        do {
            try call.checkEnding()
            let chunk = try await reader.next()
            if chunk == nil, !isOver.load(ordering: .relaxed) {
                // A transport that is cancelled may end the body without an error.
                try call.checkEnding()
                try Task.checkCancellation()
                end(.complete)
            }
            return chunk
        } catch {
            // A failure after a cancellation is caused by the cancellation.
            let error = call.ending.map { APIError(ending: $0) } ?? (Task.isCancelled ? CancellationError() : error)
            throw fail(with: error)
        }
    }

    func fail(with error: any Error) -> any Error {
        let error = added(to: error)
        end(.failed(error))
        return error
    }

    /// The rest is read for a moment, so that the connection can be reused, and then the body counts as complete.
    func settle() async {
        let rest = HTTPResponseStream.Body { [reader] in try await reader.next() }
        _ = try? await rest.beginning(limit: Self.restLimit, within: Self.restTime)
        end(callsEnd ?? .complete)
        // This closes a connection that is still open.
        reader.interrupt()
    }

    // The bounds that the engine sets for the bodies of redirects.
    private static let restLimit = 16 << 10
    private static let restTime = Duration.milliseconds(250)

    private func end(_ end: CallHandle.BodyEnd) {
        guard !isOver.exchange(true, ordering: .relaxed) else { return }
        call.interruption.detach(reader)
        if case .failed(let error) = end { call.tellGroups(of: error) }
        call.releaseBody(end)
    }

    private final class Reader: Interruptible {
        private struct State {
            var body: HTTPResponseStream.Body?
            weak var owner: CallBody?
        }
        private let state: Mutex<State>

        init(_ body: HTTPResponseStream.Body) { state = Mutex(State(body: body)) }

        func setOwner(_ owner: CallBody) { state.withLock { $0.owner = owner } }

        func next() async throws -> Data? {
            // All iterators of a body share their position.
            var iterator = state.withLock { $0.body }?.makeAsyncIterator()
            return try await iterator?.next()
        }

        func interrupt() {
            // The body is released outside the lock, because its release closes the connection.
            let (_, owner) = state.withLock { ($0.body.take(), $0.owner) }
            // The end is reported here, because the body may have no reader.
            owner?.endWithCall()
        }
    }
}
