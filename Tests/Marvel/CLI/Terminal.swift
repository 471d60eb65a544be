import CommandLineProgram
import EndpointKit
import EndpointKitTesting
import TestSupport

@testable import marvel

/// Runs the program in this process, and keeps what it writes.
final class Terminal: Sendable {
    private let output = Recorder<Data>()
    private let lines = Recorder<String>()
    private let statusWrites = Recorder<String>()
    private let readerIsGone: Bool
    private let columns: Int?
    private let outputColumns: Int?
    let clock = ManualClock(skipsSleeps: true)

    /// - Parameters:
    ///   - columns: of the terminal that the error stream is; nil where it is none.
    ///   - outputColumns: of the terminal that the output is.
    init(readerIsGone: Bool = false, columns: Int? = nil, outputColumns: Int? = nil) {
        self.outputColumns = outputColumns
        self.readerIsGone = readerIsGone
        self.columns = columns
    }

    var data: String { String(decoding: output.values.joined(), as: UTF8.self) }
    var reports: [String] { lines.values }
    /// What was written over the last line, again and again.
    var statuses: [String] { statusWrites.values }

    /// In a folder without settings files, unless one is named.
    func run(
        _ arguments: [String], environment: [String: String] = [:], in folder: URL = URL(filePath: "/no/such/folder/")
    ) async -> ExitCode {
        var size: (@Sendable () -> Int)?
        if let outputColumns { size = { outputColumns } }
        let console = Console(
            send: { data in
                if self.readerIsGone { throw BrokenPipe() }
                self.output.record(data)
            },
            report: { self.lines.record($0) },
            status: columns.map { columns in
                StatusLine(columns: { columns }, write: { self.statusWrites.record($0) })
            }, columns: size)
        return await Marvel(console: console, environment: environment, clock: clock, folder: folder).run(arguments)
    }

    /// With keys, against the service at `url`.
    func run(_ arguments: [String], against url: URL) async -> ExitCode {
        await run(
            arguments,
            environment: ["MARVEL_PUBLIC_KEY": "1234", "MARVEL_PRIVATE_KEY": "abcd", "MARVEL_BASE_URL": url.absoluteString])
    }
}
