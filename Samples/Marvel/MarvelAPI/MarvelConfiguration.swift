public import EndpointKit

/// Marvel's API, or a host that speaks as it does.
///
///     let client = CharactersClient(configuration: MarvelConfiguration(publicKey: "1234", privateKey: privateKey))
public struct MarvelConfiguration: APIConfigurable {
    public var baseURL: URL
    public var publicKey: String
    /// Goes into the hash of each request, and never travels itself.
    public var privateKey: Secret
    public var requestTimeout: Duration
    public var appVersion: String
    public var policies: ClientPolicies

    /// Of `policies`, 429 is taken from what is retried: a call that is rejected counts against the daily quota as well.
    public init(
        publicKey: String, privateKey: Secret, baseURL: URL = Self.gateway, requestTimeout: Duration = .seconds(30),
        appVersion: String = "1.0", policies: ClientPolicies = .standard
    ) {
        self.baseURL = baseURL
        self.publicKey = publicKey
        self.privateKey = privateKey
        self.requestTimeout = requestTimeout
        self.appVersion = appVersion
        self.policies = policies
        self.policies.retry = policies.retry.treatingAsFinal(.tooManyRequests)
    }

    public var basePath: Path { "v1/public" }
    public var authentication: (any RequestAdapter)? { .hashedQuery(publicKey: publicKey, privateKey: privateKey) }

    /// Where the service was until 2025.
    // The text is a URL: the alternative is there so that nothing can trap.
    public static var gateway: URL { URL(string: "https://gateway.marvel.com") ?? URL(filePath: "/") }
}
