import Foundation
import TestSupport

/// Starts this program once more and returns how it ended, and what it printed.
/// - Parameter environment: additional variables.
func runThisProgram(arguments: [String], environment: [String: String] = [:]) async throws -> ChildProcess.Result {
    try await startThisProgram(arguments: arguments, environment: environment).result
}

/// Starts this program once more, with additional variables.
func startThisProgram(arguments: [String], environment: [String: String] = [:]) async throws -> ChildProcess {
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    return try await ChildProcess.start(
        program.path(percentEncoded: false), arguments,
        environment: ProcessInfo.processInfo.environment.merging(environment) { $1 })
}
