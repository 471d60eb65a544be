public import EndpointKit
public import HTTPTypes

extension HTTPTypes.HTTPRequest {
    /// The head of a request. In swift-http-types, the body is a separate value. A `Host` field becomes the authority.
    ///
    /// Throws ``EndpointKit/APIError/Code/invalidRequest`` for a request that must not be sent.
    public init(_ request: EndpointKit.HTTPRequest) throws {
        try request.validate()
        guard let method = Method(rawValue: request.method.rawValue) else { throw APIError.unconvertible("its method is not a token") }
        var headers = request.headers
        let authority = headers["Host"] ?? String(request.origin.description.dropFirst("\(request.origin.scheme.rawValue)://".count))
        if authority.isEmpty { throw APIError.unconvertible("its Host is empty") }
        headers["Host"] = nil
        self.init(
            method: method, scheme: request.origin.scheme.rawValue, authority: authority, path: request.target,
            headerFields: try HTTPFields(headers))
    }
}

extension EndpointKit.HTTPRequest {
    /// A request with this head, for a transport.
    ///
    /// Throws ``EndpointKit/APIError/Code/invalidRequest`` unless the head has the scheme http or https, an authority without a user, no other
    /// `Host`, no protocol of an extended CONNECT, and a path that begins with one slash and needs no encoding. The path is sent exactly as
    /// written, or not at all.
    ///
    /// - Parameter body: the body, which is a separate value in swift-http-types; nil, the default, for none.
    public init(_ request: HTTPTypes.HTTPRequest, body: HTTPBodyEntity? = nil) throws {
        guard let scheme = request.scheme.flatMap({ Origin.Scheme(rawValue: $0.lowercased()) }) else {
            throw APIError.unconvertible("its scheme is neither http nor https")
        }
        guard let origin = request.authority.flatMap({ Origin(scheme: scheme, authority: $0) }) else {
            throw APIError.unconvertible("it has no authority, or an invalid one")
        }
        if HTTPField.Name("Host").map({ request.headerFields[values: $0] })?.contains(where: { $0 != request.authority }) == true {
            throw APIError.unconvertible("it has a Host field that isn't its authority")
        }
        if request.extendedConnectProtocol != nil { throw APIError.unconvertible("it asks for another protocol") }
        guard let target = request.path, target.hasPrefix("/") else {
            throw APIError.unconvertible("its path doesn't begin with a slash")
        }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        self.init(
            method: HTTPMethod(rawValue: request.method.rawValue), origin: origin, path: Path(String(parts[0])),
            query: Query(encoded: parts.count > 1 ? String(parts[1]) : ""), headers: HTTPHeaders(request.headerFields), body: body)
        if self.target != target { throw APIError.unconvertible("its path would be sent in another spelling") }
    }
}

extension Origin {
    /// nil unless the authority is a host, optionally with a port.
    fileprivate init?(scheme: Scheme, authority: String) {
        guard let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") else {
            self.init(scheme: scheme, host: authority)
            return
        }
        let digits = authority[colon...].dropFirst()
        guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let port = Int(digits) else { return nil }
        self.init(scheme: scheme, host: String(authority[..<colon]), port: port)
    }
}

extension APIError {
    /// - Parameter reason: the end of a sentence whose subject is the message.
    static func unconvertible(_ reason: String) -> APIError {
        APIError(.invalidRequest, "The message can't be converted: \(reason).")
    }
}
