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

extension APIConfiguration {
    /// Loads settings from a file: JSON, where comments and a comma after the last element may stand, or a property list.
    ///
    ///     var configuration = try APIConfiguration(contentsOf: URL(filePath: "Config/marvel.json"), profile: "local")
    ///     configuration.requestTimeout = .seconds(5)
    ///
    /// What the program sets afterwards counts most, then what the environment says (`ENDPOINTKIT_REQUEST_TIMEOUT=5s`), then the profile,
    /// then the file, then the file it extends, then the default. <doc:ConfigurationFile> describes every key.
    ///
    /// Throws an ``APIError`` of code ``APIError/Code/configuration`` with everything that is wrong in
    /// ``APIError/configurationProblems``. Nothing secret is in any of it.
    ///
    /// - Parameters:
    ///   - profile: laid over the file's other settings; by default the one that `ENDPOINTKIT_PROFILE` names, or none.
    ///   - environment: what variables are looked up in. `HOME` is where `~` leads.
    public init(
        contentsOf file: URL, profile: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        self = try ConfigurationLoader.load(LoadedConfiguration.Source(file: file, profile: profile, environment: environment))
    }

    /// What the file says now, with the same profile and environment: without what the program has set since. This value, and every client
    /// made with it, stays as it is.
    ///
    /// Throws as loading does, and for a configuration that was not loaded from a file.
    public func reload() throws -> APIConfiguration {
        guard let loaded else { throw APIError(.configuration, "The configuration was not loaded from a file.") }
        return try ConfigurationLoader.load(loaded.source)
    }

    /// Everything that is wrong with a file, also in profiles that nobody asks for; empty for one that can be loaded with each of them.
    public static func problems(
        inContentsOf file: URL, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> [ConfigurationProblem] {
        ConfigurationLoader.problems(in: file, environment: environment)
    }

    /// What someone should look at: a secret in a file that everyone can read, an environment variable that nothing reads.
    public var warnings: [ConfigurationProblem] { loaded?.warnings ?? [] }
}

/// Where a configuration was loaded from, and what it was then.
final class LoadedConfiguration: Sendable {
    struct Source: Sendable {
        let file: URL
        let profile: String?
        let environment: [String: String]
    }
    let source: Source
    let layers: ConfigurationLayers
    let warnings: [ConfigurationProblem]
    let configuration: APIConfiguration

    init(source: Source, layers: ConfigurationLayers, warnings: [ConfigurationProblem], configuration: APIConfiguration) {
        self.source = source
        self.layers = layers
        self.warnings = warnings
        self.configuration = configuration
    }
}

extension LoadedConfiguration: CustomReflectable {
    /// Nothing: the environment is full of secrets.
    var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension APIConfiguration: CustomStringConvertible, CustomReflectable {
    /// The base URL, with what its policies' redaction hides.
    public var description: String { policies.redaction.redact(urlText: baseURL.absoluteString) }
    public var customMirror: Mirror {
        let redaction = policies.redaction
        return Mirror(
            self,
            children: [
                "basePath": redaction.redact(path: basePath.encoded), "requestTimeout": requestTimeout, "appVersion": appVersion,
                "query": redaction.redact(query), "headers": redaction.redact(headers), "policies": policies,
            ], displayStyle: .struct)
    }
}
