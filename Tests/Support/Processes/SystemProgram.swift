public import Foundation

/// Programs of the system that tests need. Tests are skipped if their program is missing.
public enum SystemProgram {
    /// The path of the program's file, or nil. The superuser's folders are searched too, because some systems keep nginx there.
    public static func path(of name: String) -> String? {
        let own = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
        return (own + ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin", "/usr/local/sbin"]).map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    public static func isInstalled(_ name: String) -> Bool { path(of: name) != nil }

    /// Runs a program to its end, by default with an empty environment, and returns its output. Throws unless it succeeded.
    @discardableResult
    public static func run(
        _ name: String, _ arguments: [String], environment: [String: String] = [:], in directory: URL? = nil
    ) async throws -> Data {
        guard let path = path(of: name) else { throw ProcessCommand.Failure(description: "\(name) isn't installed.") }
        let result = try await ChildProcess.run(path, arguments, environment: environment, directory: directory)
        guard result.exit == .code(0) else {
            throw ProcessCommand.Failure(
                description: "\(name) \(arguments.joined(separator: " ")) ended with \(result.exit): \(result.errorText)")
        }
        return result.output
    }

    /// Runs a command in a shell that finds the programs in the system's standard path.
    public static func shell(_ command: String) async throws -> Data { try await run("sh", ["-c", command]) }
}
