/// What is hidden wherever a request or a response is shown: descriptions, errors, logs.
public struct Redaction: Sendable {
    /// Names of query items and header fields, in lower case. A longer name that ends in one of them after `-`, `_`, `.` or `[` counts too:
    /// `token` hides `X-Access-Token` and `user[token]`.
    public var names: Set<String>

    public init(names: Set<String>) { self.names = names }

    /// Keys, hashes, tokens, passwords, signatures and cookies under their usual names.
    public static let standard = Redaction(names: [
        "apikey", "key", "hash", "ts", "authorization", "cookie",
        "token", "accesstoken", "refreshtoken", "idtoken", "authtoken", "auth", "password", "passwd", "secret", "clientsecret", "signature",
        "sig", "credential", "session", "sessionid", "code_verifier", "assertion",
    ])

    static let mark = "<redacted>"

    func hides(_ name: String) -> Bool {
        let lowered = name.lowercased()
        var rest = lowered.hasSuffix("]") ? lowered.dropLast() : lowered[...]
        while !names.contains(String(rest)) {
            guard let separator = rest.firstIndex(where: { "-_.[".contains($0) }) else { return false }
            rest = rest[rest.index(after: separator)...]
        }
        return true
    }

    /// The query as it goes on the wire, but for the values of hidden names.
    func redact(_ query: Query) -> String {
        query.rawItems.map { item in
            guard let equals = item.firstIndex(of: UInt8(ascii: "=")), hides(query.decodedName(of: item)) else {
                return String(decoding: item, as: UTF8.self)
            }
            return String(decoding: item[...equals], as: UTF8.self) + Self.mark
        }.joined(separator: "&")
    }

    /// What is left for another origin, where nothing secret goes.
    func removed(from query: Query) -> Query {
        var open = query
        for item in query where hides(item.name) { open.removeAll(named: item.name) }
        return open
    }

    func removed(from headers: HTTPHeaders) -> HTTPHeaders {
        var open = headers
        open.removeFields { field, _ in hides(field.name) }
        return open
    }

    /// A URL that may be no URL of a request: without what stands before an `@`, and what its query hides.
    func redact(urlText text: String) -> String {
        var text = Substring(text)
        var start = ""
        if let user = text.lastIndex(of: "@") {
            if let scheme = text.firstRange(of: "://"), scheme.upperBound <= user { start = String(text[..<scheme.upperBound]) }
            start += Self.mark
            text = text[user...]
        }
        let reference = URIReference(String(text))
        let query = reference.query.map { "?" + redact(Query(encoded: String($0))) } ?? ""
        return start + text.prefix { $0 != "?" && $0 != "#" } + query
    }

    /// Of what authentication added nothing but the names is shown, whatever they are.
    func redactedURL(of request: HTTPRequest) -> String {
        var bare = request
        bare.query = [:]
        guard !request.query.isEmpty else { return bare.urlText }
        guard request.marksAdditions, request.query.hasAdditions else { return bare.urlText + "?" + redact(request.query) }
        var own = request.query
        let additions = own.removeAdditions()
        let shown = [redact(own)] + additions.map { $0.value == nil ? Self.mark : "\(PercentEncoding.encoded($0.name))=\(Self.mark)" }
        return bare.urlText + "?" + shown.filter { !$0.isEmpty }.joined(separator: "&")
    }

    /// As ``redactedURL(of:)`` has it.
    func redactedHeaders(of request: HTTPRequest) -> HTTPHeaders {
        var headers = request.headers
        if request.marksAdditions { headers.replaceAdditions(by: Self.mark) }
        return headers
    }
}
