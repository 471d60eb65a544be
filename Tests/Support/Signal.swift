import Dispatch
import Synchronization

/// A signal from a thread to a waiting task, which tests use instead of sleeping. Each `give` lets one `wait` return.
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

/// A signal for a separate thread, such as a server's handler. A task must not wait for it, because that would block a thread of the pool.
public final class BlockingSignal: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    public init() {}
    public func give() { semaphore.signal() }
    public func wait() { semaphore.wait() }
}
