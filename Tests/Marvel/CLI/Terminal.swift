import CommandLineProgram
import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@testable import marvel

/// Runs the program in this process, and records its output.
final class Terminal: Sendable {
    private let output = Recorder<Data>()
    private let lines = Recorder<String>()
    private let statusWrites = Recorder<String>()
    private let readerIsGone: Bool
    private let columns: Int?
    private let outputColumns: Int?
    let clock = ManualClock(skipsSleeps: true)
    /// Signaled after each write to the output.
    let wrote = Signal()

    /// - Parameters:
    ///   - columns: the width of the error stream's terminal; nil if it isn't a terminal.
    ///   - outputColumns: the width of the output's terminal.
    init(readerIsGone: Bool = false, columns: Int? = nil, outputColumns: Int? = nil) {
        self.outputColumns = outputColumns
        self.readerIsGone = readerIsGone
        self.columns = columns
    }

    var data: String { String(decoding: output.values.joined(), as: UTF8.self) }
    var json: JSON { (try? JSON(parsing: data)) ?? .null }
    var reports: [String] { lines.values }
    /// The writes to the last line, which replace each other.
    var statuses: [String] { statusWrites.values }

    static let keys = ["MARVEL_PUBLIC_KEY": "1234", "MARVEL_PRIVATE_KEY": "abcd"]

    /// Runs the program once, and expects it to exit with `code`.
    static func run(
        _ arguments: [String], against url: URL? = nil, environment: [String: String] = [:], in folder: URL? = nil,
        expecting code: ExitCode, sourceLocation: SourceLocation = #_sourceLocation
    ) async -> Terminal {
        let terminal = Terminal()
        let found = await terminal.run(arguments, against: url, environment: environment, in: folder)
        #expect(found == code, "\(arguments): \(terminal.reports)", sourceLocation: sourceLocation)
        return terminal
    }

    /// Runs the program with keys if there is a service at `url`, and without settings files unless one is named or in `folder`.
    func run(
        _ arguments: [String], against url: URL? = nil, environment: [String: String] = [:], in folder: URL? = nil
    ) async -> ExitCode {
        let service = url.map { Self.keys.merging(["MARVEL_BASE_URL": $0.absoluteString]) { $1 } } ?? [:]
        var size: (@Sendable () -> Int)?
        if let outputColumns { size = { outputColumns } }
        let console = Console(
            send: { data in
                if self.readerIsGone { throw BrokenPipe() }
                self.output.record(data)
                self.wrote.give()
            },
            report: { self.lines.record($0) },
            status: columns.map { columns in
                StatusLine(columns: { columns }, write: { self.statusWrites.record($0) })
            }, columns: size)
        let marvel = Marvel(
            console: console, environment: service.merging(environment) { $1 }, clock: clock,
            folder: folder ?? URL(filePath: "/no/such/folder/"))
        return await marvel.run(arguments)
    }
}

extension Fixture {
    /// A service that answers with the strings that `body` returns for requests.
    static func service(_ body: @escaping @Sendable (HTTPRequest) -> String) throws -> RecordingServer {
        try RecordingServer { HTTPResponse(body: Data(body($0).utf8)) }
    }

    /// A service that answers each request with a page of these elements.
    static func service(_ results: String...) throws -> RecordingServer {
        let text = page(results)
        return try service { _ in text }
    }
}
