import Dispatch
import Foundation
import Glibc

/// A program of the system's that tests stand on; those that need one that isn't there are skipped.
enum Tool {
    static let hasOpenSSL = isThere("openssl")
    static let hasNginx = isThere("nginx")
    static let hasCurl = isThere("curl")
    static let hasCompiler = isThere("clang") || isThere("cc")

    private static func isThere(_ name: String) -> Bool {
        ["/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin"].contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
        }
    }

    /// Runs a shell command to its end; what it printed. Throws unless it succeeded.
    @discardableResult
    static func run(_ command: String, in directory: URL) throws -> String {
        let process = try Running(command, in: directory)
        var printed = ""
        while let line = process.nextLine() { printed += line }
        guard process.end() == 0 else { throw Failure(description: "\(command)\n\(printed)") }
        return printed
    }

    /// The same for a task, which mustn't block its thread.
    static func output(of command: String, in directory: URL) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try run(command, in: directory) }) }
        }
    }

    /// A shell command that goes on while the test does. Its last program replaces the shell.
    final class Running {
        private let output: UnsafeMutablePointer<FILE>
        private var id: pid_t = 0

        init(_ command: String, in directory: URL) throws {
            let path = "PATH=$PATH:/usr/sbin:/usr/local/sbin"
            guard let output = popen("cd '\(directory.path)' && echo $$ && \(path) && \(command)", "r") else {
                throw Failure(description: "no shell")
            }
            self.output = output
            id = nextLine().flatMap { pid_t($0.dropLast()) } ?? 0
        }

        /// With its line end; nil when there is no more.
        func nextLine() -> String? {
            var buffer = [CChar](repeating: 0, count: 4096)
            guard fgets(&buffer, 4096, output) != nil else { return nil }
            return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }

        func end() -> Int32 { pclose(output) }

        func kill() {
            if id > 0 { Glibc.kill(id, SIGKILL) }
            _ = end()
        }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
