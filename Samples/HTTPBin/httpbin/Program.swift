internal import CommandLineProgram
internal import EndpointKit

/// The program: it takes arguments and returns an exit code.
struct Program: Sendable {
    static let name = "httpbin"

    var console: Console
    var environment: [String: String]
    /// The clock for the waits between two attempts.
    var clock: any Clock<Duration> = ContinuousClock()

    static let spec = ProgramSpec<Program>(
        name: name,
        summary: """
            Makes one call after the other, and prints a line for each. Without --live or a settings file a stand-in on this machine answers.
            Settings are read from ~/.config/httpbin/config.json, where there is one; otherwise they are built in.
            """,
        commands: [AskCommand.self])

    func run(_ arguments: [String]) async -> ExitCode {
        await Self.spec.run(arguments, in: self, console: console)
    }
}
