internal import Synchronization

/// The tasks that outlive the calls that began them. They end with the client.
package final class BackgroundTasks: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var lastNumber = 0
        var isClosed = false
    }
    private let state = Mutex(State())

    package init() {}

    /// Does `work` in a task of its own, without the caller's task-locals. If the client has ended, the task is cancelled from the beginning.
    package func start(_ work: @escaping @Sendable () async -> Void) {
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
        // Released outside the lock.
        let ended = state.withLock { $0.tasks.removeValue(forKey: number) }
        withExtendedLifetime(ended) {}
    }

    package func cancelAll() {
        let tasks = state.withLock { Array($0.tasks.values) }
        for task in tasks { task.cancel() }
    }

    /// Cancels the tasks, and those that begin later.
    package func close() {
        state.withLock { $0.isClosed = true }
        cancelAll()
    }
}
