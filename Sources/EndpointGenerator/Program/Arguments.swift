internal import EndpointGenerator

/// The arguments of `endpoints`.
struct Arguments {
    var document = ""
    var folder = "Generated"
    var service: String?
    var selection = Selection()

    struct Mistake: Error { let message: String }

    static let help = """
        usage: endpoints DOCUMENT [options]

        Writes a client, endpoints and models from an OpenAPI document, 3.0 or 3.1, in JSON.

          --to FOLDER        where to write; by default Generated
          --service NAME     the name of the client, without "Client"; by default from the title
          --tag TAG          only operations with this tag first; may be repeated
          --path PATH        only operations at this path and below; may be repeated
          --operation ID     only this operation; may be repeated

        A file that was edited isn't overwritten, and files of your own are never touched.
        """

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
            guard ["--to", "--service", "--tag", "--path", "--operation"].contains(text) else {
                throw Mistake(message: "The option \(text) is unknown.")
            }
            guard let value = rest.popFirst(), !value.isEmpty else { throw Mistake(message: "The option \(text) needs a value.") }
            switch text {
            case "--to": folder = value
            case "--service": service = value
            case "--tag": selection.tags.insert(value)
            case "--path": selection.paths.insert(value)
            default: selection.operations.insert(value)
            }
        }
        if document.isEmpty { throw Mistake(message: "The document is missing.") }
    }
}
