/// Settings as a value.
public struct APIConfiguration: APIConfigurable {
    public var baseURL: URL
    public var basePath: Path
    public var requestTimeout: Duration
    public var appVersion: String
    public var query: Query
    public var headers: HTTPHeaders
    public var authentication: (any RequestAdapter)?
    public var policies: ClientPolicies

    public init(
        baseURL: URL, basePath: Path = "", requestTimeout: Duration = .seconds(30), appVersion: String = "1.0", query: Query = [:],
        headers: HTTPHeaders = [:], authentication: (any RequestAdapter)? = nil, policies: ClientPolicies = .standard
    ) {
        self.baseURL = baseURL
        self.basePath = basePath
        self.requestTimeout = requestTimeout
        self.appVersion = appVersion
        self.query = query
        self.headers = headers
        self.authentication = authentication
        self.policies = policies
    }
}
