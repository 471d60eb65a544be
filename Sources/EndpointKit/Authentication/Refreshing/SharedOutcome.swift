internal import Synchronization

/// The outcome of one piece of work that many wait for, each of whom may stop waiting without an effect on the work or the others.
final class SharedOutcome: Sendable {
    private struct State {
        var result: Result<Void, APIError>?
        var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
        var lastID = 0
    }
    private let state = Mutex(State())

    /// Wakes all who wait. A second outcome changes nothing.
    func finish(_ result: Result<Void, APIError>) {
        let waiters = state.withLock { state in
            guard state.result == nil else { return State().waiters }
            state.result = result
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume(with: result.mapError { $0 }) }
    }

    /// Throws `CancellationError` as soon as the task is cancelled.
    func wait() async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    // A cancellation that comes after this finds the waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if let result = state.result { return result.mapError { $0 } }
                    state.waiters[id] = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(throwing: CancellationError())
        }
    }
}
