import Synchronization

/// A clock that moves only when a test advances it, so that code with delays can be tested without waiting.
///
///     let clock = ManualClock()
///     async let answer = client.characters().value  // answered with 503, and so retried after a while
///     await clock.sleepers(1)
///     clock.advance(by: .seconds(1))
///
/// A clock with `skipsSleeps` advances automatically: each sleep returns immediately and moves the clock to the end of the sleep. This
/// includes a call's deadline, so use such a clock only for calls without a deadline.
public final class ManualClock: Clock {
    /// A point in time of a manual clock.
    public struct Instant: InstantProtocol {
        /// The time since the clock was created.
        public var offset: Duration

        /// Creates an instant, by default the moment of the clock's creation.
        public init(offset: Duration = .zero) { self.offset = offset }
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }
    private struct Watcher {
        let id: Int
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }
    private struct State {
        var now = Instant()
        var lastID = 0
        var sleepers: [Sleeper] = []
        /// The sleepers and watchers that were cancelled before they began to wait.
        var cancelled: Set<Int> = []
        var watchers: [Watcher] = []
        var sleeps: [Duration] = []

        mutating func nextID() -> Int {
            lastID += 1
            return lastID
        }

        mutating func takeWatchers() -> [Watcher] {
            let due = watchers.filter { $0.count <= sleepers.count }
            watchers.removeAll { $0.count <= sleepers.count }
            return due
        }
    }
    private let state = Mutex(State())
    private let skipsSleeps: Bool

    /// A clock that begins at zero.
    ///
    /// - Parameter skipsSleeps: whether each sleep returns immediately and advances the clock to the end of the sleep.
    public init(skipsSleeps: Bool = false) { self.skipsSleeps = skipsSleeps }

    /// The current instant, which only ``advance(by:)`` and skipped sleeps change.
    public var now: Instant { state.withLock { $0.now } }
    /// Zero: the clock measures exactly.
    public var minimumResolution: Duration { .zero }

    /// The requested durations of all sleeps so far, in order.
    public var sleeps: [Duration] { state.withLock { $0.sleeps } }

    /// The remaining durations of all sleepers, in the order in which they will wake.
    public var remainingSleeps: [Duration] {
        state.withLock { state in state.sleepers.map { state.now.duration(to: $0.deadline) }.sorted() }
    }

    /// Waits until the clock has reached `deadline`. Throws `CancellationError` if the task is cancelled; `tolerance` has no effect.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.sleeps.append(state.now.duration(to: deadline))
            return state.nextID()
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (outcome, watchers): (Result<Void, any Error>?, [Watcher]) = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return (.failure(CancellationError()), []) }
                    if skipsSleeps { state.now = max(state.now, deadline) }
                    if deadline <= state.now { return (.success(()), []) }
                    state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
                    return (nil, state.takeWatchers())
                }
                for watcher in watchers { watcher.continuation.resume() }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
        _ = state.withLock { $0.cancelled.remove(id) }
    }

    /// Advances the clock, and wakes the sleepers whose deadline has passed, in the order of their deadlines.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.deadline <= state.now }.sorted { $0.deadline < $1.deadline }
            state.sleepers.removeAll { $0.deadline <= state.now }
            return due
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Suspends until at least `count` tasks are sleeping, or the waiting task is cancelled.
    public func sleepers(_ count: Int) async {
        let id = state.withLock { $0.nextID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.cancelled.contains(id) || state.sleepers.count >= count { return true }
                    state.watchers.append(Watcher(id: id, count: count, continuation: continuation))
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let watcher = state.withLock { state -> Watcher? in
                guard let index = state.watchers.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.watchers.remove(at: index)
            }
            watcher?.continuation.resume()
        }
        _ = state.withLock { $0.cancelled.remove(id) }
    }
}
