/// The members of an ``Endpoint`` as a type declares them. There is nothing to implement.
///
/// Every member but ``Endpoint/path`` has a default. A member of another type, as `var body: Data?` or `let baseURL: URL`, would leave that
/// default in place, and the request would go out without it. So the compiler infers the type of each member from its declaration, and
/// such an endpoint does not compile: "candidate would match if 'URL' was the same type as 'URL?'".
public protocol EndpointMembers {
    associatedtype BaseURLMember
    associatedtype MethodMember
    associatedtype QueryMember
    associatedtype HeadersMember
    associatedtype BodyMember
    associatedtype TimeoutMember
    associatedtype IsAuthenticatedMember
    associatedtype IsIdempotentMember
    associatedtype AdaptersMember

    var baseURL: BaseURLMember { get }
    var method: MethodMember { get }
    var query: QueryMember { get }
    var headers: HeadersMember { get }
    var body: BodyMember { get }
    var timeout: TimeoutMember { get }
    var isAuthenticated: IsAuthenticatedMember { get }
    var isIdempotent: IsIdempotentMember { get }
    var adapters: AdaptersMember { get }

    /// Whether the type declares ``Endpoint/isIdempotent`` itself. It is there for a type whose members have the types that ``Endpoint`` asks for.
    static var declaresIdempotence: Bool { get }
}

extension EndpointMembers
where
    BaseURLMember == URL?, MethodMember == HTTPMethod, QueryMember == Query, HeadersMember == HTTPHeaders, BodyMember == (any HTTPBody)?,
    TimeoutMember == Duration?, IsAuthenticatedMember == Bool, IsIdempotentMember: DeclaredIdempotence,
    AdaptersMember == [any RequestAdapter]
{
    public static var declaresIdempotence: Bool { IsIdempotentMember.isDeclared }
}

extension EndpointMembers where Self: Endpoint {
    public var isIdempotent: Bool { method.isIdempotent }
}

/// The types that `isIdempotent` may be declared with.
public protocol DeclaredIdempotence {
    static var isDeclared: Bool { get }
}

extension Bool: DeclaredIdempotence {
    public static var isDeclared: Bool { true }
}

/// The type of `isIdempotent` in an endpoint without one of its own: whether it is idempotent is known from the method that is sent, and the
/// endpoint isn't asked for that a second time.
public struct IdempotenceByMethod: DeclaredIdempotence {
    public static var isDeclared: Bool { false }
}
