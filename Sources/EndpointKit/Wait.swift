internal import Synchronization

/// One outcome that a task waits for, and any thread gives. The first one counts; a cancellation of the task, or of the call that it is
/// attached to, is one.
final class Wait<Success: Sendable>: Interruptible {
    typealias Outcome = Result<Success, any Error>

    private enum State {
        case open
        case waiting(UnsafeContinuation<Outcome, Never>)
        case over(Outcome)
    }
    private let state = Mutex(State.open)

    init() {}

    /// Returns false if there is an outcome already.
    @discardableResult func finish(_ outcome: Outcome) -> Bool {
        let (continuation, isFirst) = state.withLock { state -> (UnsafeContinuation<Outcome, Never>?, Bool) in
            switch state {
            case .open:
                state = .over(outcome)
                return (nil, true)
            case .waiting(let continuation):
                state = .over(outcome)
                return (continuation, true)
            case .over: return (nil, false)
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
                    if case .over(let outcome) = state { return outcome }
                    state = .waiting(continuation)
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            interrupt()
        }.get()
    }
}
