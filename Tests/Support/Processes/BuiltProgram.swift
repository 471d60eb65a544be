public import Foundation

/// A program of this package, which was built with the tests.
public enum BuiltProgram {
    /// The path of the program's file, which is next to the test bundle.
    public static func path(of name: String) -> String {
        bundle.deletingLastPathComponent().appending(path: name).path(percentEncoded: false)
    }

    #if os(Linux)
        private static let bundle = URL(filePath: CommandLine.arguments[0])
    #else
        // On this platform, a program of the toolchain loads the test bundle.
        private static let bundle = Bundle(for: Tested.self).bundleURL
        private final class Tested {}
    #endif

    /// Starts the program with the shell line `redirected`, in which `"$@"` stands for the program and its arguments: `exec "$@" >/dev/full`.
    public static func start(
        _ name: String, _ arguments: [String] = [], environment: [String: String] = [:], directory: URL? = nil, redirected line: String
    ) async throws -> ChildProcess {
        try await ChildProcess.start(
            "/bin/sh", ["-c", line, "sh", path(of: name)] + arguments, environment: environment, directory: directory)
    }
}
