import Synchronization
import TestSupport

/// Triggers to bind to a paginator. They count how many of them were requested.
final class Triggers: Sendable {
    private struct State {
        var given = 0
        var asked = 0
        var waiter: CheckedContinuation<Void?, Never>?
    }
    private let state = Mutex(State())

    var sequence: AsyncStream<Void> { AsyncStream(unfolding: { await self.next() }) }

    /// Returns when the last trigger has been handled, which is when the next one is requested.
    func give() async {
        let (waiter, count) = state.withLock { state in
            state.given += 1
            defer { state.waiter = nil }
            return (state.waiter, state.given)
        }
        waiter?.resume(returning: ())
        await eventually { self.state.withLock { $0.asked } > count }
    }

    private func next() async -> Void? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isGiven = state.withLock { state in
                    state.asked += 1
                    if state.given >= state.asked || Task.isCancelled { return true }
                    state.waiter = continuation
                    return false
                }
                if isGiven { continuation.resume(returning: Task.isCancelled ? nil : ()) }
            }
        } onCancel: {
            state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }?.resume(returning: nil)
        }
    }
}
