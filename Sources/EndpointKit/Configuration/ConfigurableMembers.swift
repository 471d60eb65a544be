/// The members of an ``APIConfigurable`` as a type declares them. There is nothing to implement.
///
/// A member of another type, as `let requestTimeout: TimeInterval`, would leave the default in place. As in ``EndpointMembers``, such a
/// configuration does not compile.
public protocol ConfigurableMembers {
    associatedtype BasePathMember
    associatedtype RequestTimeoutMember
    associatedtype AppVersionMember
    associatedtype QueryMember
    associatedtype HeadersMember
    associatedtype AuthenticationMember
    associatedtype PoliciesMember

    var basePath: BasePathMember { get }
    var requestTimeout: RequestTimeoutMember { get }
    var appVersion: AppVersionMember { get }
    var query: QueryMember { get }
    var headers: HeadersMember { get }
    var authentication: AuthenticationMember { get }
    var policies: PoliciesMember { get }

    /// There for a type whose members all have the types that ``APIConfigurable`` asks for.
    static var membersHaveConfigurableTypes: Void { get }
}

extension ConfigurableMembers
where
    BasePathMember == Path, RequestTimeoutMember == Duration, AppVersionMember == String, QueryMember == Query,
    HeadersMember == HTTPHeaders, AuthenticationMember == (any RequestAdapter)?, PoliciesMember == ClientPolicies
{
    public static var membersHaveConfigurableTypes: Void { () }
}
