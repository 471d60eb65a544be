internal import CommandLineProgram
internal import EndpointKit
internal import MarvelAPI

/// The command `marvel characters`.
struct CharactersCommand: Command {
    var filter = CharacterFilter()
    var limit = 20
    var offset = 0
    var output = OutputFormat.table
    var isAll = false
    var maxItems: Int?
    var prefetch = 0
    var settings = SettingsFile()

    static let spec = CommandSpec(
        program: Marvel.name, name: "characters", summary: "lists characters",
        options: [
            Option("limit", "<n>", "how many, 1 to 100 (20); with --all, how many a page (100)"),
            Option("offset", "<n>", "how many to skip (0)"),
            Option("name", "<text>", "with exactly this name"),
            Option("name-starts-with", "<text>", "with a name that begins with this text"),
            Option("order-by", "<order>", CharacterOrder.allCases.map(\.rawValue).joined(separator: ", ")),
            Option("modified-since", "<date>", "changed at or after this date: 2014-04-29, or with a time"),
            Option("comics", "<ids>", "in any of these comics, such as 21,42"),
            Option("series", "<ids>", "in any of these series"),
            Option("events", "<ids>", "in any of these events"),
            Option("stories", "<ids>", "in any of these stories"),
            Option(flag: "all", "all pages, written as they arrive; each uses one call of the daily quota: 114 characters use 2"),
            Option("max-items", "<n>", "with --all, stop after this many, without loading more pages than needed"),
            Option("prefetch", "<n>", "with --all, load this many pages ahead, 0 to 10; unused pages use calls too (0)"),
            .output, .log,
        ] + SettingsFile.callOptions)

    init(_ arguments: ParsedArguments) throws {
        isAll = arguments.has("all")
        for name in ["max-items", "prefetch"] where !isAll && arguments.has(name) {
            throw Failure.usage("--\(name) needs --all. \(arguments.spec.hint)")
        }
        maxItems = try arguments.integer("max-items", in: 1...Int.max)
        prefetch = try arguments.integer("prefetch", in: 0...10) ?? prefetch
        limit = try arguments.integer("limit", in: CharactersEndpoint.limits) ?? (isAll ? 100 : limit)
        offset = try arguments.integer("offset", in: 0...Int.max) ?? offset
        output = try arguments.choice("output", of: OutputFormat.self) ?? output
        settings = try SettingsFile(arguments)
        filter = CharacterFilter(
            name: try arguments.text("name"), nameStartsWith: try arguments.text("name-starts-with"),
            modifiedSince: try arguments.date("modified-since"), comics: try arguments.ids("comics"), series: try arguments.ids("series"),
            events: try arguments.ids("events"), stories: try arguments.ids("stories"),
            orderBy: try arguments.choice("order-by", of: CharacterOrder.self))
    }

    func run(in marvel: Marvel) async throws {
        if isAll { return try await runAll(in: marvel) }
        let page = try await marvel.withClient(settings) { try await $0.characters(filter, offset: offset, limit: limit).value }
        switch output {
        case .json: try marvel.console.write(CharacterDocument(page).text())
        case .ndjson:
            let lines = try page.results.map { try CharacterRecord($0).jsonLine() + "\n" }.joined()
            try marvel.console.show(lines, of: page, extent: page.extent)
        case .table: try marvel.console.show(CharacterTable.table(page.results).text, of: page, extent: page.extent)
        }
    }
}

extension CharacterPage {
    /// A line such as `Characters 21 to 40 of 1564.`
    fileprivate var extent: String {
        if data.count == 0 { return "No characters after the first \(data.offset) of \(data.total)." }
        let (last, overflow) = data.offset.addingReportingOverflow(data.count)
        return "Characters \(overflow ? data.offset : data.offset + 1) to \(overflow ? .max : last) of \(data.total)."
    }
}
