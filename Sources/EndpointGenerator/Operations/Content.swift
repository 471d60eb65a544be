internal import EndpointHTTP

/// The content type of a body that is used, out of those that a document offers.
struct Content {
    enum Kind: Int { case json, form, multipart, text, bytes }

    let type: String
    let kind: Kind
    let schema: JSON?
    let schemaPlace: Pointer
    /// Whether another content type means other bytes from the caller.
    let isChoice: Bool

    /// JSON is first, then forms, text and bytes; nil without any content.
    init?(of body: JSON, at place: Pointer, in document: Document) {
        guard let content = body["content"]?.object else { return nil }
        let types = content.keys.map { (type: $0, kind: Self.kind(of: $0)) }
        // Of equal kinds, the first. A sort need not be stable.
        guard let kind = types.map(\.kind).min(by: { $0.rawValue < $1.rawValue }), let best = types.first(where: { $0.kind == kind })
        else { return nil }
        (type, self.kind) = best
        schema = content[best.type]?["schema"]
        schemaPlace = place.appending("content", best.type, "schema")
        isChoice = best.kind != .json && types.count > 1
    }

    private static func kind(of type: String) -> Kind {
        let essence = type.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        return switch essence {
        case "application/json", "*/*": .json
        case "application/x-www-form-urlencoded": .form
        case "application/x-ndjson", "application/json-seq": .bytes
        case _ where essence.hasSuffix("+json"): .json
        case _ where essence.hasPrefix("multipart/"): .multipart
        case _ where essence.hasPrefix("text/") && essence != "text/event-stream": .text
        default: .bytes
        }
    }
}
