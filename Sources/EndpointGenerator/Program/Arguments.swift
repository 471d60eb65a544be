internal import EndpointGenerator

/// The arguments of `endpoints`.
struct Arguments {
    var document = ""
    var folder = "Generated"
    var service: String?
    private var names: String?
    var selection = Selection()

    struct Mistake: Error { let message: String }

    static let help = """
        usage: endpoints DOCUMENT [options]

        Writes a client, endpoints and models from an OpenAPI document, 3.0 or 3.1, in JSON.

          --to FOLDER        where to write; by default Generated
          --names FILE       your choices of names and pages; by default beside the document, as openapi.names.json
          --service NAME     the name of the client, without "Client"; by default from the title
          --tag TAG          only operations with this tag first; may be repeated
          --path PATH        only operations at this path and below; may be repeated
          --operation ID     only this operation; may be repeated

        A file that was edited isn't overwritten, and files of your own are never touched. Notes about what the code leaves out go to the
        standard error.

        exit codes: 0 success, 64 invalid arguments, 66 no operation is selected, 74 a file can't be read or written, 76 the document can't be
        used, 78 the choices of names and pages can't be used
        """

    /// The file of choices.
    var choices: String { names ?? (document.hasSuffix(".json") ? String(document.dropLast(5)) : document) + ".names.json" }

    /// nil if only the help was asked for.
    init?(_ texts: [String]) throws(Mistake) {
        if texts.contains("--help") || texts.contains("-h") { return nil }
        var rest = texts[...]
        while let text = rest.popFirst() {
            guard text.hasPrefix("--") else {
                if !document.isEmpty { throw Mistake(message: "There is more than one document: \(document) and \(text).") }
                document = text
                continue
            }
            guard ["--to", "--names", "--service", "--tag", "--path", "--operation"].contains(text) else {
                throw Mistake(message: "The option \(text) is unknown.")
            }
            guard let value = rest.popFirst(), !value.isEmpty else { throw Mistake(message: "The option \(text) needs a value.") }
            switch text {
            case "--to": folder = value
            case "--names": names = value
            case "--service": service = value
            case "--tag": selection.tags.insert(value)
            case "--path": selection.paths.insert(value)
            default: selection.operations.insert(value)
            }
        }
        if document.isEmpty { throw Mistake(message: "The document is missing.") }
    }
}
