public import EndpointKit

/// The settings for Marvel's API, or for a host with the same API.
///
///     let client = CharactersClient(configuration: MarvelConfiguration(publicKey: "1234", privateKey: privateKey))
public struct MarvelConfiguration: APIConfigurable {
    /// The address of the service; ``gateway`` by default.
    public var baseURL: URL
    /// The public key, which is sent with each request.
    public var publicKey: String
    /// The key that is part of each request's hash and is never sent.
    public var privateKey: Secret
    /// The longest silence on the wire. 30 seconds by default.
    public var requestTimeout: Duration
    /// The program's version in the User-Agent. "1.0" by default.
    public var appVersion: String
    /// Limits, retries and connection. The initializer turns off retries after 429.
    public var policies: ClientPolicies

    /// Removes 429 from the statuses that `policies` retry, because a rejected call counts against the daily quota as well.
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
    public var authentication: (any Authentication)? { .hashedQuery(publicKey: publicKey, privateKey: privateKey) }

    // The string is a valid URL. The fallback avoids a trap.
    /// The service's address until 2025.
    public static var gateway: URL { URL(string: "https://gateway.marvel.com") ?? URL(filePath: "/") }
}
