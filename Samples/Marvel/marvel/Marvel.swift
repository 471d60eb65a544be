internal import EndpointKit

/// The program: arguments in, an exit code out.
struct Marvel: Sendable {
    static let version = "0.1.0"

    var console: Console
    var environment: [String: String]
    /// What is waited with between two attempts.
    var clock: any Clock<Duration> = ContinuousClock()
    /// What the settings files' paths are relative to; nil for where the process is.
    var folder: URL?

    /// Nothing is thrown: what goes wrong is a line on the error stream for each problem, and the exit code.
    func run(_ arguments: [String]) async -> ExitCode {
        do {
            switch try Invocation(arguments) {
            case .version: try console.write("marvel \(Self.version)\n")
            case .help(let command): try console.write(command.map(Help.text(for:)) ?? Help.text)
            case .command(let command): try await command.run(in: self)
            }
            return .ok
        } catch is BrokenPipe {
            // Whoever reads has seen enough: `marvel characters | head -1`.
            return .ok
        } catch {
            let failure = Failure(error)
            for line in failure.lines { console.report("marvel: \(line)") }
            return failure.code
        }
    }
}
