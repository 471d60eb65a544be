internal import Dispatch
internal import Synchronization

/// Handles Ctrl-C and other requests to end: the first one cancels the running task, which closes its connections. A task that computes, or
/// writes to a blocked stream, may not notice; the process then ends a second later. A second request ends the process at once.
final class Interrupt: Sendable {
    private let running = OneTask()
    private let isCancelled = Atomic<Bool>(false)

    /// Runs `body` as a task, and returns its exit code. After a signal it doesn't return: once the task has ended, the process ends by
    /// that signal.
    static func cancelling(_ body: @escaping @Sendable () async -> ExitCode) async -> ExitCode {
        let interrupt = Interrupt()
        let caught = CaughtSignals { interrupt.received($0) }
        let task = Task { await body() }
        interrupt.running.set(task)
        let code = await task.value
        if let signal = caught.end() { System.exit(by: signal) }
        return code
    }

    private func received(_ number: Int32) {
        guard !isCancelled.exchange(true, ordering: .relaxed) else { System.exit(by: number) }
        // Scheduled before the cancellation, because cancelling runs code of waiting tasks.
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { System.exit(by: number) }
        running.cancel()
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
