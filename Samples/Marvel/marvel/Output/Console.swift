internal import EndpointKit
internal import MarvelAPI

/// Where the program writes: data on one stream, everything else on the other.
struct Console: Sendable {
    /// Data. Throws ``BrokenPipe`` when nobody reads any more.
    var write: @Sendable (String) throws -> Void
    /// A line for a person.
    var report: @Sendable (String) -> Void

    static let standard = Console(
        write: { try System.write($0, to: 1) },
        // There is no third place to report to when this fails.
        report: { try? System.write($0 + "\n", to: 2) })
}

extension Console {
    /// The page's data as a table, and beside it what could not be read; last the line that must be shown to whoever sees the data, so
    /// also to one who sees only its beginning.
    func show(_ table: String, of page: CharacterPage, extent: String? = nil) throws {
        defer {
            if let extent { report(extent) }
            reportRest(of: page)
        }
        try write(table)
    }

    func reportRest(of page: CharacterPage) {
        for element in page.leftOut { report("marvel: left out: " + TerminalText.line("\(element)")) }
        report(TerminalText.line(page.attributionText))
    }
}
