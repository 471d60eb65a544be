internal import Synchronization

/// Ends a client's calls at their deadlines. One sleeping task serves all calls: the runtime keeps the timer of a cancelled sleep until it
/// would have fired, so separate timers for calls would accumulate.
final class DeadlineTimer: Sendable {
    private struct State {
        var calls = PriorityQueue<Duration, (handle: CallHandle, deadline: Duration)>()
        var sleeper: (task: Task<Void, Never>, end: Duration)?
    }
    private let state = Mutex(State())
    private let clock: AnyClock

    init(clock: AnyClock) { self.clock = clock }

    /// Ends the call `deadline` after `start`, unless it is removed before then. If that time has already passed, ends the call at once and
    /// returns nil.
    func add(_ handle: CallHandle, at start: Duration, after deadline: Duration) -> Int? {
        let end = start + min(deadline, .longestSleep)
        guard end > clock.now else {
            handle.end(.deadline(deadline))
            return nil
        }
        return state.withLock { state in
            let number = state.calls.insert((handle, deadline), at: end)
            sleep(in: &state)
            return number
        }
    }

    func remove(_ number: Int) {
        // The entry is released outside the lock, because it may hold the last reference to arbitrary objects.
        let removed = state.withLock { $0.calls.remove(number) }
        withExtendedLifetime(removed) {}
    }

    /// Sleeps until the first deadline, unless a task already wakes by then.
    private func sleep(in state: inout State) {
        guard let end = state.calls.firstKey() else { return }
        if let sleeper = state.sleeper {
            if sleeper.end <= end { return }
            sleeper.task.cancel()
        }
        let task = Task.detached(priority: .high) { [weak self, clock] in
            try? await clock.sleep(for: end - clock.now)
            if !Task.isCancelled { self?.wake() }
        }
        state.sleeper = (task, end)
    }

    private func wake() {
        let now = clock.now
        let expired = state.withLock { state in
            state.sleeper = nil
            var expired: [(handle: CallHandle, deadline: Duration)] = []
            while let first = state.calls.firstKey(), first <= now, let call = state.calls.takeFirst() { expired.append(call) }
            sleep(in: &state)
            return expired
        }
        for call in expired { call.handle.end(.deadline(call.deadline)) }
    }
}
