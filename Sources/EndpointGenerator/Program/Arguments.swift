internal import EndpointGenerator
internal import EndpointHTTP

/// The arguments of `endpoints`.
struct Arguments {
    var document = ""
    var folder = "Generated"
    var service: String?
    private var names: String?
    var selection = Selection()

    struct Problem: Error { let message: String }

    static let help = """
        usage: endpoints DOCUMENT [options]

        Writes a client, endpoints and models from an OpenAPI document, 3.0 or 3.1, in JSON.

          --to FOLDER        where to write; by default Generated
          --names FILE       your choices of names and pages; by default beside the document: openapi.names.json for openapi.json
          --service NAME     the name of the client, without "Client"; by default from the title
          --tag TAG          only operations whose first tag is this one; may be repeated
          --path PATH        only operations at this path and below; may be repeated
          --operation ID     only this operation; may be repeated
          --version          print the package's version

        A file that was edited isn't overwritten, and files of your own are never touched. Notes about what the code leaves out go to the
        standard error.

        exit codes: 0 success, 64 invalid arguments, 65 the document can't be used, 66 the document can't be read, has no operation, or has none
        for one of the tags, paths or ids, 74 a file can't be read or written, 78 the choices of names and pages can't be used
        """

    /// The path of the file of choices.
    var choices: String { names ?? (document.hasSuffix(".json") ? String(document.dropLast(5)) : document) + ".names.json" }

    init(_ texts: [String]) throws(Problem) {
        var rest = texts[...]
        while let text = rest.popFirst() {
            guard text.hasPrefix("--") else {
                if !document.isEmpty { throw Problem(message: "There is more than one document: \(document) and \(text).") }
                document = text
                continue
            }
            // The value may follow in the same argument.
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts[0]
            guard ["--to", "--names", "--service", "--tag", "--path", "--operation"].contains(name) else {
                throw Problem(message: "The option \(name) is unknown.")
            }
            guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
                throw Problem(message: "The option \(name) needs a value.")
            }
            switch name {
            case "--to": folder = value
            case "--names": names = value
            case "--service": service = value
            case "--tag": selection.tags.insert(value)
            case "--path": selection.paths.insert(value)
            default: selection.operations.insert(value)
            }
        }
        if document.isEmpty { throw Problem(message: "The document is missing.") }
    }
}
