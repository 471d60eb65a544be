/// Checks at compile time that a ``RoutedEndpoint`` declares no member that its route has. You neither implement nor use it.
///
/// As with ``_EndpointMembers``, the compiler infers the type of each member from its declaration. The type of an endpoint's own member
/// differs from the default, so such an endpoint does not compile.
public protocol _RoutedMembers: _EndpointMembers {
    /// The type that the endpoint declares ``Endpoint/path`` with.
    associatedtype _PathMember
    /// See ``Endpoint/path``.
    var path: _PathMember { get }

    /// Exists only if the endpoint has no `baseURL` next to its route.
    static var _baseURLIsInRoute: Void { get }
    /// Exists only if the endpoint has no `path` next to its route.
    static var _pathIsInRoute: Void { get }
    /// Exists only if the endpoint has no `method` next to its route.
    static var _methodIsInRoute: Void { get }
    /// Exists only if the endpoint has no `query` next to its route.
    static var _queryIsInRoute: Void { get }
    /// Exists only if the endpoint has no `headers` next to its route.
    static var _headersIsInRoute: Void { get }
    /// Exists only if the endpoint has no `body` next to its route.
    static var _bodyIsInRoute: Void { get }
}

/// The type of a member that the route has.
public struct _InRoute {}

// There are two defaults for each member. The compiler infers the type of a member from these, which shows that the endpoint doesn't
// declare its own.
extension RoutedEndpoint {
    @_disfavoredOverload public var baseURL: _InRoute { _InRoute() }
    @_disfavoredOverload public var path: _InRoute { _InRoute() }
    @_disfavoredOverload public var method: _InRoute { _InRoute() }
    @_disfavoredOverload public var query: _InRoute { _InRoute() }
    @_disfavoredOverload public var headers: _InRoute { _InRoute() }
    @_disfavoredOverload public var body: _InRoute { _InRoute() }
}

// The values themselves.
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
