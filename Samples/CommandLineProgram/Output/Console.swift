package import EndpointKit

/// The program's output: data on one stream, everything else on the other.
package struct Console: Sendable {
    /// Sends data. Throws ``BrokenPipe`` when the reader has closed the stream, and a ``Failure`` when the data is lost.
    private var send: @Sendable (Data) throws -> Void
    private var sendReport: @Sendable (String) -> Void
    /// The line that shows progress; nil without a terminal.
    package var status: StatusLine?

    package init(
        send: @escaping @Sendable (Data) throws -> Void, report: @escaping @Sendable (String) -> Void, status: StatusLine? = nil
    ) {
        self.send = send
        sendReport = report
        self.status = status
    }

    package static let standard = Console(
        send: { try System.write($0, to: 1) },
        // A failure can't be reported anywhere else.
        report: { try? System.write($0 + "\n", to: 2) },
        status: System.isTerminal(2) ? StatusLine(columns: { System.columns(of: 2) }, write: { try? System.write($0, to: 2) }) : nil)

    package func write(_ text: String) throws { try send(Data(text.utf8)) }
    package func write(_ data: Data) throws { try send(data) }

    /// Writes a message for the user.
    package func report(_ line: String) { sendReport(line) }
}
