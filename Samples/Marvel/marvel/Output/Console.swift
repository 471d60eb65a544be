internal import EndpointKit
internal import MarvelAPI

/// The program's output: data on one stream, everything else on the other.
struct Console: Sendable {
    /// Writes data. Throws ``BrokenPipe`` when the reader has closed the stream.
    var write: @Sendable (String) throws -> Void
    /// Writes a message for the user.
    var report: @Sendable (String) -> Void
    /// The line that shows progress; nil without a terminal.
    var status: StatusLine?

    static let standard = Console(
        write: { try System.write($0, to: 1) },
        // A failure can't be reported anywhere else.
        report: { try? System.write($0 + "\n", to: 2) },
        status: System.isTerminal(2) ? StatusLine(columns: { System.columns(of: 2) }, write: { try? System.write($0, to: 2) }) : nil)
}

extension Console {
    /// Writes the data of a page, reports the elements that could not be decoded, and last the attribution, which must be shown wherever
    /// the data is, also where the reader stops early.
    func show(_ data: String, of page: CharacterPage, extent: String? = nil) throws {
        defer {
            if let extent { report(extent) }
            reportRest(of: page, leftOut: page.leftOut)
        }
        try write(data)
    }

    func reportRest(of page: CharacterPage, leftOut: [SkippedElement]) {
        for element in leftOut { report("marvel: left out: " + "\(element)".visibleWords) }
        report(page.attributionText.visibleWords)
    }
}
