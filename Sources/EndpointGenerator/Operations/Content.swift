internal import EndpointHTTP

/// The content type of a body that is used, out of those that a document offers.
struct Content {
    enum Kind: Int { case json, form, multipart, lines, events, text, bytes }

    let type: String
    let kind: Kind
    let schema: JSON?
    let schemaPlace: Pointer
    /// Whether another content type means other bytes from the caller.
    let isChoice: Bool
    /// Whether the document says how the parts of a form are written.
    let hasEncoding: Bool

    /// JSON is first, then forms, streams, text and bytes; nil without any content.
    ///
    /// - Parameter kinds: those that count; nil for all.
    init?(of body: JSON, at place: Pointer, kinds: Set<Kind>? = nil) {
        guard let content = body["content"]?.object else { return nil }
        let types = content.keys.map { (type: $0, kind: Self.kind(of: $0)) }.filter { kinds?.contains($0.kind) ?? true }
        // Of equal kinds, the first. A sort need not be stable.
        guard let kind = types.map(\.kind).min(by: { $0.rawValue < $1.rawValue }), let best = types.first(where: { $0.kind == kind })
        else { return nil }
        schema = content[best.type]?["schema"]
        type = best.type
        // Of any type: JSON unless the document says that it is bytes.
        self.kind = best.type == "*/*" && schema?["format"]?.string == "binary" ? .bytes : best.kind
        schemaPlace = place.appending("content", best.type, "schema")
        hasEncoding = content[best.type]?["encoding"] != nil
        isChoice = best.kind != .json && types.count > 1
    }

    private static func kind(of type: String) -> Kind {
        let essence = type.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        return switch essence {
        case "application/json", "*/*": .json
        case "application/x-www-form-urlencoded": .form
        case "application/jsonl", "application/jsonlines", "application/ndjson", "application/x-jsonlines", "application/x-ndjson": .lines
        case "application/json-seq": .bytes
        case "text/event-stream": .events
        case _ where essence.hasSuffix("+json"): .json
        case _ where essence.hasPrefix("multipart/"): .multipart
        case _ where essence.hasPrefix("text/"): .text
        default: .bytes
        }
    }
}
