/// The settings of a client. Conform your own type to this protocol, or use ``APIConfiguration``.
///
/// A client reads its settings once, when it is created. Later changes have no effect on the client.
public protocol APIConfigurable: _ConfigurableMembers, Sendable {
    /// An http or https URL with a host and an optional path. Its query items come first in every request's query.
    var baseURL: URL { get }
    /// The path that follows the path of the base URL. Empty by default.
    var basePath: Path { get }
    /// How long the connection may be silent, in each attempt. 30 seconds by default.
    var requestTimeout: Duration { get }
    /// The program's version in the `User-Agent` field. "1.0" by default.
    var appVersion: String { get }
    /// Query items for every request, before the endpoint's own. Empty by default.
    var query: Query { get }
    /// Header fields for every request. A request's own field of the same name takes precedence. Empty by default.
    var headers: HTTPHeaders { get }
    /// Signs the requests of authenticated endpoints to the origin of ``baseURL``, after all adapters. nil, the default, means none.
    var authentication: (any Authentication)? { get }
    /// Further credentials by name, for endpoints that ask for them: see ``Endpoint/credentials``. Empty by default. They are sent to the
    /// same origins as ``authentication``.
    var credentials: [String: any Authentication] { get }
    /// Limits, retries, connection and redaction. ``ClientPolicies/standard`` by default.
    var policies: ClientPolicies { get }
}

extension APIConfigurable {
    public var basePath: Path { "" }
    public var requestTimeout: Duration { .seconds(30) }
    public var appVersion: String { "1.0" }
    public var query: Query { [:] }
    public var headers: HTTPHeaders { [:] }
    public var authentication: (any Authentication)? { nil }
    public var credentials: [String: any Authentication] { [:] }
    public var policies: ClientPolicies { .standard }
}

/// Checks the types of an ``APIConfigurable``'s members. You don't implement this protocol.
///
/// Without this check, a member of the wrong type, such as `let requestTimeout: TimeInterval`, would leave the default in effect. With it,
/// such a configuration does not compile, as with ``_EndpointMembers``.
public protocol _ConfigurableMembers {
    /// The type of `basePath`, which must be ``Path``.
    associatedtype _BasePathMember
    /// The type of `requestTimeout`, which must be `Duration`.
    associatedtype _RequestTimeoutMember
    /// The type of `appVersion`, which must be `String`.
    associatedtype _AppVersionMember
    /// The type of `query`, which must be ``Query``.
    associatedtype _QueryMember
    /// The type of `headers`, which must be ``HTTPHeaders``.
    associatedtype _HeadersMember
    /// The type of `authentication`, which must be `(any Authentication)?`.
    associatedtype _AuthenticationMember
    /// The type of `credentials`, which must be `[String: any Authentication]`.
    associatedtype _CredentialsMember
    /// The type of `policies`, which must be ``ClientPolicies``.
    associatedtype _PoliciesMember

    /// See ``APIConfigurable/basePath``.
    var basePath: _BasePathMember { get }
    /// See ``APIConfigurable/requestTimeout``.
    var requestTimeout: _RequestTimeoutMember { get }
    /// See ``APIConfigurable/appVersion``.
    var appVersion: _AppVersionMember { get }
    /// See ``APIConfigurable/query``.
    var query: _QueryMember { get }
    /// See ``APIConfigurable/headers``.
    var headers: _HeadersMember { get }
    /// See ``APIConfigurable/authentication``.
    var authentication: _AuthenticationMember { get }
    /// See ``APIConfigurable/credentials``.
    var credentials: _CredentialsMember { get }
    /// See ``APIConfigurable/policies``.
    var policies: _PoliciesMember { get }

    /// Exists only if all members have the types that ``APIConfigurable`` requires.
    static var _membersHaveConfigurableTypes: Void { get }
}

extension _ConfigurableMembers
where
    _BasePathMember == Path, _RequestTimeoutMember == Duration, _AppVersionMember == String, _QueryMember == Query,
    _HeadersMember == HTTPHeaders, _AuthenticationMember == (any Authentication)?,
    _CredentialsMember == [String: any Authentication], _PoliciesMember == ClientPolicies
{
    public static var _membersHaveConfigurableTypes: Void { () }
}

// Without these, the compiler's error wouldn't say how to use an adapter as an authentication.

extension _ConfigurableMembers where _AuthenticationMember: RequestAdapter {
    @available(*, unavailable, message: "it is an (any Authentication)?: write .custom(adapter, identity: Identity(…)) for an adapter")
    public static var _membersHaveConfigurableTypes: Void { () }
}

extension _ConfigurableMembers where _AuthenticationMember == (any RequestAdapter)? {
    @available(*, unavailable, message: "it is an (any Authentication)?: write .custom(adapter, identity: Identity(…)) for an adapter")
    public static var _membersHaveConfigurableTypes: Void { () }
}
