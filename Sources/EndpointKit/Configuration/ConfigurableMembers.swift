/// Checks the types of an ``APIConfigurable``'s members. There is nothing to implement.
///
/// A member of another type, such as `let requestTimeout: TimeInterval`, would leave the default in place. As with ``EndpointMembers``,
/// such a configuration does not compile.
public protocol ConfigurableMembers {
    /// The type of `basePath`, which must be ``Path``.
    associatedtype BasePathMember
    /// The type of `requestTimeout`, which must be `Duration`.
    associatedtype RequestTimeoutMember
    /// The type of `appVersion`, which must be `String`.
    associatedtype AppVersionMember
    /// The type of `query`, which must be ``Query``.
    associatedtype QueryMember
    /// The type of `headers`, which must be ``HTTPHeaders``.
    associatedtype HeadersMember
    /// The type of `authentication`, which must be `(any RequestAdapter)?`.
    associatedtype AuthenticationMember
    /// The type of `policies`, which must be ``ClientPolicies``.
    associatedtype PoliciesMember

    /// See ``APIConfigurable/basePath``.
    var basePath: BasePathMember { get }
    /// See ``APIConfigurable/requestTimeout``.
    var requestTimeout: RequestTimeoutMember { get }
    /// See ``APIConfigurable/appVersion``.
    var appVersion: AppVersionMember { get }
    /// See ``APIConfigurable/query``.
    var query: QueryMember { get }
    /// See ``APIConfigurable/headers``.
    var headers: HeadersMember { get }
    /// See ``APIConfigurable/authentication``.
    var authentication: AuthenticationMember { get }
    /// See ``APIConfigurable/policies``.
    var policies: PoliciesMember { get }

    /// Exists only if all members have the types that ``APIConfigurable`` requires.
    static var membersHaveConfigurableTypes: Void { get }
}

extension ConfigurableMembers
where
    BasePathMember == Path, RequestTimeoutMember == Duration, AppVersionMember == String, QueryMember == Query,
    HeadersMember == HTTPHeaders, AuthenticationMember == (any RequestAdapter)?, PoliciesMember == ClientPolicies
{
    public static var membersHaveConfigurableTypes: Void { () }
}
