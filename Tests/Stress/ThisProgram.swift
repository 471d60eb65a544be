import Foundation
import TestSupport

/// Starts this program once more and returns how it ended, and what it printed.
func runThisProgram(
    arguments: [String], environment: [String: String] = ProcessInfo.processInfo.environment
) async throws -> ChildProcess.Result {
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    return try await ChildProcess.run(
        program.path(percentEncoded: false), arguments, environment: environment)
}
