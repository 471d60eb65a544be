internal import CommandLineProgram
internal import EndpointKit
internal import MarvelAPI

/// Writes a list to the output, and shows its progress on a terminal.
struct CharacterListing {
    private let console: Console
    private let status: StatusLine?
    private let stopwatch: Stopwatch
    private let offset: Int
    private let maxItems: Int
    private var text: CharacterListText
    private var written = 0
    private var leftOut: [SkippedElement] = []
    private var last: CharacterPage?

    /// - Parameter isLogging: whether the client writes log lines, which would mix with the bar.
    init(_ command: CharactersCommand, in marvel: Marvel, isLogging: Bool) {
        console = marvel.console
        status = !isLogging && marvel.environment["TERM"] != "dumb" ? marvel.console.status : nil
        stopwatch = Stopwatch(marvel.clock)
        offset = command.offset
        maxItems = command.maxItems ?? .max
        text = CharacterListText(command.output)
    }

    /// Throws the errors of the output.
    mutating func show(_ page: CharacterPage) throws {
        let characters = Array(page.results.prefix(maxItems - written))
        last = page
        leftOut += page.leftOut
        written += characters.count
        // Both streams may be the same terminal.
        status?.clear()
        try console.write(try text.add(page, characters))
        if let status {
            // Elements that were left out count, so that the bar ends at the total.
            let total = max(0, min(max(0, page.data.total) - offset, maxItems))
            let bar = ProgressBar(items: min(text.elementCount, maxItems), total: total, elapsed: stopwatch.elapsed)
            // The last column stays free, because some terminals wrap the line there.
            status.show(bar.text(width: status.columns() - 1))
        }
    }

    func end() throws {
        status?.clear()
        let end = try text.end()
        if !end.isEmpty { try console.write(end) }
    }

    /// Reports what the user should see beside the data; a JSON document contains it.
    func reportRest() {
        status?.clear()
        guard let last, text.format != .json else { return }
        console.report("\(written) of \(last.data.total) characters.")
        console.reportRest(of: last, leftOut: leftOut)
    }
}
