/// Settings as a value: made in code, or loaded from a file.
public struct APIConfiguration: APIConfigurable {
    public var baseURL: URL
    public var basePath: Path
    public var requestTimeout: Duration
    public var appVersion: String
    public var query: Query
    public var headers: HTTPHeaders
    public var authentication: (any RequestAdapter)? { didSet { isAuthenticationFromCode = true } }
    public var policies: ClientPolicies

    /// nil for one that was made in code.
    var loaded: LoadedConfiguration?
    // Two adapters can't be compared.
    var isAuthenticationFromCode: Bool

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
        isAuthenticationFromCode = authentication != nil
    }
}
