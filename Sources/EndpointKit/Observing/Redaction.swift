/// What is hidden wherever a request or a response is shown: descriptions, errors, logs.
public struct Redaction: Sendable {
    /// Names of query items and header fields, in lower case.
    public var names: Set<String>

    public init(names: Set<String>) { self.names = names }

    /// Keys, hashes, tokens, passwords, signatures and cookies under their usual names.
    public static let standard = Redaction(names: [
        "apikey", "api_key", "api-key", "x-api-key", "key", "hash", "ts", "authorization", "proxy-authorization", "cookie", "set-cookie",
        "token", "access_token", "refresh_token", "id_token", "x-auth-token", "auth", "password", "passwd", "secret", "client_secret",
        "signature", "sig", "x-amz-signature", "x-amz-security-token", "x-csrf-token", "code_verifier", "assertion",
    ])

    static let mark = "<redacted>"

    func hides(header name: String) -> Bool { names.contains(name.lowercased()) }

    /// The query as it goes on the wire, but for the values of hidden names.
    func redact(_ query: Query) -> String {
        query.rawItems.map { item in
            guard let equals = item.firstIndex(of: UInt8(ascii: "=")), names.contains(query.decodedName(of: item).lowercased()) else {
                return String(decoding: item, as: UTF8.self)
            }
            return String(decoding: item[...equals], as: UTF8.self) + Self.mark
        }.joined(separator: "&")
    }

    /// What is left for another origin, where nothing secret goes.
    func removed(from query: Query) -> Query {
        var open = query
        for item in query where names.contains(item.name.lowercased()) { open.removeAll(named: item.name) }
        return open
    }

    func removed(from headers: HTTPHeaders) -> HTTPHeaders {
        var open = headers
        open.fields.removeAll { hides(header: $0.name) }
        return open
    }

    func redactedURL(of request: HTTPRequest) -> String {
        var bare = request
        bare.query = [:]
        return bare.urlText + (request.query.isEmpty ? "" : "?" + redact(request.query))
    }
}
