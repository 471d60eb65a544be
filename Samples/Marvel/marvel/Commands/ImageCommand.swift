internal import CommandLineProgram
internal import EndpointKit
internal import MarvelAPI

/// The command `marvel image <id>`.
struct ImageCommand: Command {
    var id: Int
    var variant: ImageVariant
    var path: String
    var settings: SettingsFile

    static let spec = CommandSpec(
        program: Marvel.name, name: "image", summary: "saves a character's image", operands: ["<id>"],
        options: [
            Option("variant", "<size>", "portrait_xlarge, standard_medium, landscape_small …, detail or full (full)"),
            Option(
                "file", short: "o", "<file>", "the file to write, which is replaced atomically, a device or pipe; - is the standard output"),
            .log,
        ] + SettingsFile.callOptions)

    init(_ arguments: ParsedArguments) throws {
        id = try arguments.id()
        variant = try arguments.choice("variant", of: ImageVariant.self) ?? .full
        guard let path = try arguments.text("file") else { throw Failure.usage("marvel image needs -o <file>. \(Self.spec.hint)") }
        self.path = path
        settings = try SettingsFile(arguments)
    }

    func run(in marvel: Marvel) async throws {
        // Before the service is asked, which counts its calls.
        let file = try OutputFile(path)
        let (page, image) = try await marvel.withClient(settings) { client in
            let page = try await client.character(id: id).value
            guard let thumbnail = try page.only(id: id).thumbnail else { throw Failure(.notFound, "Character \(id) has no image.") }
            return (page, try await client.image(of: thumbnail, variant: variant).value)
        }
        defer { marvel.console.reportRest(of: page, leftOut: page.leftOut) }
        try file.write(image, console: marvel.console)
        marvel.console.report("\(image.count) bytes in \(path == "-" ? "the standard output" : path).")
    }
}
