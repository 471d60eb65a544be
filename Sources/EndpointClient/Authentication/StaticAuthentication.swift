/// Adds credentials that don't change: the same query items or header fields in every request.
public struct StaticAuthentication: Authentication, AwaitedInPlace {
    private let query: Query
    private let headers: HTTPHeaders
    /// Why the credentials can't be sent.
    private let fault: APIError?
    public let identity: Identity?

    public func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
        if let fault { throw fault }
        request.query.append(query)
        for field in headers { request.headers[field.name] = field.value }
        return request
    }

    /// Whether the authentication adds nothing.
    var isEmpty: Bool { query.isEmpty && headers.isEmpty && fault == nil }

    init(query: Query = [:], headers: HTTPHeaders = [:], fault: APIError? = nil) {
        self.query = query
        self.headers = headers
        self.fault = fault
        identity = Identity(query.flatMap { ["?", $0.name, $0.value ?? ""] } + headers.flatMap { [":", $0.name, $0.value] })
    }
}

extension Authentication where Self == StaticAuthentication {
    /// Appends items to the query, and never shows them. Put items that aren't secret into ``APIConfigurable/query``.
    public static func query(_ query: Query) -> Self { StaticAuthentication(query: query) }

    /// Sets fields, replacing others with the same name, and never shows them. Put fields that aren't secret into
    /// ``APIConfigurable/headers``.
    public static func headers(_ headers: HTTPHeaders) -> Self { StaticAuthentication(headers: headers) }

    /// Adds nothing. Use it for an API that also responds without credentials: without any authentication, calls to authenticated endpoints
    /// fail.
    public static var anonymous: Self { StaticAuthentication() }

    /// Sends `Authorization: Bearer` (RFC 6750, section 2.1). Calls fail with ``APIError/Code/authentication`` if the token is empty.
    public static func bearer(_ token: Secret) -> Self {
        StaticAuthentication(
            headers: ["Authorization": "Bearer \(token.reveal())"],
            fault: token.reveal().isEmpty ? APIError(.authentication, "The request can't be sent: the bearer token is empty.") : nil)
    }

    /// Sends `Authorization: Basic` (RFC 7617), with the user name and the password in UTF-8. Calls fail with
    /// ``APIError/Code/invalidRequest`` if the user name contains a colon, because a server would read the part after the colon as the
    /// beginning of the password (section 2).
    public static func basic(user: String, password: Secret) -> Self {
        StaticAuthentication(
            headers: ["Authorization": "Basic \(Data("\(user):\(password.reveal())".utf8).base64EncodedString())"],
            fault: user.utf8.contains(UInt8(ascii: ":"))
                ? APIError(
                    .invalidRequest, "The request can't be sent: the user of the basic authentication has a colon (RFC 7617, section 2).")
                : nil)
    }
}

extension StaticAuthentication: CustomReflectable {
    /// Shows nothing, because the value holds secrets.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
