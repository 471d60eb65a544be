internal import Synchronization

/// One outcome that a task waits for, and that any thread may supply. The first outcome applies. Cancelling the task, or the call to which
/// the wait belongs, also supplies an outcome.
///
/// Each module that uses it has a symbolic link to this file, as with ``PriorityQueue``.
final class Wait<Success: Sendable>: Interruptible {
    typealias Outcome = Result<Success, any Error>

    private enum State {
        case open
        case waiting(UnsafeContinuation<Outcome, Never>)
        case finished(Outcome)
        /// The waiter has the outcome.
        case over
    }
    private let state = Mutex(State.open)

    init() {}

    /// Returns false if there is an outcome already.
    @discardableResult func finish(_ outcome: Outcome) -> Bool {
        let (continuation, isFirst) = state.withLock { state -> (UnsafeContinuation<Outcome, Never>?, Bool) in
            switch state {
            case .open:
                state = .finished(outcome)
                return (nil, true)
            case .waiting(let continuation):
                state = .over
                return (continuation, true)
            case .finished, .over: return (nil, false)
            }
        }
        continuation?.resume(returning: outcome)
        return isFirst
    }

    func interrupt() { finish(.failure(CancellationError())) }

    /// Waits for the outcome, once.
    func value() async throws -> Success {
        try await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let outcome = state.withLock { state -> Outcome? in
                    guard case .finished(let outcome) = state else {
                        state = .waiting(continuation)
                        return nil
                    }
                    state = .over
                    return outcome
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            interrupt()
        }.get()
    }
}
