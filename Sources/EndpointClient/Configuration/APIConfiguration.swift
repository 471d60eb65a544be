/// The settings of a client as a value, which is created in code or loaded from a file.
public struct APIConfiguration: APIConfigurable {
    /// See ``APIConfigurable/baseURL``.
    public var baseURL: URL
    /// See ``APIConfigurable/basePath``.
    public var basePath: Path
    /// See ``APIConfigurable/requestTimeout``.
    public var requestTimeout: Duration
    /// See ``APIConfigurable/appVersion``.
    public var appVersion: String
    /// See ``APIConfigurable/query``.
    public var query: Query
    /// See ``APIConfigurable/headers``.
    public var headers: HTTPHeaders
    /// See ``APIConfigurable/authentication``.
    public var authentication: (any Authentication)? { didSet { isAuthenticationFromCode = true } }
    /// See ``APIConfigurable/credentials``.
    public var credentials: [String: any Authentication] = [:] { didSet { areCredentialsFromCode = true } }
    /// See ``APIConfigurable/policies``.
    public var policies: ClientPolicies

    /// The loaded state of the configuration, for the module that loads it; nil for a configuration that was created in code.
    package var source: (any Sendable)?
    // These flags exist because authentications can't be compared.
    package var isAuthenticationFromCode: Bool
    package var areCredentialsFromCode = false

    /// Creates a configuration. All settings except the base URL have a default.
    ///
    /// - Parameters:
    ///   - baseURL: an http or https URL. Its query comes first in each request, and its path precedes `basePath`.
    ///   - basePath: the path between the base URL and the path of each endpoint.
    ///   - requestTimeout: how long the connection may be silent, per attempt; this isn't the time for the whole call.
    ///   - appVersion: the program's version in the `User-Agent` field.
    ///   - query: query items for every request, before the endpoint's own.
    ///   - headers: header fields for every request; an endpoint's own field of the same name takes precedence.
    ///   - authentication: signs the requests of authenticated endpoints to the origin of `baseURL`, once per attempt. If it is nil, calls
    ///     to such endpoints fail.
    ///   - credentials: further credentials, by name, for endpoints that name them in ``Endpoint/credentials``.
    ///   - policies: limits, retries and connection.
    public init(
        baseURL: URL, basePath: Path = "", requestTimeout: Duration = .seconds(30), appVersion: String = "1.0", query: Query = [:],
        headers: HTTPHeaders = [:], authentication: (any Authentication)? = nil, credentials: [String: any Authentication] = [:],
        policies: ClientPolicies = .standard
    ) {
        self.baseURL = baseURL
        self.basePath = basePath
        self.requestTimeout = requestTimeout
        self.appVersion = appVersion
        self.query = query
        self.headers = headers
        self.authentication = authentication
        self.credentials = credentials
        self.policies = policies
        isAuthenticationFromCode = authentication != nil
        areCredentialsFromCode = !credentials.isEmpty
    }

    // Without this, the compiler's error wouldn't say how to use an adapter as an authentication.
    @available(*, unavailable, message: "an adapter becomes an authentication with .custom(adapter, identity: Identity(…))")
    public init(
        baseURL: URL, basePath: Path = "", requestTimeout: Duration = .seconds(30), appVersion: String = "1.0", query: Query = [:],
        headers: HTTPHeaders = [:], authentication: some RequestAdapter, policies: ClientPolicies = .standard
    ) {
        self.init(baseURL: baseURL, authentication: .custom(authentication))
    }
}

extension APIConfiguration {
    /// The base URL and the base path, redacted.
    package var shownAddress: (url: String, path: String) {
        let redaction = policies.redaction.secrets
        return (redaction.redact(urlText: baseURL.absoluteString), redaction.redact(basePath))
    }
}

extension APIConfiguration: CustomStringConvertible, CustomReflectable {
    /// The base URL, redacted according to the configuration's policies.
    public var description: String { shownAddress.url }
    public var customMirror: Mirror {
        let redaction = policies.redaction
        return Mirror(
            self,
            children: [
                "basePath": shownAddress.path, "requestTimeout": requestTimeout, "appVersion": appVersion,
                "query": redaction.redact(query), "headers": redaction.redact(headers), "policies": policies,
            ], displayStyle: .struct)
    }
}
