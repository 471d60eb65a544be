/// One operation of a web API, as a plain value: usually a case of an enum.
///
/// Every member except ``path`` has a default, and a member of the wrong type doesn't compile. A call reads the members once, when it
/// builds the request.
///
///     enum CharactersEndpoint: AuthenticatedEndpoint {
///         case list(limit: Int)
///         case character(id: Int)
///
///         var path: Path {
///             switch self {
///             case .list: "characters"
///             case .character(let id): "characters/\(id)"
///             }
///         }
///         var query: Query {
///             switch self {
///             case .list(let limit): ["limit": limit]
///             case .character: [:]
///             }
///         }
///     }
///
/// A ``RoutedEndpoint`` needs only one switch for all members. A ``Request`` also declares the type of its response.
public protocol Endpoint: _EndpointMembers, Sendable {
    /// The URL to which the path is appended; nil means the configuration's base URL and base path. No credentials are sent to a
    /// cross-origin URL.
    var baseURL: URL? { get }
    /// The path below the base URL. Interpolated values are percent-encoded.
    var path: Path { get }
    /// The method. `.get` by default.
    var method: HTTPMethod { get }
    /// The query items, sent after those of the configuration. Empty by default.
    var query: Query { get }
    /// The header fields, which replace the configuration's fields of the same name. Empty by default.
    var headers: HTTPHeaders { get }
    /// The body, encoded to an ``HTTPBodyEntity`` once per call. nil by default.
    var body: (any HTTPBody)? { get }
    /// How long the connection may be silent, per attempt; nil means the configuration's `requestTimeout`.
    var timeout: Duration? { get }
    /// Whether the configuration's authentication is applied. False by default, true for an ``AuthenticatedEndpoint``. If it is true and
    /// the configuration has none, the call throws ``APIError/Code/configuration`` before anything is sent.
    var isAuthenticated: Bool { get }
    /// Further credentials from the configuration, required or optional: `[.named("admin"), .optional("user")]`. None by default.
    /// ``CredentialUse/optional`` makes the configuration's authentication itself optional, even if ``isAuthenticated`` is true.
    var credentials: [CredentialUse] { get }
    /// Whether sending the request twice has the same effect as sending it once. By default the method decides (RFC 9110, section 9.2.2).
    /// The method always decides if a redirect or an adapter leads to another origin, and if an adapter has changed the method.
    var isIdempotent: Bool { get }
    /// The endpoint's adapters, which run after the client's and before authentication. None by default.
    var adapters: [any RequestAdapter] { get }
    /// How this endpoint's JSON is read and written; nil, the default, means the client's convention.
    var json: JSONConvention? { get }
    /// The decisions that judge this endpoint's responses. By default, these are `standard`, the client's decisions.
    func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision]

    /// The method, URL, header fields and body in one value, from the members above or from the route of a ``RoutedEndpoint``.
    var resolvedRoute: Route { get }

    /// The endpoint after which calls are named: by default the endpoint itself. An endpoint that wraps another returns the wrapped one.
    var subject: any Endpoint { get }
}

extension Endpoint {
    public var baseURL: URL? { nil }
    public var method: HTTPMethod { .get }
    public var query: Query { [:] }
    public var headers: HTTPHeaders { [:] }
    public var body: (any HTTPBody)? { nil }
    public var timeout: Duration? { nil }
    public var isAuthenticated: Bool { false }
    public var credentials: [CredentialUse] { [] }
    // There are two defaults. If the compiler infers _IsIdempotentMember from this one, the type doesn't declare its own.
    @_disfavoredOverload
    public var isIdempotent: _IdempotenceByMethod { _IdempotenceByMethod() }
    public var adapters: [any RequestAdapter] { [] }
    public var json: JSONConvention? { nil }
    public var subject: any Endpoint { self }
    public func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] { standard }

    public var resolvedRoute: Route {
        Route(method, path, baseURL: baseURL, query: query, headers: headers, body: body)
    }
}

/// An endpoint to which the configuration's authentication is applied.
public protocol AuthenticatedEndpoint: Endpoint {}

extension AuthenticatedEndpoint {
    public var isAuthenticated: Bool { true }
}
