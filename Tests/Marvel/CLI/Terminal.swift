import EndpointKit
import EndpointKitTesting
import Synchronization

@testable import marvel

/// Runs the program in this process, and keeps what it writes.
final class Terminal: Sendable {
    private let output = Mutex("")
    private let lines = Mutex<[String]>([])
    private let statusWrites = Mutex<[String]>([])
    private let readerIsGone: Bool
    private let columns: Int?
    let clock = ManualClock(skipsSleeps: true)

    /// - Parameter columns: of the terminal that the error stream is; nil where it is none.
    init(readerIsGone: Bool = false, columns: Int? = nil) {
        self.readerIsGone = readerIsGone
        self.columns = columns
    }

    var data: String { output.withLock { $0 } }
    var reports: [String] { lines.withLock { $0 } }
    /// What was written over the last line, again and again.
    var statuses: [String] { statusWrites.withLock { $0 } }

    /// In a folder without settings files, unless one is named.
    func run(
        _ arguments: [String], environment: [String: String] = [:], in folder: URL = URL(filePath: "/no/such/folder/")
    ) async -> ExitCode {
        let console = Console(
            write: { text in
                if self.readerIsGone { throw BrokenPipe() }
                self.output.withLock { $0 += text }
            },
            report: { line in self.lines.withLock { $0.append(line) } },
            status: columns.map { columns in
                StatusLine(columns: { columns }, write: { text in self.statusWrites.withLock { $0.append(text) } })
            })
        return await Marvel(console: console, environment: environment, clock: clock, folder: folder).run(arguments)
    }

    /// With keys, against the service at `url`.
    func run(_ arguments: [String], against url: URL) async -> ExitCode {
        await run(
            arguments,
            environment: ["MARVEL_PUBLIC_KEY": "1234", "MARVEL_PRIVATE_KEY": "abcd", "MARVEL_BASE_URL": url.absoluteString])
    }
}
