/// Checks the types of an ``Endpoint``'s members at compile time. You neither implement nor use it.
///
/// Every member but ``Endpoint/path`` has a default. A member of the wrong type, such as `var body: Data?` or `let baseURL: URL`, would
/// leave that default in place, and the request would be sent without the member. Therefore the compiler infers the type of each member
/// from its declaration, and such an endpoint does not compile: "protocol requires property 'baseURLHasItsType'", and "candidate would
/// match if 'URL' was the same type as 'URL?'".
public protocol EndpointMembers {
    /// The type that the endpoint declares ``Endpoint/baseURL`` with.
    associatedtype BaseURLMember
    /// The type that the endpoint declares ``Endpoint/method`` with.
    associatedtype MethodMember
    /// The type that the endpoint declares ``Endpoint/query`` with.
    associatedtype QueryMember
    /// The type that the endpoint declares ``Endpoint/headers`` with.
    associatedtype HeadersMember
    /// The type that the endpoint declares ``Endpoint/body`` with.
    associatedtype BodyMember
    /// The type that the endpoint declares ``Endpoint/timeout`` with.
    associatedtype TimeoutMember
    /// The type that the endpoint declares ``Endpoint/isAuthenticated`` with.
    associatedtype IsAuthenticatedMember
    /// The type that the endpoint declares ``Endpoint/isIdempotent`` with.
    associatedtype IsIdempotentMember
    /// The type that the endpoint declares ``Endpoint/adapters`` with.
    associatedtype AdaptersMember
    /// The type that the endpoint declares ``Endpoint/json`` with.
    associatedtype JSONMember

    /// See ``Endpoint/baseURL``.
    var baseURL: BaseURLMember { get }
    /// See ``Endpoint/method``.
    var method: MethodMember { get }
    /// See ``Endpoint/query``.
    var query: QueryMember { get }
    /// See ``Endpoint/headers``.
    var headers: HeadersMember { get }
    /// See ``Endpoint/body``.
    var body: BodyMember { get }
    /// See ``Endpoint/timeout``.
    var timeout: TimeoutMember { get }
    /// See ``Endpoint/isAuthenticated``.
    var isAuthenticated: IsAuthenticatedMember { get }
    /// See ``Endpoint/isIdempotent``.
    var isIdempotent: IsIdempotentMember { get }
    /// See ``Endpoint/adapters``.
    var adapters: AdaptersMember { get }
    /// See ``Endpoint/json``.
    var json: JSONMember { get }

    /// Exists only if `baseURL` has the type `URL?`.
    static var baseURLHasItsType: Void { get }
    /// Exists only if `method` has the type `HTTPMethod`.
    static var methodHasItsType: Void { get }
    /// Exists only if `query` has the type `Query`.
    static var queryHasItsType: Void { get }
    /// Exists only if `headers` has the type `HTTPHeaders`.
    static var headersHasItsType: Void { get }
    /// Exists only if `body` has the type `(any HTTPBody)?`.
    static var bodyHasItsType: Void { get }
    /// Exists only if `timeout` has the type `Duration?`.
    static var timeoutHasItsType: Void { get }
    /// Exists only if `isAuthenticated` has the type `Bool`.
    static var isAuthenticatedHasItsType: Void { get }
    /// Exists only if `adapters` has the type `[any RequestAdapter]`.
    static var adaptersHasItsType: Void { get }
    /// Exists only if `json` has the type `JSONConvention?`.
    static var jsonHasItsType: Void { get }
    /// Whether the type declares ``Endpoint/isIdempotent`` itself. Exists only if its type is `Bool`.
    static var declaresIdempotence: Bool { get }
}

// One extension for each member, so that the compiler's message names the mistyped member.
extension EndpointMembers where BaseURLMember == URL? {
    public static var baseURLHasItsType: Void { () }
}
extension EndpointMembers where MethodMember == HTTPMethod {
    public static var methodHasItsType: Void { () }
}
extension EndpointMembers where QueryMember == Query {
    public static var queryHasItsType: Void { () }
}
extension EndpointMembers where HeadersMember == HTTPHeaders {
    public static var headersHasItsType: Void { () }
}
extension EndpointMembers where BodyMember == (any HTTPBody)? {
    public static var bodyHasItsType: Void { () }
}
extension EndpointMembers where TimeoutMember == Duration? {
    public static var timeoutHasItsType: Void { () }
}
extension EndpointMembers where IsAuthenticatedMember == Bool {
    public static var isAuthenticatedHasItsType: Void { () }
}
extension EndpointMembers where AdaptersMember == [any RequestAdapter] {
    public static var adaptersHasItsType: Void { () }
}
extension EndpointMembers where JSONMember == JSONConvention? {
    public static var jsonHasItsType: Void { () }
}
extension EndpointMembers where IsIdempotentMember: DeclaredIdempotence {
    public static var declaresIdempotence: Bool { IsIdempotentMember.isDeclared }
}

extension EndpointMembers where Self: Endpoint {
    public var isIdempotent: Bool { method.isIdempotent }
}

/// The types that an endpoint may declare `isIdempotent` with.
public protocol DeclaredIdempotence {
    /// Whether an endpoint with an `isIdempotent` of this type declares it itself.
    static var isDeclared: Bool { get }
}

extension Bool: DeclaredIdempotence {
    public static var isDeclared: Bool { true }
}

/// The type of `isIdempotent` in an endpoint that doesn't declare it. The method of the request then decides, so the endpoint's method
/// isn't read a second time.
public struct IdempotenceByMethod: DeclaredIdempotence {
    public static var isDeclared: Bool { false }
}
