internal import Dispatch
internal import Synchronization

/// Ctrl-C: the first one cancels what is running, which lets go of its connections; a second one doesn't wait for that.
final class Interrupt: Sendable {
    private let happened = Atomic(false)

    /// Runs `body` as a task; after Ctrl-C the exit code is ``ExitCode/interrupted``, whatever the task made of it.
    static func cancelling(_ body: @escaping @Sendable () async -> ExitCode) async -> ExitCode {
        let interrupt = Interrupt()
        let task = Task { await body() }
        let signals = System.interrupts {
            if interrupt.happened.exchange(true, ordering: .relaxed) { System.exit(.interrupted) }
            task.cancel()
        }
        let code = await task.value
        signals.cancel()
        return interrupt.happened.load(ordering: .relaxed) ? .interrupted : code
    }
}
