import EndpointKit
import EndpointKitTesting
import Synchronization

@testable import marvel

/// Runs the program in this process, and keeps what it writes.
final class Terminal: Sendable {
    private let output = Mutex("")
    private let lines = Mutex<[String]>([])
    private let readerIsGone: Bool
    let clock = ManualClock(skipsSleeps: true)

    init(readerIsGone: Bool = false) { self.readerIsGone = readerIsGone }

    var data: String { output.withLock { $0 } }
    var reports: [String] { lines.withLock { $0 } }

    /// In a folder without settings files, unless one is named.
    func run(
        _ arguments: [String], environment: [String: String] = [:], in folder: URL = URL(filePath: "/no/such/folder/")
    ) async -> ExitCode {
        let console = Console(
            write: { text in
                if self.readerIsGone { throw BrokenPipe() }
                self.output.withLock { $0 += text }
            },
            report: { line in self.lines.withLock { $0.append(line) } })
        return await Marvel(console: console, environment: environment, clock: clock, folder: folder).run(arguments)
    }

    /// With keys, against the service at `url`.
    func run(_ arguments: [String], against url: URL) async -> ExitCode {
        await run(
            arguments,
            environment: ["MARVEL_PUBLIC_KEY": "1234", "MARVEL_PRIVATE_KEY": "abcd", "MARVEL_BASE_URL": url.absoluteString])
    }
}
