/// Checks at compile time that a ``RoutedEndpoint`` declares no member that belongs in its route. You neither implement nor use this
/// protocol.
///
/// As with ``_EndpointMembers``, the compiler infers the type of each member from its declaration. The type of a member that the endpoint
/// declares differs from the default's type, so such an endpoint does not compile.
public protocol _RoutedMembers: _EndpointMembers {
    /// The declared type of ``Endpoint/path``.
    associatedtype _PathMember
    /// See ``Endpoint/path``.
    var path: _PathMember { get }

    /// Exists only if the endpoint declares no `baseURL` outside its route.
    static var _baseURLIsInRoute: Void { get }
    /// Exists only if the endpoint declares no `path` outside its route.
    static var _pathIsInRoute: Void { get }
    /// Exists only if the endpoint declares no `method` outside its route.
    static var _methodIsInRoute: Void { get }
    /// Exists only if the endpoint declares no `query` outside its route.
    static var _queryIsInRoute: Void { get }
    /// Exists only if the endpoint declares no `headers` outside its route.
    static var _headersIsInRoute: Void { get }
    /// Exists only if the endpoint declares no `body` outside its route.
    static var _bodyIsInRoute: Void { get }
}

/// The type of a member that only the route provides.
public struct _InRoute {}

// There are two defaults for each member. If the compiler infers a member's type from these, the endpoint doesn't declare its own.
extension RoutedEndpoint {
    @_disfavoredOverload public var baseURL: _InRoute { _InRoute() }
    @_disfavoredOverload public var path: _InRoute { _InRoute() }
    @_disfavoredOverload public var method: _InRoute { _InRoute() }
    @_disfavoredOverload public var query: _InRoute { _InRoute() }
    @_disfavoredOverload public var headers: _InRoute { _InRoute() }
    @_disfavoredOverload public var body: _InRoute { _InRoute() }
}

// These defaults return the route's values.
extension _RoutedMembers where Self: RoutedEndpoint {
    public var baseURL: URL? { route.baseURL }
    public var path: Path { route.path }
    public var method: HTTPMethod { route.method }
    public var query: Query { route.query }
    public var headers: HTTPHeaders { route.headers }
    public var body: (any HTTPBody)? { route.body }
}

extension _RoutedMembers where _BaseURLMember == _InRoute {
    public static var _baseURLIsInRoute: Void { () }
    public static var _baseURLHasItsType: Void { () }
}
extension _RoutedMembers where _PathMember == _InRoute {
    public static var _pathIsInRoute: Void { () }
}
extension _RoutedMembers where _MethodMember == _InRoute {
    public static var _methodIsInRoute: Void { () }
    public static var _methodHasItsType: Void { () }
}
extension _RoutedMembers where _QueryMember == _InRoute {
    public static var _queryIsInRoute: Void { () }
    public static var _queryHasItsType: Void { () }
}
extension _RoutedMembers where _HeadersMember == _InRoute {
    public static var _headersIsInRoute: Void { () }
    public static var _headersHasItsType: Void { () }
}
extension _RoutedMembers where _BodyMember == _InRoute {
    public static var _bodyIsInRoute: Void { () }
    public static var _bodyHasItsType: Void { () }
}
