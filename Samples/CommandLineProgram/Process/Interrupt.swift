internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Handles Ctrl-C and other requests to end: the first one cancels the running task, which closes its connections; a second one ends the
/// process at once.
final class Interrupt: Sendable {
    /// Ctrl-C, `kill`, and a terminal that is closed.
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// The first signal; 0 before that.
    private let signal = Atomic<Int32>(0)
    private let running = OneTask()

    /// Runs `body` as a task, and returns its exit code. After a signal it doesn't return: once the task has ended, the process ends by
    /// that signal.
    static func cancelling(_ body: @escaping @Sendable () async -> ExitCode) async -> ExitCode {
        let interrupt = Interrupt()
        var sources: [any DispatchSourceSignal] = []
        for signal in signals {
            if let source = await System.source(of: signal, { interrupt.received(signal) }) { sources.append(source) }
        }
        let task = Task { await body() }
        interrupt.running.set(task)
        let code = await task.value
        for source in sources { source.cancel() }
        let signal = interrupt.signal.load(ordering: .relaxed)
        if signal != 0 { System.exit(by: signal) }
        return code
    }

    private func received(_ number: Int32) {
        guard signal.compareExchange(expected: 0, desired: number, ordering: .relaxed).exchanged else { System.exit(by: number) }
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
