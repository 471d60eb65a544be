/// Checks the types of an ``Endpoint``'s members at compile time. You neither implement nor use it.
///
/// Every member but ``Endpoint/path`` has a default. A member of the wrong type, such as `var body: Data?` or `let baseURL: URL`, would
/// leave that default in place, and the request would be sent without the member. Therefore the compiler infers the type of each member
/// from its declaration, and such an endpoint does not compile: "candidate would match if 'URL' was the same type as 'URL?'".
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

    /// Whether the type declares ``Endpoint/isIdempotent`` itself. The default only exists for a type whose members all have the types that
    /// ``Endpoint`` requires.
    static var declaresIdempotence: Bool { get }
}

extension EndpointMembers
where
    BaseURLMember == URL?, MethodMember == HTTPMethod, QueryMember == Query, HeadersMember == HTTPHeaders, BodyMember == (any HTTPBody)?,
    TimeoutMember == Duration?, IsAuthenticatedMember == Bool, IsIdempotentMember: DeclaredIdempotence,
    AdaptersMember == [any RequestAdapter], JSONMember == JSONConvention?
{
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
