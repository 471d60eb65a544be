import Dispatch
import Synchronization

/// A signal between a server's thread and a task.
final class Arrival: Sendable {
    private struct State {
        var count = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())
    private let semaphore = DispatchSemaphore(value: 0)

    /// Wakes one waiter of either kind, or the next one to arrive.
    func give() {
        semaphore.signal()
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if !state.waiters.isEmpty { return state.waiters.removeFirst() }
            state.count += 1
            return nil
        }
        waiter?.resume()
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.count == 0 {
                    state.waiters.append(continuation)
                    return false
                }
                state.count -= 1
                return true
            }
            if isThere { continuation.resume() }
        }
    }

    /// Waits on a thread that may block, such as a server's.
    func block() { semaphore.wait() }
}

/// Makes threads wait until a given number of them have arrived.
final class Arrivals: Sendable {
    private let missing: Mutex<Int>
    private let all = DispatchSemaphore(value: 0)

    init(awaiting count: Int) { missing = Mutex(count) }

    func arriveAndWait() {
        let isLast = missing.withLock { missing in
            missing -= 1
            return missing == 0
        }
        if !isLast { all.wait() }
        all.signal()
    }
}
