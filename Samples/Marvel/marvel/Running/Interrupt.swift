internal import Dispatch
internal import Synchronization

/// Handles Ctrl-C: the first one cancels the running task, which closes its connections; a second one ends the process at once.
final class Interrupt: Sendable {
    private let happened = Atomic(false)

    /// Runs `body` as a task. After Ctrl-C the exit code is ``ExitCode/interrupted``, whatever the task returns.
    static func cancelling(_ body: @escaping @Sendable () async -> ExitCode) async -> ExitCode {
        let interrupt = Interrupt()
        let running = OneTask()
        let signals = await System.interrupts {
            if interrupt.happened.exchange(true, ordering: .relaxed) { System.exit(.interrupted) }
            running.cancel()
        }
        let task = Task { await body() }
        running.set(task)
        let code = await task.value
        signals.cancel()
        return interrupt.happened.load(ordering: .relaxed) ? .interrupted : code
    }
}

/// A task that may be cancelled before it is set.
private final class OneTask: Sendable {
    private let state = Mutex<(task: Task<ExitCode, Never>?, isCancelled: Bool)>((nil, false))

    func set(_ task: Task<ExitCode, Never>) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }
}
