internal import Synchronization

/// One exchange of a transport that several calls wait for.
///
/// It runs in its own task, so that cancelling a waiter doesn't affect the others. When the last waiter leaves, the exchange is cancelled.
final class SharedExchange: Sendable {
    typealias Outcome = Result<HTTPResponse, any Error>

    private struct Waiter {
        let wait: Wait<HTTPResponse>
        let timeLeft: (@Sendable () -> Duration)?
    }

    private struct State {
        var waiters: [Int: Waiter] = [:]
        var lastNumber = 0
        var isStarted = false
        var task: Task<Void, Never>?
        var outcome: Outcome?
        /// Whether all waiters left before the outcome.
        var isAbandoned = false
        /// The exchange of the next attempt of the calls that waited for this one.
        var next: SharedExchange?
    }
    private let state = Mutex(State())
    private let interruption = Interruption()
    let retry = SharedRetry()
    /// The number of unsafe requests before it.
    private let changes: UInt64

    init(after changes: UInt64) { self.changes = changes }

    /// Calls `start` the first time.
    func startOnce(_ start: (SharedExchange) -> Void) {
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        if isFirst { start(self) }
    }

    /// Sends the request. `ended` is called before the waiters get the outcome.
    func start(
        _ request: HTTPRequest, over base: any Transport, in context: TransferContext, ended: @escaping @Sendable (SharedExchange) -> Void
    ) {
        var context = context
        context.interruption = interruption
        context.memory = nil
        context.timeLeft = { [weak self] in self?.timeLeft ?? .longestSleep }
        // Without the caller's task-locals, because there are several callers.
        let task = Task.detached(priority: Task.currentPriority) { [context] in
            let outcome: Outcome
            do { outcome = .success(try await base.send(request, in: context)) } catch { outcome = .failure(error) }
            ended(self)
            self.finish(outcome)
        }
        let isAbandoned = state.withLock { state in
            if state.outcome == nil { state.task = task }
            return state.isAbandoned
        }
        if isAbandoned { task.cancel() }
    }

    /// The longest time that any waiter has left. Waiters may have no deadline.
    private var timeLeft: Duration {
        state.withLock { state in state.waiters.values.map { $0.timeLeft?() ?? .longestSleep }.max() ?? .longestSleep }
    }

    private func finish(_ outcome: Outcome) {
        let waiters = state.withLock { state in
            state.outcome = outcome
            state.task = nil
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.wait.finish(outcome) }
    }

    /// A place among the waiters.
    struct Seat {
        fileprivate let wait: Wait<HTTPResponse>
        fileprivate let number: Int
    }

    /// Returns nil if the exchange has been abandoned.
    func join(_ context: TransferContext) -> Seat? {
        let wait = Wait<HTTPResponse>()
        let (seat, outcome) = state.withLock { state -> (Seat?, Outcome?) in
            if state.isAbandoned { return (nil, nil) }
            state.lastNumber += 1
            if state.outcome == nil { state.waiters[state.lastNumber] = Waiter(wait: wait, timeLeft: context.timeLeft) }
            return (Seat(wait: wait, number: state.lastNumber), state.outcome)
        }
        if let outcome { wait.finish(outcome) }
        return seat
    }

    /// Waits for the outcome. Throws `CancellationError` if the task is cancelled or the call ends first. `abandoned` is called if this was
    /// the last waiter.
    func response(_ seat: Seat, _ context: TransferContext, abandoned: (SharedExchange) -> Void) async throws -> HTTPResponse {
        do {
            try context.interruption?.attach(seat.wait)
            defer { context.interruption?.detach(seat.wait) }
            return try await seat.wait.value()
        } catch {
            let (isLast, task) = state.withLock { state -> (Bool, Task<Void, Never>?) in
                let left = state.waiters.removeValue(forKey: seat.number)
                guard left != nil, state.waiters.isEmpty, state.outcome == nil else { return (false, nil) }
                state.isAbandoned = true
                return (true, state.task)
            }
            if isLast {
                abandoned(self)
                interruption.interrupt()
                task?.cancel()
            }
            throw error
        }
    }

    /// The exchange of the retry. If there is none yet, `other` makes it. One that has ended counts, because the calls wake one after the
    /// other, unless something may have changed since it began.
    ///
    /// - Parameter changes: the number of unsafe requests so far.
    func next(after changes: UInt64, or other: () -> SharedExchange) -> SharedExchange {
        if let next = state.withLock({ $0.next }), next.isCurrent(after: changes) { return next }
        let made = other()
        return state.withLock { state in
            if let next = state.next, next.isCurrent(after: changes) { return next }
            state.next = made
            return made
        }
    }

    private func isCurrent(after changes: UInt64) -> Bool { state.withLock { !$0.isAbandoned } && self.changes == changes }

    var waiterCount: Int { state.withLock { $0.waiters.count } }
}
