internal import Synchronization

/// A client's tasks that outlive the calls that started them. They end with the client.
final class BackgroundTasks: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var lastNumber = 0
        var isClosed = false
        /// The waits that end with the last task.
        var waiters: [Wait<Void>] = []
    }
    private let state = Mutex(State())

    init() {}

    func start(_ work: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            state.lastNumber += 1
            let number = state.lastNumber
            let task = Task.detached { [self] in
                await work()
                remove(number)
            }
            state.tasks[number] = task
            if state.isClosed { task.cancel() }
        }
    }

    private func remove(_ number: Int) {
        // The task is released outside the lock.
        let (ended, waiters) = state.withLock { state in
            let ended = state.tasks.removeValue(forKey: number)
            defer { if state.tasks.isEmpty { state.waiters = [] } }
            return (ended, state.tasks.isEmpty ? state.waiters : [])
        }
        withExtendedLifetime(ended) {}
        for waiter in waiters { waiter.finish(.success(())) }
    }

    var isIdle: Bool { state.withLock { $0.tasks.isEmpty } }

    /// Returns a wait that ends when the last task does.
    func idle() -> Wait<Void> {
        let wait = Wait<Void>()
        let isIdle = state.withLock { state in
            if !state.tasks.isEmpty { state.waiters.append(wait) }
            return state.tasks.isEmpty
        }
        if isIdle { wait.finish(.success(())) }
        return wait
    }

    func cancelAll() {
        let tasks = state.withLock { Array($0.tasks.values) }
        for task in tasks { task.cancel() }
    }

    /// Cancels the tasks. A task that is started later is cancelled from the start.
    func close() {
        state.withLock { $0.isClosed = true }
        cancelAll()
    }
}
