/// The method, the path and the other parts of a request. ``RoutedEndpoint/route`` returns a route. A route is also an endpoint itself, for
/// a one-off call.
///
///     let status = try await client.call(.get("status"), as: Status.self).value
///
/// The functions that are named after HTTP methods accept the parameters of ``init(_:_:baseURL:query:headers:body:)``.
public struct Route: Endpoint {
    public var method: HTTPMethod
    public var path: Path
    public var baseURL: URL?
    public var query: Query
    public var headers: HTTPHeaders
    public var body: (any HTTPBody)?
    /// Whether the configuration's authentication is applied. False by default; ``authenticated()`` sets it.
    public var isAuthenticated = false
    /// Further credentials from the configuration, required or optional. None by default; ``authenticated(by:)`` sets them.
    public var credentials: [CredentialUse] = []
    /// Set if the service sent `baseURL` as the address of a list's next page. If that URL already has items of the configuration's query,
    /// they aren't added again.
    package var link: Link?

    /// Where an address from the service leads.
    package enum Link {
        case home
        /// To the configuration's origins, without the configuration's query items.
        case unchanged
        /// To another origin. Only the parts of a request that may be sent to other origins are sent.
        case away
    }

    /// Creates a route to a path below a base URL.
    ///
    /// - Parameters:
    ///   - method: the method. Calls with an idempotent method may be retried (RFC 9110, section 9.2.2).
    ///   - path: the path, which follows the base path. Each interpolated value is one segment.
    ///   - baseURL: the base URL. nil, the default, means the configuration's base URL and base path. The configuration's authentication is
    ///     applied only at the configuration's own origins.
    ///   - query: the query items, which follow those of the URL and the configuration. Items whose value is nil are omitted.
    ///   - headers: the header fields, which replace the configuration's fields of the same name.
    ///   - body: the body; nil if there is none. The body's own content type is sent unless `headers` contains one.
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

    /// Creates a route to an absolute URL, with `query` after the URL's own query.
    public init(
        _ method: HTTPMethod, _ url: URL, query: Query = [:], headers: HTTPHeaders = [:], body: (any HTTPBody)? = nil
    ) {
        self.init(method, "", baseURL: url, query: query, headers: headers, body: body)
    }

    /// The route with the configuration's authentication: `client.call(.get("me").authenticated(), as: User.self)`.
    public func authenticated() -> Route {
        var route = self
        route.isAuthenticated = true
        return route
    }

    /// The route with these credentials: `client.call(.get("users").authenticated(by: .named("admin")), as: [User].self)`.
    public func authenticated(by credentials: CredentialUse...) -> Route {
        var route = self
        route.credentials += credentials
        return route
    }

    public var resolvedRoute: Route { self }
}

