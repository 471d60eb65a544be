/// The settings of a client: adopt it with a type of your own, or use ``APIConfiguration``.
///
/// A client reads it once, when it is made: what changes later changes nothing under its feet.
public protocol APIConfigurable: ConfigurableMembers, Sendable {
    /// http or https, with a host and perhaps a path; its own query comes first in every request's.
    var baseURL: URL { get }
    /// Follows the base URL's path. Empty by default.
    var basePath: Path { get }
    /// The longest silence on the wire, per attempt. 30 seconds by default.
    var requestTimeout: Duration { get }
    /// Stands in the User-Agent. "1.0" by default.
    var appVersion: String { get }
    /// Sent with every request, before the endpoint's own. Empty by default.
    var query: Query { get }
    /// Sent with every request that has no field of the same name. Empty by default.
    var headers: HTTPHeaders { get }
    /// The last adapter of an authenticated endpoint's request, when it goes to the origin of ``baseURL``. None by default.
    var authentication: (any RequestAdapter)? { get }
    /// ``ClientPolicies/standard`` by default.
    var policies: ClientPolicies { get }
}

extension APIConfigurable {
    public var basePath: Path { "" }
    public var requestTimeout: Duration { .seconds(30) }
    public var appVersion: String { "1.0" }
    public var query: Query { [:] }
    public var headers: HTTPHeaders { [:] }
    public var authentication: (any RequestAdapter)? { nil }
    public var policies: ClientPolicies { .standard }
}
