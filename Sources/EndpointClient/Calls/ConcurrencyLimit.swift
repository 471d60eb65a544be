internal import Synchronization

/// Limits how many calls are on the wire at once. Among waiting calls, the one with the highest priority goes first; among equals, the
/// earliest.
final class ConcurrencyLimit: Sendable {
    private let capacity: Int
    /// The name of the policy that sets the limit.
    private let name: String
    private let state = Mutex(State())

    private struct State {
        var running = 0
        var waiting = PriorityQueue<Int, Wait<Void>>()
    }

    init(_ capacity: Int, name: String) {
        self.capacity = capacity
        self.name = name
    }

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Waits for a slot, which the caller must release. Throws `CancellationError` if the task is cancelled or the call ends before its
    /// turn.
    func enter(_ interruption: Interruption, priority: TaskPriority) async throws {
        if capacity < 1 {
            throw APIError(.configuration, "The client can't make this call: its \(name) is \(capacity), and has to be at least 1.")
        }
        let turn: (wait: Wait<Void>, number: Int)? = state.withLock { state in
            if state.running < capacity {
                state.running += 1
                return nil
            }
            let wait = Wait<Void>()
            return (wait, state.waiting.insert(wait, at: -Int(priority.rawValue)))
        }
        guard let (wait, number) = turn else { return }
        do {
            try interruption.attach(wait)
            defer { interruption.detach(wait) }
            try await wait.value()
        } catch {
            // If the call is no longer waiting, it got the slot at the same time.
            if state.withLock({ $0.waiting.remove(number) }) == nil { leave() }
            throw error
        }
    }

    func leave() {
        let next = state.withLock { state in
            let next = state.waiting.takeFirst()
            if next == nil { state.running -= 1 }
            return next
        }
        // If that call ends at this moment, it releases the slot itself.
        next?.finish(.success(()))
    }
}
