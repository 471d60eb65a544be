internal import EndpointKit
internal import MarvelAPI

/// A list on its way to the output, with its progress on a terminal.
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

    init(_ command: CharactersCommand, in marvel: Marvel) {
        console = marvel.console
        // The lines of a log would be written into the bar.
        status = command.settings.log == nil && marvel.environment["TERM"] != "dumb" ? marvel.console.status : nil
        stopwatch = Stopwatch(marvel.clock)
        offset = command.offset
        maxItems = command.maxItems ?? .max
        text = CharacterListText(command.output)
    }

    /// Throws what the output does.
    mutating func show(_ page: CharacterPage) throws {
        let characters = Array(page.results.prefix(maxItems - written))
        last = page
        leftOut += page.leftOut
        written += characters.count
        // Both streams may be the same terminal.
        status?.clear()
        try console.write(try text.add(page, characters))
        if let status {
            // Elements that were left out count, so that the end is the total.
            let total = max(0, min(max(0, page.data.total) - offset, maxItems))
            let bar = ProgressBar(items: min(text.elementCount, maxItems), total: total, elapsed: stopwatch.elapsed)
            // The last column stays free: with it some terminals go on to the next line.
            status.show(bar.text(width: status.columns() - 1))
        }
    }

    func end() throws {
        status?.clear()
        let end = try text.end()
        if !end.isEmpty { try console.write(end) }
    }

    /// What a person should see beside the data; a document has it in itself.
    func reportRest() {
        status?.clear()
        guard let last, text.format != .json else { return }
        console.report("\(written) of \(last.data.total) characters.")
        console.reportRest(of: last, leftOut: leftOut)
    }
}
