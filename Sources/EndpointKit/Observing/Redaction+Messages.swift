// The parts of a message as they may be shown, or told to another origin.
extension Redaction {
    /// The query as it goes on the wire, but for the values of hidden names.
    func redact(_ query: Query) -> String { String(decoding: redact(items: query.bytes), as: UTF8.self) }

    /// `Name: value`. In a URL it is the URL's own parts that may be secret.
    func redact(_ field: HTTPHeaders.Field) -> String {
        let name = field.name.lowercased()
        let value =
            if hides(name) {
                Self.mark
            } else if ["location", "content-location", "referer"].contains(name) {
                redact(urlText: field.value)
            } else if name == "link" {
                redact(links: field.value)
            } else {
                field.value
            }
        return "\(field.name): \(value)"
    }

    /// Each URL between `<` and `>` (RFC 8288, section 3).
    private func redact(links text: String) -> String {
        text.split(separator: "<", omittingEmptySubsequences: false).enumerated().map { index, piece in
            guard index > 0 else { return String(piece) }
            let end = piece.firstIndex(of: ">") ?? piece.endIndex
            return redact(urlText: String(piece[..<end])) + piece[end...]
        }.joined(separator: "<")
    }

    /// One `Name: value` for each field.
    func redact(_ headers: HTTPHeaders) -> [String] { headers.map { redact($0) } }

    func redact(_ item: Query.Item) -> String {
        guard let value = item.value else { return item.name }
        return "\(item.name)=\(hides(item.name) ? Self.mark : value)"
    }

    func redact(path: some StringProtocol) -> String {
        if paths.isEmpty { return String(path) }
        var segments = path.split(separator: "/", omittingEmptySubsequences: false).map { Substring($0) }
        for pattern in paths { pattern.hide(in: &segments) }
        return segments.joined(separator: "/")
    }

    /// A URL that may be no URL of a request: without what stands before an `@`, and what its path and query hide.
    func redact(urlText text: String) -> String {
        if hidesNothing { return text }
        var text = Substring(text)
        var start = ""
        if let user = text.lastIndex(of: "@") {
            if let scheme = text.firstRange(of: "://"), scheme.upperBound <= user { start = String(text[..<scheme.upperBound]) }
            start += Self.mark
            text = text[user...]
        }
        let reference = URIReference(String(text))
        let query = reference.query.map { "?" + String(decoding: redact(items: Array($0.utf8)), as: UTF8.self) } ?? ""
        if let scheme = reference.scheme { start += "\(scheme):" }
        if let authority = reference.authority { start += "//\(authority)" }
        return start + redact(path: reference.path) + query
    }

    /// Of what authentication added only the names show, whatever they are.
    func redactedURL(of request: HTTPRequest) -> String {
        var bare = request
        bare.query = [:]
        let origin = bare.origin.description
        let path = Substring(bare.urlText.utf8.dropFirst(origin.utf8.count))
        return origin + redact(path: path) + (request.query.isEmpty ? "" : "?" + redactedQuery(of: request))
    }

    private func redactedQuery(of request: HTTPRequest) -> String {
        guard request.marksAdditions, request.query.hasAdditions, !hidesNothing else { return redact(request.query) }
        var own = request.query
        let added = own.removeAdditions().map { item in
            let name = PercentEncoding.encoded(item.name)
            guard let value = item.value else { return Self.mark }
            return "\(name)=\(isShown(item.name) ? PercentEncoding.encoded(value) : Self.mark)"
        }
        return ([redact(own)] + added).filter { !$0.isEmpty }.joined(separator: "&")
    }

    /// The fields of a request, with a mark for the values of those that authentication added.
    func redactedHeaders(of request: HTTPRequest) -> HTTPHeaders {
        var headers = request.headers
        if request.marksAdditions, !hidesNothing {
            headers.replaceAdditions(by: Self.mark) { !isShown($0) && !Self.conditional.contains($0.lowercased()) }
        }
        return headers
    }

    /// What a transport around the transport asks for, after authentication.
    private static let conditional: Set = ["range", "if-range", "if-match", "if-none-match", "if-modified-since", "if-unmodified-since"]

    /// What is left for another origin, where nothing secret goes.
    func removed(from query: Query) -> Query {
        let secrets = secrets
        var open = query
        for item in query where secrets.hides(item.name) { open.removeAll(named: item.name) }
        return open
    }

    func removed(from headers: HTTPHeaders) -> HTTPHeaders {
        let secrets = secrets
        var open = headers
        open.removeFields { field, _ in secrets.hides(field.name) }
        return open
    }
}
