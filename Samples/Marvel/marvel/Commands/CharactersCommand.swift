internal import EndpointKit
internal import MarvelAPI

/// `marvel characters`
struct CharactersCommand: Command {
    var filter = CharacterFilter()
    var limit = 20
    var offset = 0
    var output = OutputFormat.table
    var settings = SettingsFile()

    static let spec = CommandSpec(
        name: "characters", summary: "lists characters",
        options: [
            Option("limit", "<n>", "how many, 1 to 100 (20)"),
            Option("offset", "<n>", "how many to pass over (0)"),
            Option("name", "<text>", "with this whole name"),
            Option("name-starts-with", "<text>", "with a name that begins so"),
            Option("order-by", "<order>", CharacterOrder.allCases.map(\.rawValue).joined(separator: ", ")),
            Option("modified-since", "<date>", "changed at or after this date: 2014-04-29, or with a time"),
            Option("comics", "<ids>", "in any of these comics, such as 21,42"),
            Option("series", "<ids>", "in any of these series"),
            Option("events", "<ids>", "in any of these events"),
            Option("stories", "<ids>", "in any of these stories"),
            .output,
        ] + SettingsFile.options)

    init(_ arguments: ParsedArguments) throws {
        limit = try arguments.integer("limit", in: CharactersEndpoint.limits) ?? limit
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
        let page = try await marvel.withClient(settings) { try await $0.characters(filter, offset: offset, limit: limit).value }
        switch output {
        case .json: try marvel.console.write(CharacterDocument(page).text())
        case .table: try marvel.console.show(CharacterTable.list(page.results), of: page, extent: page.extent)
        }
    }
}

extension CharacterPage {
    /// `Characters 21 to 40 of 1564.`
    fileprivate var extent: String {
        if data.count == 0 { return "No characters from \(data.offset) on, of \(data.total)." }
        let (last, overflow) = data.offset.addingReportingOverflow(data.count)
        return "Characters \(overflow ? data.offset : data.offset + 1) to \(overflow ? .max : last) of \(data.total)."
    }
}
