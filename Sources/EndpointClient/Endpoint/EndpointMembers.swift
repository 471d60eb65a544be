/// Checks the types of an ``Endpoint``'s members at compile time. You neither implement nor use this protocol.
///
/// Every member except ``Endpoint/path`` has a default. A member of the wrong type, such as `var body: Data?` or `let baseURL: URL`, would
/// leave that default in effect, and the request would be sent without the member. Therefore the compiler infers the type of each member
/// from its declaration, and such an endpoint does not compile: "protocol requires property '_baseURLHasItsType'", and "candidate would
/// match if 'URL' was the same type as 'URL?'".
public protocol _EndpointMembers {
    /// The declared type of ``Endpoint/baseURL``.
    associatedtype _BaseURLMember
    /// The declared type of ``Endpoint/method``.
    associatedtype _MethodMember
    /// The declared type of ``Endpoint/query``.
    associatedtype _QueryMember
    /// The declared type of ``Endpoint/headers``.
    associatedtype _HeadersMember
    /// The declared type of ``Endpoint/body``.
    associatedtype _BodyMember
    /// The declared type of ``Endpoint/timeout``.
    associatedtype _TimeoutMember
    /// The declared type of ``Endpoint/isAuthenticated``.
    associatedtype _IsAuthenticatedMember
    /// The declared type of ``Endpoint/credentials``.
    associatedtype _CredentialsMember
    /// The declared type of ``Endpoint/isIdempotent``.
    associatedtype _IsIdempotentMember
    /// The declared type of ``Endpoint/adapters``.
    associatedtype _AdaptersMember
    /// The declared type of ``Endpoint/json``.
    associatedtype _JSONMember

    /// See ``Endpoint/baseURL``.
    var baseURL: _BaseURLMember { get }
    /// See ``Endpoint/method``.
    var method: _MethodMember { get }
    /// See ``Endpoint/query``.
    var query: _QueryMember { get }
    /// See ``Endpoint/headers``.
    var headers: _HeadersMember { get }
    /// See ``Endpoint/body``.
    var body: _BodyMember { get }
    /// See ``Endpoint/timeout``.
    var timeout: _TimeoutMember { get }
    /// See ``Endpoint/isAuthenticated``.
    var isAuthenticated: _IsAuthenticatedMember { get }
    /// See ``Endpoint/credentials``.
    var credentials: _CredentialsMember { get }
    /// See ``Endpoint/isIdempotent``.
    var isIdempotent: _IsIdempotentMember { get }
    /// See ``Endpoint/adapters``.
    var adapters: _AdaptersMember { get }
    /// See ``Endpoint/json``.
    var json: _JSONMember { get }

    /// Exists only if `baseURL` has the type `URL?`.
    static var _baseURLHasItsType: Void { get }
    /// Exists only if `method` has the type `HTTPMethod`.
    static var _methodHasItsType: Void { get }
    /// Exists only if `query` has the type `Query`.
    static var _queryHasItsType: Void { get }
    /// Exists only if `headers` has the type `HTTPHeaders`.
    static var _headersHasItsType: Void { get }
    /// Exists only if `body` has the type `(any HTTPBody)?`.
    static var _bodyHasItsType: Void { get }
    /// Exists only if `timeout` has the type `Duration?`.
    static var _timeoutHasItsType: Void { get }
    /// Exists only if `isAuthenticated` has the type `Bool`.
    static var _isAuthenticatedHasItsType: Void { get }
    /// Exists only if `credentials` has the type `[CredentialUse]`.
    static var _credentialsHasItsType: Void { get }
    /// Exists only if `adapters` has the type `[any RequestAdapter]`.
    static var _adaptersHasItsType: Void { get }
    /// Exists only if `json` has the type `JSONConvention?`.
    static var _jsonHasItsType: Void { get }
    /// Whether the type declares ``Endpoint/isIdempotent`` itself. Exists only if its type is `Bool`.
    static var _declaresIdempotence: Bool { get }
}

// There is one extension for each member, so that the compiler's message names the member of the wrong type.
extension _EndpointMembers where _BaseURLMember == URL? {
    public static var _baseURLHasItsType: Void { () }
}
extension _EndpointMembers where _MethodMember == HTTPMethod {
    public static var _methodHasItsType: Void { () }
}
extension _EndpointMembers where _QueryMember == Query {
    public static var _queryHasItsType: Void { () }
}
extension _EndpointMembers where _HeadersMember == HTTPHeaders {
    public static var _headersHasItsType: Void { () }
}
extension _EndpointMembers where _BodyMember == (any HTTPBody)? {
    public static var _bodyHasItsType: Void { () }
}
extension _EndpointMembers where _TimeoutMember == Duration? {
    public static var _timeoutHasItsType: Void { () }
}
extension _EndpointMembers where _IsAuthenticatedMember == Bool {
    public static var _isAuthenticatedHasItsType: Void { () }
}
extension _EndpointMembers where _CredentialsMember == [CredentialUse] {
    public static var _credentialsHasItsType: Void { () }
}
extension _EndpointMembers where _AdaptersMember == [any RequestAdapter] {
    public static var _adaptersHasItsType: Void { () }
}
extension _EndpointMembers where _JSONMember == JSONConvention? {
    public static var _jsonHasItsType: Void { () }
}
extension _EndpointMembers where _IsIdempotentMember: _DeclaredIdempotence {
    public static var _declaresIdempotence: Bool { _IsIdempotentMember._isDeclared }
}

extension _EndpointMembers where Self: Endpoint {
    public var isIdempotent: Bool { method.isIdempotent }
}

/// The types with which an endpoint may declare `isIdempotent`.
public protocol _DeclaredIdempotence {
    /// Whether an `isIdempotent` of this type is declared by the endpoint itself.
    static var _isDeclared: Bool { get }
}

extension Bool: _DeclaredIdempotence {
    public static var _isDeclared: Bool { true }
}

/// The type of `isIdempotent` in an endpoint that doesn't declare it. The request's method then decides, so the endpoint's method isn't
/// read a second time.
public struct _IdempotenceByMethod: _DeclaredIdempotence {
    public static var _isDeclared: Bool { false }
}
