internal import EndpointHTTP

/// The content type that is used for a body, among those that the document offers.
struct Content {
    enum Kind: Int { case json, form, multipart, lines, events, text, bytes }

    let type: String
    let kind: Kind
    let schema: JSON?
    let schemaPlace: Pointer
    /// Whether the caller would pass different bytes for another content type.
    let isChoice: Bool
    /// Whether the document specifies how a form's parts are written.
    let hasEncoding: Bool

    /// Prefers JSON, then forms, streams, text and bytes. nil if there is no content.
    ///
    /// - Parameter kinds: the kinds to choose from; nil for all.
    init?(of body: JSON, at place: Pointer, kinds: Set<Kind>? = nil) {
        guard let content = body["content"]?.object else { return nil }
        let types = content.keys.map { (type: $0, kind: Self.kind(of: $0)) }.filter { kinds?.contains($0.kind) ?? true }
        // Takes the first of several types of the same kind. A sort might not be stable.
        guard let kind = types.map(\.kind).min(by: { $0.rawValue < $1.rawValue }), let best = types.first(where: { $0.kind == kind })
        else { return nil }
        schema = content[best.type]?["schema"]
        type = best.type
        // If any type is allowed, JSON is used unless the document says that the body is bytes.
        self.kind = best.type == "*/*" && schema?["format"]?.string == "binary" ? .bytes : best.kind
        schemaPlace = place.appending("content", best.type, "schema")
        hasEncoding = content[best.type]?["encoding"] != nil
        isChoice = best.kind != .json && types.count > 1
    }

    private static func kind(of type: String) -> Kind {
        let essence = type.upTo { $0 == ";" }.lowercased().removing(\.properties.isWhitespace)
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
