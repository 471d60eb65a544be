internal import CommandLineProgram
internal import EndpointKit
internal import MarvelAPI

/// The command `marvel character <id>`.
struct CharacterCommand: Command {
    var id: Int
    var output: OutputFormat
    var settings: SettingsFile

    static let spec = CommandSpec(
        program: Marvel.name, name: "character", summary: "shows one character", operands: ["<id>"],
        options: [.output, .log] + SettingsFile.callOptions)

    init(_ arguments: ParsedArguments) throws {
        id = try arguments.id()
        output = try arguments.choice("output", of: OutputFormat.self) ?? .table
        settings = try SettingsFile(arguments)
    }

    func run(in marvel: Marvel) async throws {
        let page = try await marvel.withClient(settings) { try await $0.character(id: id).value }
        let character = try page.only(id: id)
        switch output {
        case .json: try marvel.console.write(CharacterDocument(page).text())
        case .ndjson: try marvel.console.show(CharacterRecord(character).jsonLine() + "\n", of: page)
        case .table: try marvel.console.show(CharacterTable.details(character), of: page)
        }
    }
}

extension CharacterPage {
    /// The only element of a page about one id.
    func only(id: Int) throws -> MarvelAPI.Character {
        if let character = results.first { return character }
        if let leftOut = leftOut.first { throw Failure(.decoding, "Could not decode character \(id): \(leftOut).") }
        throw Failure(.notFound, "The service has no character \(id).")
    }
}
