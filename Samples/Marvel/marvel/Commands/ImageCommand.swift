internal import EndpointKit
internal import MarvelAPI

/// `marvel image <id>`
struct ImageCommand: Command {
    var id: Int
    var variant: ImageVariant
    var file: String
    var settings: SettingsFile

    static let spec = CommandSpec(
        name: "image", summary: "saves a character's image", operands: ["<id>"],
        options: [
            Option("variant", "<size>", "portrait_xlarge, standard_medium, landscape_small …, detail or full (full)"),
            Option("file", short: "o", "<file>", "where to; an existing file is replaced, in one step"),
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
    /// The system's own words, where they are underneath.
    fileprivate var reason: String {
        guard let error = self as? CocoaError else { return "\(self)" }
        if let underlying = error.underlying as? POSIXError { return System.text(of: underlying) }
        return switch error.code {
        case .fileNoSuchFile: "there is no such directory"
        case .fileWriteNoPermission: "it is not allowed"
        case .fileWriteOutOfSpace: "the disk is full"
        default: "error \(error.code.rawValue)"
        }
    }
}
