internal import EndpointHTTP

/// The addresses of the servers that a document names.
enum Server {
    /// The address, with its variables replaced by their defaults; nil if it is relative, or if a variable has no default.
    static func address(_ server: JSON) -> String? {
        guard var address = server["url"]?.string else { return nil }
        for (name, variable) in server["variables"]?.object ?? JSON.Object() {
            address = address.replacing("{\(name)}", with: variable["default"]?.string ?? "")
        }
        let isAbsolute = ["https://", "http://"].contains { address.lowercased().hasPrefix($0) }
        return isAbsolute && !address.contains("{") && URL(string: address) != nil ? address : nil
    }

    /// The first server for the whole document; nil if it has none.
    static func ofAll(_ document: Document) -> String? { document.root["servers"]?[0].flatMap { address($0) } }

    /// The service's address: the document's own, or the one that most operations use.
    static func main(_ document: Document, _ operations: [Operation]) -> String? {
        if let server = ofAll(document) { return server }
        var counts: [String: Int] = [:]
        for operation in operations { if let server = operation.server { counts[server, default: 0] += 1 } }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
}
