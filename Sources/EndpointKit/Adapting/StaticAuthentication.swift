/// Adds credentials that don't change: the same query items or header fields in every request.
public struct StaticAuthentication: SynchronousAdapter {
    private let query: Query
    private let headers: HTTPHeaders

    public func edit(_ request: inout HTTPRequest) {
        request.query.append(query)
        for field in headers { request.headers[field.name] = field.value }
    }

    init(query: Query = [:], headers: HTTPHeaders = [:]) {
        self.query = query
        self.headers = headers
    }
}

extension RequestAdapter where Self == StaticAuthentication {
    /// Adds items at the end of the query, and never shows them. Use ``QueryAdapter`` for items that aren't secret.
    public static func query(_ query: Query) -> Self { StaticAuthentication(query: query) }

    /// Sets fields in place of others of the same name, and never shows them. Use ``HeaderAdapter`` for fields that aren't secret.
    public static func headers(_ headers: HTTPHeaders) -> Self { StaticAuthentication(headers: headers) }

    /// Adds nothing: for an API that also answers without credentials. Without any authentication, the calls of authenticated endpoints fail.
    public static var anonymous: Self { StaticAuthentication() }

    /// Sends `Authorization: Bearer` (RFC 6750, section 2.1).
    public static func bearer(_ token: Secret) -> Self {
        StaticAuthentication(headers: ["Authorization": "Bearer \(token.reveal())"])
    }

    /// Sends `Authorization: Basic` (RFC 7617), with user and password in UTF-8.
    public static func basic(user: String, password: Secret) -> Self {
        StaticAuthentication(headers: ["Authorization": "Basic \(Data("\(user):\(password.reveal())".utf8).base64EncodedString())"])
    }
}

extension StaticAuthentication: CustomReflectable {
    /// Shows nothing, because the value holds secrets.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
