internal import EndpointKit

/// The program: it takes arguments and returns an exit code.
struct Marvel: Sendable {
    static let version = "0.1.0"

    var console: Console
    var environment: [String: String]
    /// The clock for the waits between two attempts.
    var clock: any Clock<Duration> = ContinuousClock()
    /// The folder to which the paths of settings files are relative; nil for the working directory.
    var folder: URL?

    /// Never throws: a failure is a line on the error stream for each problem, and an exit code.
    func run(_ arguments: [String]) async -> ExitCode {
        do {
            switch try Invocation(arguments) {
            case .version: try console.write("marvel \(Self.version)\n")
            case .help(let command): try console.write(command.map(Help.text(for:)) ?? Help.text)
            case .command(let command): try await command.run(in: self)
            }
            return .ok
        } catch is BrokenPipe {
            // The reader of the output needs no more of it: `marvel characters | head -1`.
            return .ok
        } catch {
            let failure = Failure(error)
            for line in failure.lines { console.report("marvel: \(line)") }
            return failure.code
        }
    }
}
