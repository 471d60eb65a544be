internal import EndpointKit

/// The process of a program.
package enum RunningProcess {
    /// Runs a program to its end, with the process's console, environment and arguments, and ends the process: with the program's exit code,
    /// or by the signal that interrupted it.
    package static func run(
        _ program: @escaping @Sendable (_ console: Console, _ environment: [String: String], _ arguments: [String]) async -> ExitCode
    ) async -> Never {
        System.prepareStreams()
        let environment = ProcessInfo.processInfo.environment
        let arguments = Array(CommandLine.arguments.dropFirst())
        System.exit(await $isThisOne.withValue(true) { await program(.standard, environment, arguments) })
    }

    @TaskLocal private static var isThisOne = false

    /// Runs `body` so that a signal cancels it, where this process is the program's: a test runs it like any other code.
    static func interruptible(_ body: @escaping @Sendable () async -> ExitCode) async -> ExitCode {
        isThisOne ? await Interrupt.cancelling(body) : await body()
    }
}
