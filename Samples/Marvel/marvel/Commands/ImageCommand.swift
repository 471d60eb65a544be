internal import EndpointKit
internal import MarvelAPI

/// The command `marvel image <id>`.
struct ImageCommand: Command {
    var id: Int
    var variant: ImageVariant
    var file: String
    var settings: SettingsFile

    static let spec = CommandSpec(
        name: "image", summary: "saves a character's image", operands: ["<id>"],
        options: [
            Option("variant", "<size>", "portrait_xlarge, standard_medium, landscape_small …, detail or full (full)"),
            Option("file", short: "o", "<file>", "the file to write; an existing one is replaced atomically"),
            .log,
        ] + SettingsFile.options)

    init(_ arguments: ParsedArguments) throws {
        id = try arguments.id()
        variant = try arguments.choice("variant", of: ImageVariant.self) ?? .full
        guard let file = try arguments.text("file") else { throw Failure.usage("marvel image needs -o <file>. \(Self.spec.hint)") }
        self.file = file
        settings = try SettingsFile(arguments)
    }

    func run(in marvel: Marvel) async throws {
        let (page, image) = try await marvel.withClient(settings) { client in
            let page = try await client.character(id: id).value
            guard let thumbnail = try page.only(id: id).thumbnail else { throw Failure(.notFound, "Character \(id) has no image.") }
            return (page, try await client.image(of: thumbnail, variant: variant).value)
        }
        do {
            try image.write(to: URL(filePath: file), options: .atomic)
        } catch {
            throw Failure(.file, "\(file) could not be written: \(error.reason).")
        }
        marvel.console.report("\(image.count) bytes in \(file).")
        marvel.console.reportRest(of: page, leftOut: page.leftOut)
    }
}

extension Error {
    /// The system's message where the error has one.
    fileprivate var reason: String {
        guard let error = self as? CocoaError else { return "\(self)" }
        if let underlying = error.underlying as? POSIXError { return System.text(of: underlying) }
        return switch error.code {
        case .fileNoSuchFile: "its directory does not exist"
        case .fileWriteNoPermission: "permission denied"
        case .fileWriteOutOfSpace: "the disk is full"
        default: "error \(error.code.rawValue)"
        }
    }
}
