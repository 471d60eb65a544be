/// Method, path and what goes with them: what a ``RoutedEndpoint`` answers with, and an endpoint itself, for a one-off call.
///
///     let status = try await client.call(.get("status"), as: Status.self).value
public struct Route: Endpoint {
    public var method: HTTPMethod
    public var path: Path
    public var baseURL: URL?
    public var query: Query
    public var headers: HTTPHeaders
    public var body: (any HTTPBody)?
    /// False unless ``authenticated()`` says so.
    public var isAuthenticated = false

    public init(
        _ method: HTTPMethod, _ path: Path, baseURL: URL? = nil, query: Query = [:], headers: HTTPHeaders = [:],
        body: (any HTTPBody)? = nil
    ) {
        self.method = method
        self.path = path
        self.baseURL = baseURL
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// A whole URL instead of a path below the configuration's; `query` follows the URL's own.
    public init(
        _ method: HTTPMethod, _ url: URL, query: Query = [:], headers: HTTPHeaders = [:], body: (any HTTPBody)? = nil
    ) {
        self.init(method, "", baseURL: url, query: query, headers: headers, body: body)
    }

    /// The same, authenticated as the configuration says: `client.call(.get("me").authenticated(), as: User.self)`.
    public func authenticated() -> Route {
        var route = self
        route.isAuthenticated = true
        return route
    }

    public var resolvedRoute: Route { self }
}

// Statics of the protocol rather than of the type, so that `client.call(.get("status"))` reads as well as `var route: Route { .get("status") }`.
extension Endpoint where Self == Route {
    public static func get(_ path: Path, query: Query = [:], headers: HTTPHeaders = [:]) -> Self {
        Route(.get, path, query: query, headers: headers)
    }
    public static func get(_ url: URL, query: Query = [:], headers: HTTPHeaders = [:]) -> Self {
        Route(.get, url, query: query, headers: headers)
    }
    public static func head(_ path: Path, query: Query = [:], headers: HTTPHeaders = [:]) -> Self {
        Route(.head, path, query: query, headers: headers)
    }
    public static func head(_ url: URL, query: Query = [:], headers: HTTPHeaders = [:]) -> Self {
        Route(.head, url, query: query, headers: headers)
    }
    public static func post(_ path: Path, query: Query = [:], headers: HTTPHeaders = [:], body: (any HTTPBody)? = nil) -> Self {
        Route(.post, path, query: query, headers: headers, body: body)
    }
    public static func post(_ url: URL, query: Query = [:], headers: HTTPHeaders = [:], body: (any HTTPBody)? = nil) -> Self {
        Route(.post, url, query: query, headers: headers, body: body)
    }
    public static func put(_ path: Path, query: Query = [:], headers: HTTPHeaders = [:], body: (any HTTPBody)? = nil) -> Self {
        Route(.put, path, query: query, headers: headers, body: body)
    }
    public static func put(_ url: URL, query: Query = [:], headers: HTTPHeaders = [:], body: (any HTTPBody)? = nil) -> Self {
        Route(.put, url, query: query, headers: headers, body: body)
    }
    public static func patch(_ path: Path, query: Query = [:], headers: HTTPHeaders = [:], body: (any HTTPBody)? = nil) -> Self {
        Route(.patch, path, query: query, headers: headers, body: body)
    }
    public static func patch(_ url: URL, query: Query = [:], headers: HTTPHeaders = [:], body: (any HTTPBody)? = nil) -> Self {
        Route(.patch, url, query: query, headers: headers, body: body)
    }
    public static func delete(_ path: Path, query: Query = [:], headers: HTTPHeaders = [:], body: (any HTTPBody)? = nil) -> Self {
        Route(.delete, path, query: query, headers: headers, body: body)
    }
    public static func delete(_ url: URL, query: Query = [:], headers: HTTPHeaders = [:], body: (any HTTPBody)? = nil) -> Self {
        Route(.delete, url, query: query, headers: headers, body: body)
    }
    public static func options(_ path: Path, query: Query = [:], headers: HTTPHeaders = [:]) -> Self {
        Route(.options, path, query: query, headers: headers)
    }
    public static func options(_ url: URL, query: Query = [:], headers: HTTPHeaders = [:]) -> Self {
        Route(.options, url, query: query, headers: headers)
    }
}

extension Route: CustomStringConvertible, CustomReflectable {
    /// `GET path?query`, with what ``Redaction/standard`` names hidden.
    public var description: String {
        let base = baseURL.map { Redaction.standard.redact(urlText: $0.absoluteString) + " " } ?? ""
        return "\(method) \(base)\(path)" + (query.isEmpty ? "" : "?\(query)")
    }
    public var customMirror: Mirror { Mirror(self, children: ["headers": headers], displayStyle: .struct) }
}
