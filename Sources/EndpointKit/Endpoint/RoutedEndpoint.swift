/// An endpoint that describes all of its request in one switch.
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
/// The request is built from the route alone, even if the type also declares a `path`, `method`, `query`, `headers`, `body` or `baseURL`.
public protocol RoutedEndpoint: Endpoint {
    /// The route of the request. A call reads it once.
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
