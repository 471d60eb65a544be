import Dispatch
import Synchronization

/// A signal that one thread gives and a task waits for: what tests use in place of sleeping. Each `give` ends one `wait`.
public final class Signal: Sendable {
    private struct State {
        var count = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())

    public init() {}

    public func give() {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.waiters.isEmpty {
                state.count += 1
                return nil
            }
            return state.waiters.removeFirst()
        }
        waiter?.resume()
    }

    public func wait() async {
        await withCheckedContinuation { continuation in
            let isGiven = state.withLock { state in
                if state.count > 0 {
                    state.count -= 1
                    return true
                }
                state.waiters.append(continuation)
                return false
            }
            if isGiven { continuation.resume() }
        }
    }
}

/// A signal for a thread of its own, such as a server's handler. A task must not wait for it: it would block a thread of the pool.
public final class BlockingSignal: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    public init() {}
    public func give() { semaphore.signal() }
    public func wait() { semaphore.wait() }
}
