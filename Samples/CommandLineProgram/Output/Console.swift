package import EndpointKit

/// The program's output: data on one stream, everything else on the other.
package struct Console: Sendable {
    /// Sends data. Throws ``BrokenPipe`` if the reader has closed the stream, and a ``Failure`` if the data is lost.
    private var send: @Sendable (Data) throws -> Void
    private var sendReport: @Sendable (String) -> Void
    /// The line that shows progress. nil if the error stream isn't a terminal or shows no notes, or if a document on the same terminal has
    /// unfinished lines.
    package private(set) var status: StatusLine?
    /// The columns of the terminal that the data goes to; nil if it isn't a terminal.
    package private(set) var columns: (@Sendable () -> Int)?
    /// The styles of the two streams; plain before ``prepare(_:isQuiet:format:environment:)``.
    package private(set) var outputStyle = TextStyle.plain
    package private(set) var errorStyle = TextStyle.plain
    private var isQuiet = false
    /// Whether each line of the error stream is a JSON document.
    private var isJSON = false

    package init(
        send: @escaping @Sendable (Data) throws -> Void, report: @escaping @Sendable (String) -> Void, status: StatusLine? = nil,
        columns: (@Sendable () -> Int)? = nil
    ) {
        self.send = send
        sendReport = report
        self.status = status
        self.columns = columns
    }

    package static let standard = Console(
        send: { try System.write($0, to: 1) },
        // A failure can't be reported anywhere else.
        report: { try? System.write($0 + "\n", to: 2) },
        status: System.isTerminal(2) ? StatusLine(columns: { System.columns(of: 2) }, write: { try? System.write($0, to: 2) }) : nil,
        columns: outputColumns)

    private static var outputColumns: (@Sendable () -> Int)? {
        guard System.isTerminal(1) else { return nil }
        return { System.columns(of: 1) }
    }

    /// Whether people see the data as it is written.
    package var isTerminal: Bool { columns != nil }

    package func write(_ text: String) throws { try send(Data(text.utf8)) }
    package func write(_ data: Data) throws { try send(data) }

    /// Writes a message that the user must see, such as the attribution of the data. After `--output json` or `ndjson` it is
    /// `{"note": "…"}`, so that another program can read the whole error stream.
    package func report(_ line: String) { sendReport(isJSON ? TerminalText.escaped(json: "\(["note": JSON(line)] as JSON)") : line) }

    /// Writes a message that `--quiet` suppresses.
    package func note(_ line: String) { if !isQuiet { report(line) } }

    /// Writes a failure of the program with this name, line by line, or as `{"error": {…}}`.
    func report(_ failure: Failure, of program: String) {
        guard isJSON else {
            for line in failure.lines { sendReport(errorStyle.failure("\(program): ") + line) }
            return
        }
        if failure.lines.isEmpty { return }
        let error: JSON = [
            "kind": "\(failure.code)", "exitCode": JSON(failure.code.rawValue), "message": JSON(failure.lines.joined(separator: "\n")),
        ]
        sendReport(TerminalText.escaped(json: "\(["error": error] as JSON)"))
    }

    /// Applies the arguments and the environment: NO_COLOR, and TERM=dumb for a terminal without escape sequences.
    ///
    /// - Parameter format: the requested format; nil if there is none or it is invalid.
    mutating func prepare(_ choice: ColourChoice, isQuiet: Bool, format: OutputFormat?, environment: [String: String]) {
        let isDumb = environment["TERM"] == "dumb"
        let isWanted = !isDumb && environment["NO_COLOR"]?.isEmpty != false
        func style(_ isTerminal: Bool) -> TextStyle { choice == .always || choice == .auto && isWanted && isTerminal ? .coloured : .plain }
        outputStyle = style(isTerminal)
        errorStyle = style(status != nil)
        self.isQuiet = isQuiet
        isJSON = format == .json || format == .ndjson
        // A page of a JSON document ends in the middle of a line, which the status would erase.
        if isDumb || isQuiet || format == .json && isTerminal { status = nil }
    }
}