// Static members of the protocol, so that `client.call(.get("status"))` compiles as well as `var route: Route { .get("status") }`.
extension Endpoint where Self == Route {
    /// A GET route below the configuration's base URL.
    public static func get(_ path: Path, query: Query = [:], headers: HTTPHeaders = [:]) -> Self {
        Route(.get, path, query: query, headers: headers)
    }
    /// A GET route to an absolute URL, with `query` after the URL's own query.
    public static func get(_ url: URL, query: Query = [:], headers: HTTPHeaders = [:]) -> Self {
        Route(.get, url, query: query, headers: headers)
    }
    /// A HEAD route below the configuration's base URL. A body would have no meaning (RFC 9110, section 9.3.2), and libcurl omits it.
    public static func head(_ path: Path, query: Query = [:], headers: HTTPHeaders = [:], body: (any HTTPBody)? = nil) -> Self {
        Route(.head, path, query: query, headers: headers, body: body)
    }
    /// A HEAD route to an absolute URL, with `query` after the URL's own query. libcurl omits the body.
    public static func head(_ url: URL, query: Query = [:], headers: HTTPHeaders = [:], body: (any HTTPBody)? = nil) -> Self {
        Route(.head, url, query: query, headers: headers, body: body)
    }
    /// A POST route below the configuration's base URL.
    public static func post(_ path: Path, query: Query = [:], headers: HTTPHeaders = [:], body: (any HTTPBody)? = nil) -> Self {
        Route(.post, path, query: query, headers: headers, body: body)
    }
    /// A POST route to an absolute URL, with `query` after the URL's own query.
    public static func post(_ url: URL, query: Query = [:], headers: HTTPHeaders = [:], body: (any HTTPBody)? = nil) -> Self {
        Route(.post, url, query: query, headers: headers, body: body)
    }
    /// A PUT route below the configuration's base URL.
    public static func put(_ path: Path, query: Query = [:], headers: HTTPHeaders = [:], body: (any HTTPBody)? = nil) -> Self {
        Route(.put, path, query: query, headers: headers, body: body)
    }
    /// A PUT route to an absolute URL, with `query` after the URL's own query.
    public static func put(_ url: URL, query: Query = [:], headers: HTTPHeaders = [:], body: (any HTTPBody)? = nil) -> Self {
        Route(.put, url, query: query, headers: headers, body: body)
    }
    /// A PATCH route below the configuration's base URL.
    public static func patch(_ path: Path, query: Query = [:], headers: HTTPHeaders = [:], body: (any HTTPBody)? = nil) -> Self {
        Route(.patch, path, query: query, headers: headers, body: body)
    }
    /// A PATCH route to an absolute URL, with `query` after the URL's own query.
    public static func patch(_ url: URL, query: Query = [:], headers: HTTPHeaders = [:], body: (any HTTPBody)? = nil) -> Self {
        Route(.patch, url, query: query, headers: headers, body: body)
    }
    /// A DELETE route below the configuration's base URL.
    public static func delete(_ path: Path, query: Query = [:], headers: HTTPHeaders = [:], body: (any HTTPBody)? = nil) -> Self {
        Route(.delete, path, query: query, headers: headers, body: body)
    }
    /// A DELETE route to an absolute URL, with `query` after the URL's own query.
    public static func delete(_ url: URL, query: Query = [:], headers: HTTPHeaders = [:], body: (any HTTPBody)? = nil) -> Self {
        Route(.delete, url, query: query, headers: headers, body: body)
    }
    /// An OPTIONS route below the configuration's base URL.
    public static func options(_ path: Path, query: Query = [:], headers: HTTPHeaders = [:], body: (any HTTPBody)? = nil) -> Self {
        Route(.options, path, query: query, headers: headers, body: body)
    }
    /// An OPTIONS route to an absolute URL, with `query` after the URL's own query.
    public static func options(_ url: URL, query: Query = [:], headers: HTTPHeaders = [:], body: (any HTTPBody)? = nil) -> Self {
        Route(.options, url, query: query, headers: headers, body: body)
    }
}

extension Route: CustomStringConvertible, CustomReflectable {
    /// `GET path?query`, redacted by ``Redaction/standard``.
    public var description: String {
        let base = baseURL.map { Redaction.standard.redact(urlText: $0.absoluteString) + " " } ?? ""
        return "\(method.shown) \(base)\(Redaction.standard.redact(path))" + (query.isEmpty ? "" : "?\(query)")
    }
    public var customMirror: Mirror { Mirror(self, children: ["headers": headers], displayStyle: .struct) }
}

/// An endpoint that describes its whole request in one switch.
///
///     enum CharactersEndpoint: RoutedEndpoint, AuthenticatedEndpoint {
///         case list(limit: Int)
///         case character(id: Int)
///
///         var route: Route {
///             switch self {
///             case .list(let limit): .get("characters", query: ["limit": limit])
///             case .character(let id): .get("characters/\(id)")
///             }
///         }
///     }
///
/// The request is built from the route alone. A type that also declares a `path`, `method`, `query`, `headers`, `body` or `baseURL` doesn't
/// compile, because the request would be sent without that member.
public protocol RoutedEndpoint: Endpoint, _RoutedMembers {
    /// The route of the request. A call reads it once.
    var route: Route { get }
}

extension RoutedEndpoint {
    public var resolvedRoute: Route { route }
}
