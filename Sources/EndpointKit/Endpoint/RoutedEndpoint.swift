/// An endpoint that says everything in one switch.
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
/// The route is the whole of it: where a type declares a `path`, `method`, `query`, `headers`, `body` or `baseURL` beside its route,
/// the request is built from the route alone.
public protocol RoutedEndpoint: Endpoint {
    /// Read once a call.
    var route: Route { get }
}

extension RoutedEndpoint {
    public var baseURL: URL? { route.baseURL }
    public var path: Path { route.path }
    public var method: HTTPMethod { route.method }
    public var query: Query { route.query }
    public var headers: HTTPHeaders { route.headers }
    public var body: (any HTTPBody)? { route.body }
    public var resolvedRoute: Route { route }
}
