/// The settings of a client: adopt it with your own type, or use ``APIConfiguration``.
///
/// A client reads its settings once, when it is created. Later changes have no effect on it.
public protocol APIConfigurable: ConfigurableMembers, Sendable {
    /// An http or https URL with a host and perhaps a path. Its query items come first in every request's query.
    var baseURL: URL { get }
    /// The path after that of the base URL. Empty by default.
    var basePath: Path { get }
    /// The longest silence on the wire, for each attempt. 30 seconds by default.
    var requestTimeout: Duration { get }
    /// The program's version in the User-Agent. "1.0" by default.
    var appVersion: String { get }
    /// Query items for every request, before the endpoint's own. Empty by default.
    var query: Query { get }
    /// Header fields for every request that has no field of the same name. Empty by default.
    var headers: HTTPHeaders { get }
    /// The last adapter for requests of authenticated endpoints that are same-origin to ``baseURL``. nil, the default, for none.
    var authentication: (any RequestAdapter)? { get }
    /// Limits, retries, connection and redaction. ``ClientPolicies/standard`` by default.
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
