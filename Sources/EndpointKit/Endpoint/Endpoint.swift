/// One thing a web API can be asked for, as a plain value: usually a case of an enum.
///
/// Every member but ``path`` has a default, and a member of another type doesn't compile (see ``EndpointMembers``). They are read once a
/// call, together, when the request is built.
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
/// With one switch for all of it, see ``RoutedEndpoint``; to bind the type of the answer too, see ``Request``.
public protocol Endpoint: EndpointMembers, Sendable {
    /// Where the path starts; nil for the configuration's base URL and base path. Another origin gets no credentials.
    var baseURL: URL? { get }
    var path: Path { get }
    /// `.get` by default.
    var method: HTTPMethod { get }
    /// Empty by default. Follows the configuration's own query.
    var query: Query { get }
    /// Empty by default. Replaces the configuration's fields of the same name.
    var headers: HTTPHeaders { get }
    /// None by default. Asked for its ``HTTPBodyEntity`` once a call.
    var body: (any HTTPBody)? { get }
    /// The longest silence on the wire, per attempt; nil for the configuration's `requestTimeout`.
    var timeout: Duration? { get }
    /// Whether the configuration's authentication is applied. False by default, true for an ``AuthenticatedEndpoint``.
    var isAuthenticated: Bool { get }
    /// Whether sending it twice is as good as once: by method (RFC 9110, section 9.2.2) unless said otherwise.
    var isIdempotent: Bool { get }
    /// Run after the client's own, before authentication. None by default.
    var adapters: [any RequestAdapter] { get }
    /// The decisions that judge this endpoint's answers, made from the client's; those, by default.
    func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision]

    /// Where the request goes and what it carries, in one value; gathered from the members above, or a ``RoutedEndpoint``'s route.
    var resolvedRoute: Route { get }

    /// What calls are named after: itself by default; of an endpoint around another, that one.
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
    // The default is two members of one name: the compiler infers IsIdempotentMember from this one, so that a type with its own is known.
    @_disfavoredOverload
    public var isIdempotent: IdempotenceByMethod { IdempotenceByMethod() }
    public var adapters: [any RequestAdapter] { [] }
    public var subject: any Endpoint { self }
    public func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] { standard }

    public var resolvedRoute: Route {
        Route(method, path, baseURL: baseURL, query: query, headers: headers, body: body)
    }
}

/// An endpoint that the configuration's authentication is applied to.
public protocol AuthenticatedEndpoint: Endpoint {}

extension AuthenticatedEndpoint {
    public var isAuthenticated: Bool { true }
}
