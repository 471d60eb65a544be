internal import EndpointKit
internal import Synchronization

/// The process of a program.
package enum RunningProcess {
    /// Runs a program to its end, with the process's console, environment and arguments, and ends the process: with the program's exit
    /// code, or by the signal that interrupted it.
    // A command that only prints runs on the main thread, because starting other threads would take as long as everything else put together.
    package nonisolated(nonsending) static func run(
        _ program: nonisolated(nonsending) @Sendable (Console, _ environment: [String: String], _ arguments: [String]) async -> ExitCode
    ) async -> Never {
        System.prepareStreams()
        let environment = ProcessInfo.processInfo.environment
        let arguments = Array(CommandLine.arguments.dropFirst())
        isThisOne.store(true, ordering: .relaxed)
        System.exit(await program(.standard, environment, arguments))
    }

    private static let isThisOne = Atomic(false)

    /// Runs `body` so that a signal cancels it, if this process is the program's own. In a test, `body` runs like any other code.
    nonisolated(nonsending) static func interruptible(_ body: @escaping @Sendable () async -> ExitCode) async -> ExitCode {
        isThisOne.load(ordering: .relaxed) ? await Interrupt.cancelling(body) : await body()
    }
}
