/// The settings of a client as a value, made in code or loaded from a file.
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
    /// See ``APIConfigurable/policies``.
    public var policies: ClientPolicies

    /// The files it was loaded from; nil for a configuration that was made in code.
    var loaded: LoadedConfiguration?
    // Two adapters can't be compared.
    var isAuthenticationFromCode: Bool

    /// Makes a configuration in code. All settings but the base URL have a default.
    ///
    /// - Parameters:
    ///   - baseURL: an http or https URL. Its query comes first in each request, and its path precedes `basePath`.
    ///   - basePath: between the base URL and the path of each endpoint.
    ///   - requestTimeout: the longest silence on the wire, per attempt; not the time for the whole call.
    ///   - appVersion: the version in the `User-Agent`.
    ///   - query: items of every request, before the endpoint's own.
    ///   - headers: fields of every request; the endpoint's own fields replace those with the same name.
    ///   - authentication: signs the requests of authenticated endpoints to the origin of `baseURL`, once per attempt. With nil, such an
    ///     endpoint is an error.
    ///   - policies: limits, retries and connection.
    public init(
        baseURL: URL, basePath: Path = "", requestTimeout: Duration = .seconds(30), appVersion: String = "1.0", query: Query = [:],
        headers: HTTPHeaders = [:], authentication: (any Authentication)? = nil, policies: ClientPolicies = .standard
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

    // Without it the compiler doesn't say what makes an authentication of an adapter.
    @available(*, unavailable, message: "an adapter becomes an authentication with .custom(adapter, identity: Identity(…))")
    public init(
        baseURL: URL, basePath: Path = "", requestTimeout: Duration = .seconds(30), appVersion: String = "1.0", query: Query = [:],
        headers: HTTPHeaders = [:], authentication: some RequestAdapter, policies: ClientPolicies = .standard
    ) {
        self.init(baseURL: baseURL, authentication: .custom(authentication))
    }
}

extension APIConfiguration {
    /// Loads settings from a file: a property list in XML, or JSON, which may have comments and a comma after the last element.
    ///
    ///     var configuration = try APIConfiguration(contentsOf: URL(filePath: "Config/marvel.json"), profile: "local")
    ///     configuration.requestTimeout = .seconds(5)
    ///
    /// The program's later changes take precedence, then the environment (`ENDPOINTKIT_REQUEST_TIMEOUT=5s`), then the profile, then the
    /// file, then the file that it extends, then the default. <doc:ConfigurationFile> describes every key.
    ///
    /// Throws an ``APIError`` of code ``APIError/Code/configuration`` with all problems in ``APIError/configurationProblems``. They show no
    /// secrets.
    ///
    /// - Parameters:
    ///   - file: the file; nil for the environment and ``ConfigurationOptions/defaults`` alone.
    ///   - profile: the profile to use; by default the one that `ENDPOINTKIT_PROFILE` names, or none.
    ///   - environment: the environment variables. `~` in a path stands for `HOME`.
    ///   - options: the prefix of the variables, among others. A process that loads several configurations gives each its own prefix.
    public init(
        contentsOf file: URL?, profile: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment,
        options: ConfigurationOptions = ConfigurationOptions()
    ) throws {
        self = try ConfigurationLoader.load(
            LoadedConfiguration.Source(file: file, profile: profile, environment: environment, options: options))
    }

    /// Loads the file again, with the same profile and environment and without the program's changes. This value, and every client made
    /// with it, stays unchanged.
    ///
    /// Throws the errors of loading, and an error if the configuration was not loaded from a file.
    public func reload() throws -> APIConfiguration {
        guard let loaded else { throw APIError(.configuration, "Could not reload the configuration: it was not loaded from a file.") }
        return try ConfigurationLoader.load(loaded.source)
    }

    /// All problems of a file and of each of its profiles; empty if the file can be loaded without a profile and with each of them.
    /// `environment` and `options` are those of ``init(contentsOf:profile:environment:options:)``.
    public static func problems(
        inContentsOf file: URL, environment: [String: String] = ProcessInfo.processInfo.environment,
        options: ConfigurationOptions = ConfigurationOptions()
    ) -> [ConfigurationProblem] {
        ConfigurationLoader.problems(in: file, environment: environment, options: options)
    }

    /// The names of a file's profiles, in the file's order; none if it can't be read.
    package static func profileNames(inContentsOf file: URL, options: ConfigurationOptions = ConfigurationOptions()) -> [String] {
        ConfigurationLoader.profileNames(in: file, options: options)
    }

    /// Problems that don't prevent the file from loading: a secret in a file that every user can read or write, an unknown environment
    /// variable.
    public var warnings: [ConfigurationProblem] { loaded?.warnings ?? [] }
}

extension APIConfiguration {
    /// The base URL and the base path, redacted.
    var shownAddress: (url: String, path: String) {
        let redaction = policies.redaction.secrets
        return (redaction.redact(urlText: baseURL.absoluteString), redaction.redact(basePath))
    }
}

/// The source of a loaded configuration, and its values at that time.
final class LoadedConfiguration: Sendable {
    struct Source: Sendable {
        let file: URL?
        let profile: String?
        let environment: [String: String]
        let options: ConfigurationOptions
    }
    let source: Source
    let layers: ConfigurationLayers
    let warnings: [ConfigurationProblem]
    /// The values of the application's own settings, by key.
    let app: [String: ConfigurationValue]
    let configuration: APIConfiguration

    init(
        source: Source, layers: ConfigurationLayers, warnings: [ConfigurationProblem],
        app: [String: ConfigurationValue], configuration: APIConfiguration
    ) {
        self.source = source
        self.layers = layers
        self.warnings = warnings
        self.app = app
        self.configuration = configuration
    }
}

extension LoadedConfiguration: CustomReflectable {
    /// Shows nothing, because the environment may hold secrets.
    var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension APIConfiguration: CustomStringConvertible, CustomReflectable {
    /// The base URL, redacted by its own policies.
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
