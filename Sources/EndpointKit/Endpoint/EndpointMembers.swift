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

    /// There for a type whose members all have the types that ``Endpoint`` asks for.
    static var membersHaveEndpointTypes: Void { get }
}

extension EndpointMembers
where
    BaseURLMember == URL?, MethodMember == HTTPMethod, QueryMember == Query, HeadersMember == HTTPHeaders, BodyMember == (any HTTPBody)?,
    TimeoutMember == Duration?, IsAuthenticatedMember == Bool, IsIdempotentMember == Bool, AdaptersMember == [any RequestAdapter]
{
    public static var membersHaveEndpointTypes: Void { () }
}
