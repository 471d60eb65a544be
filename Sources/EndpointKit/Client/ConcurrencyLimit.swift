internal import Synchronization

/// Lets so many calls through at a time, and has the others wait: the highest priority first, and those of one priority in the order in which
/// they came. One that was overtaken often enough goes first, so that none waits for ever.
final class ConcurrencyLimit: Sendable {
    private static let patience = 16

    private let capacity: Int
    private let state = Mutex(State())

    private struct State {
        var running = 0
        /// In the order in which they go.
        var waiters: [Waiter] = []

        mutating func insert(_ waiter: Waiter) {
            var index = waiters.endIndex
            while index > 0, waiters[index - 1].priority < waiter.priority, waiters[index - 1].overtaken < ConcurrencyLimit.patience {
                index -= 1
                waiters[index].overtaken += 1
            }
            waiters.insert(waiter, at: index)
        }
    }

    /// Where a call has its place already: what it asks for meanwhile, such as a token, must not wait for another there.
    @TaskLocal private static var places: Set<ObjectIdentifier> = []
    /// For what calls at their places wait for, whoever started it.
    @TaskLocal static var isExempt = false

    init(capacity: Int) { self.capacity = max(1, capacity) }

    var waitingCount: Int { state.withLock { $0.waiters.count } }

    /// Calls `body` when it is its turn. Throws `CancellationError` when the task is cancelled, or the call ended, before.
    func run<Success>(
        _ handle: CallHandle, priority: TaskPriority, _ body: () async throws -> Success
    ) async throws -> Success {
        let places = Self.places
        if Self.isExempt || places.contains(ObjectIdentifier(self)) { return try await body() }
        try await enter(handle, priority: priority)
        defer { leave() }
        return try await Self.$places.withValue(places.union([ObjectIdentifier(self)])) { try await body() }
    }

    private func enter(_ handle: CallHandle, priority: TaskPriority) async throws {
        let hasTurn = state.withLock { state in
            guard state.running < capacity else { return false }
            state.running += 1
            return true
        }
        if hasTurn { return }

        let waiter = Waiter(limit: self, priority: priority)
        try handle.attach(waiter)
        defer { handle.detach(waiter) }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if waiter.isCancelled { return .failure(CancellationError()) }
                    if state.running < capacity {
                        state.running += 1
                        return .success(())
                    }
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

    private func leave() {
        let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard !state.waiters.isEmpty else {
                state.running -= 1
                return nil
            }
            // Whoever is next takes over the place.
            return state.waiters.removeFirst().continuation
        }
        continuation?.resume()
    }

    /// Sendable because the lock of its limit guards it.
    private final class Waiter: Interruptible, @unchecked Sendable {
        let priority: TaskPriority
        var overtaken = 0
        var isCancelled = false
        var continuation: CheckedContinuation<Void, any Error>?
        private let limit: ConcurrencyLimit

        init(limit: ConcurrencyLimit, priority: TaskPriority) {
            self.limit = limit
            self.priority = priority
        }

        func interrupt() {
            let continuation = limit.state.withLock { state -> CheckedContinuation<Void, any Error>? in
                isCancelled = true
                guard let index = state.waiters.firstIndex(where: { $0 === self }) else { return nil }
                state.waiters.remove(at: index)
                return self.continuation
            }
            continuation?.resume(throwing: CancellationError())
        }
    }
}
