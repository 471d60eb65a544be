internal import Synchronization

/// Ends the calls of a client at their deadlines. One timer serves all calls: the runtime keeps the timer of a cancelled sleep until it
/// would have fired, so timers of single calls would accumulate.
final class DeadlineTimer: Sendable {
    /// A call with a deadline, in a linked list in the order of the deadlines. Accessed under the timer's lock only.
    final class Entry: @unchecked Sendable {
        fileprivate let handle: CallHandle
        fileprivate let time: Duration
        fileprivate let deadline: Duration
        fileprivate var earlier: Entry?
        fileprivate var later: Entry?

        fileprivate init(_ handle: CallHandle, time: Duration, deadline: Duration) {
            self.handle = handle
            self.time = time
            self.deadline = deadline
        }
    }

    private struct State {
        var first: Entry?
        var last: Entry?
        /// The times at which the sleeping tasks wake, latest first: each task was started for a deadline before all others.
        var wakings: [Duration] = []

        mutating func insert(_ entry: Entry) {
            // Most deadlines have the same length, so a new one is mostly the latest.
            var before = last
            while let other = before, other.time > entry.time { before = other.earlier }
            entry.earlier = before
            entry.later = before == nil ? first : before?.later
            if let later = entry.later { later.earlier = entry } else { last = entry }
            if let before { before.later = entry } else { first = entry }
        }

        mutating func remove(_ entry: Entry) {
            if let earlier = entry.earlier { earlier.later = entry.later } else { first = entry.later }
            if let later = entry.later { later.earlier = entry.earlier } else { last = entry.earlier }
            (entry.earlier, entry.later) = (nil, nil)
        }

        /// The time at which another task must wake; nil if a sleeping task wakes in time.
        mutating func nextWaking() -> Duration? {
            guard let first, wakings.last.map({ first.time < $0 }) ?? true else { return nil }
            wakings.append(first.time)
            return first.time
        }
    }
    private let state = Mutex(State())
    private let clock: CallClock

    init(clock: CallClock) { self.clock = clock }

    /// Ends the call `deadline` after `start`, unless it is removed before.
    func add(_ handle: CallHandle, at start: Duration, after deadline: Duration) {
        let time = start + min(deadline, .longestSleep)
        guard time > clock.now else { return handle.end(.deadline(deadline)) }
        let entry = Entry(handle, time: time, deadline: deadline)
        let waking = state.withLock { state in
            handle.deadlineEntry = entry
            state.insert(entry)
            return state.nextWaking()
        }
        if let waking { sleep(until: waking) }
    }

    func remove(_ handle: CallHandle) {
        state.withLock { state in
            guard let entry = handle.deadlineEntry.take() else { return }
            state.remove(entry)
        }
    }

    private func sleep(until time: Duration) {
        Task.detached { [self] in
            try? await clock.sleep(for: time - clock.now)
            wake(from: time)
        }
    }

    private func wake(from waking: Duration) {
        let now = clock.now
        let (expired, next): ([Entry], Duration?) = state.withLock { state in
            if let index = state.wakings.lastIndex(of: waking) { state.wakings.remove(at: index) }
            var expired: [Entry] = []
            while let first = state.first, first.time <= now {
                state.remove(first)
                first.handle.deadlineEntry = nil
                expired.append(first)
            }
            return (expired, state.nextWaking())
        }
        for entry in expired { entry.handle.end(.deadline(entry.deadline)) }
        if let next { sleep(until: next) }
    }
}
