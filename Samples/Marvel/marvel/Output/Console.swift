internal import EndpointKit
internal import MarvelAPI

/// Where the program writes: data on one stream, everything else on the other.
struct Console: Sendable {
    /// Data. Throws ``BrokenPipe`` when nobody reads any more.
    var write: @Sendable (String) throws -> Void
    /// A line for a person.
    var report: @Sendable (String) -> Void
    /// Where progress is shown; nil where nobody would see it.
    var status: StatusLine?

    static let standard = Console(
        write: { try System.write($0, to: 1) },
        // There is no third place to report to when this fails.
        report: { try? System.write($0 + "\n", to: 2) },
        status: System.isTerminal(2) ? StatusLine(columns: { System.columns(of: 2) }, write: { try? System.write($0, to: 2) }) : nil)
}

extension Console {
    /// The page's data, and beside it what could not be read; last the line that must be shown to whoever sees the data, so
    /// also to one who sees only its beginning.
    func show(_ data: String, of page: CharacterPage, extent: String? = nil) throws {
        defer {
            if let extent { report(extent) }
            reportRest(of: page, leftOut: page.leftOut)
        }
        try write(data)
    }

    func reportRest(of page: CharacterPage, leftOut: [SkippedElement]) {
        for element in leftOut { report("marvel: left out: " + TerminalText.line("\(element)")) }
        report(TerminalText.line(page.attributionText))
    }
}
