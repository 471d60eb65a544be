internal import Synchronization

/// Limits how many calls are on the wire at once. Of those that wait, the highest priority goes first, and calls of equal priority go in
/// the order in which they came. A call can be overtaken only `patience` times, so that none waits forever.
final class ConcurrencyLimit: Sendable {
    private static let patience = 16

    private let capacity: Int
    private let state = Mutex(State())

    /// A call's place on the wire, one of the limited number.
    ///
    /// A transport may make another call with the same client while it sends one. Such an inner call borrows the place of the outer call,
    /// which waits for it, if no other place is free; only one inner call at a time.
    final class Place: Sendable {
        fileprivate let limit: ConcurrencyLimit
        /// The place that this one is borrowed from; nil if it isn't borrowed.
        fileprivate let outer: Place?
        // Accessed under the limit's lock.
        fileprivate nonisolated(unsafe) var isHeld = true
        fileprivate nonisolated(unsafe) var isLent = false

        fileprivate init(limit: ConcurrencyLimit, outer: Place?) {
            self.limit = limit
            self.outer = outer
        }

        func leave() { limit.leave(self) }

        /// Runs `body` as part of the call at this place: its calls may borrow the place.
        func around<Success>(_ body: () async throws -> Success) async throws -> Success {
            try await ConcurrencyLimit.$places.withValue(ConcurrencyLimit.places + [self], operation: body)
        }
    }

    private struct State {
        var running = 0
        /// The ends of the list of waiting calls, in the order in which they go.
        var first: Waiter?
        var last: Waiter?
        var waitingCount = 0

        mutating func insert(_ waiter: Waiter) {
            var before = last
            while let other = before, other.priority < waiter.priority, other.overtaken < ConcurrencyLimit.patience {
                other.overtaken += 1
                before = other.before
            }
            waiter.before = before
            waiter.after = before == nil ? first : before?.after
            if let after = waiter.after { after.before = waiter } else { last = waiter }
            if let before { before.after = waiter } else { first = waiter }
            waiter.isWaiting = true
            waitingCount += 1
        }

        /// Returns false if it isn't in the list any more.
        mutating func remove(_ waiter: Waiter) -> Bool {
            guard waiter.isWaiting else { return false }
            if let before = waiter.before { before.after = waiter.after } else { first = waiter.after }
            if let after = waiter.after { after.before = waiter.before } else { last = waiter.before }
            (waiter.before, waiter.after, waiter.isWaiting) = (nil, nil, false)
            waitingCount -= 1
            return true
        }

        func firstWaiter(where condition: (Waiter) -> Bool) -> Waiter? {
            var waiter = first
            while let found = waiter, !condition(found) { waiter = found.after }
            return waiter
        }
    }

    /// The places of the calls that this task is part of, the innermost last.
    @TaskLocal fileprivate static var places: [Place] = []

    init(capacity: Int) { self.capacity = max(1, capacity) }

    var waitingCount: Int { state.withLock { $0.waitingCount } }

    /// The place of the call that makes this one, and waits for it; nil if there is none.
    private var outerPlace: Place? { Self.places.last { $0.limit === self } }

    /// Waits for a place, with the priority of the options, or else of the task. Throws `CancellationError` if the task is cancelled, or the
    /// call ended, before its turn.
    func enter(_ handle: CallHandle, _ modifiers: CallOptions.Shared?) async throws -> Place {
        let outer = outerPlace
        if let place = state.withLock({ place(in: &$0, at: outer) }) { return place }

        let waiter = Waiter(limit: self, priority: modifiers?.options.priority ?? Task.currentPriority, outer: outer)
        try handle.attach(waiter)
        defer { handle.detach(waiter) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Place, any Error>? = state.withLock { state in
                    if waiter.isCancelled { return .failure(CancellationError()) }
                    if let place = place(in: &state, at: outer) { return .success(place) }
                    waiter.continuation = continuation
                    state.insert(waiter)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            waiter.interrupt()
        }
    }

    /// A free place, or else the outer one, borrowed; nil if neither is available.
    private func place(in state: inout State, at outer: Place?) -> Place? {
        if state.running < capacity {
            state.running += 1
            return Place(limit: self, outer: nil)
        }
        guard let outer, outer.isHeld, !outer.isLent else { return nil }
        outer.isLent = true
        return Place(limit: self, outer: outer)
    }

    private func leave(_ place: Place) {
        let turn: (waiter: CheckedContinuation<Place, any Error>, place: Place)? = state.withLock { state in
            guard place.isHeld else { return nil }
            place.isHeld = false
            if let outer = place.outer {
                outer.isLent = false
                guard outer.isHeld else { return nil }
            } else {
                state.running -= 1
            }
            // A place that was borrowed is free only for inner calls of the same outer call.
            let next = state.firstWaiter { waiter in state.running < capacity || waiter.outer.map { $0.isHeld && !$0.isLent } ?? false }
            guard let next, let place = self.place(in: &state, at: next.outer), state.remove(next), let waiting = next.continuation else {
                return nil
            }
            return (waiting, place)
        }
        if let turn { turn.waiter.resume(returning: turn.place) }
    }

    /// Sendable because the lock of its limit guards it.
    fileprivate final class Waiter: Interruptible, @unchecked Sendable {
        let priority: TaskPriority
        let outer: Place?
        var overtaken = 0
        var isCancelled = false
        var isWaiting = false
        var continuation: CheckedContinuation<Place, any Error>?
        var before: Waiter?
        var after: Waiter?
        private let limit: ConcurrencyLimit

        init(limit: ConcurrencyLimit, priority: TaskPriority, outer: Place?) {
            self.limit = limit
            self.priority = priority
            self.outer = outer
        }

        func interrupt() {
            let continuation = limit.state.withLock { state -> CheckedContinuation<Place, any Error>? in
                isCancelled = true
                return state.remove(self) ? self.continuation : nil
            }
            continuation?.resume(throwing: CancellationError())
        }
    }
}
