extension APIConfiguration {
    /// Loads settings from a file, which is either an XML property list, or JSON that may contain comments and a comma after the last
    /// element.
    ///
    ///     var configuration = try APIConfiguration(contentsOf: URL(filePath: "Config/marvel.json"), profile: "local")
    ///     configuration.requestTimeout = .seconds(5)
    ///
    /// Changes that the program makes later take precedence over the environment (`ENDPOINTKIT_REQUEST_TIMEOUT=5s`). The environment takes
    /// precedence over the profile, the file, the file that it extends, and the defaults, in this order. <doc:ConfigurationFile> describes
    /// every key.
    ///
    /// Throws an ``APIError`` of code ``APIError/Code/configuration`` with all problems in ``APIError/configurationProblems``, which show no
    /// secrets.
    ///
    /// - Parameters:
    ///   - file: the file; nil for the environment and ``ConfigurationOptions/defaults`` alone.
    ///   - profile: the profile to use; by default the one that `ENDPOINTKIT_PROFILE` names, or none.
    ///   - environment: the environment variables. `~` in a path stands for `HOME`.
    ///   - options: the prefix of the variables, and other options. A process that loads several configurations uses a separate prefix for
    ///     each.
    public init(
        contentsOf file: URL?, profile: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment,
        options: ConfigurationOptions = ConfigurationOptions()
    ) throws {
        self = try ConfigurationLoader.load(
            LoadedConfiguration.Source(file: file, profile: profile, environment: environment, options: options))
    }

    /// Loads the file again, with the same profile and environment but without the program's changes. This value, and every client created
    /// with it, remains unchanged.
    ///
    /// Throws the errors that loading throws, and an error if the configuration wasn't loaded from a file.
    public func reload() throws -> APIConfiguration {
        guard let loaded else { throw APIError(.configuration, "Could not reload the configuration: it was not loaded from a file.") }
        return try ConfigurationLoader.load(loaded.source)
    }

    /// All problems in a file and its profiles. Empty if the file can be loaded without a profile and with each profile. `environment` and
    /// `options` are those of ``init(contentsOf:profile:environment:options:)``.
    public static func problems(
        inContentsOf file: URL, environment: [String: String] = ProcessInfo.processInfo.environment,
        options: ConfigurationOptions = ConfigurationOptions()
    ) -> [ConfigurationProblem] {
        ConfigurationLoader.problems(in: file, environment: environment, options: options)
    }

    /// The names of a file's profiles, in the file's order; empty if the file can't be read.
    package static func profileNames(inContentsOf file: URL, options: ConfigurationOptions = ConfigurationOptions()) -> [String] {
        ConfigurationLoader.profileNames(in: file, options: options)
    }

    /// Problems that don't prevent the file from loading, such as a secret in a file that every user can read or write, or an unknown
    /// environment variable.
    public var warnings: [ConfigurationProblem] { loaded?.warnings ?? [] }

    /// The source from which it was loaded; nil for a configuration that was created in code.
    var loaded: LoadedConfiguration? { source as? LoadedConfiguration }
}

/// The source of a loaded configuration, and its values when it was loaded.
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
    /// Shows nothing, because the environment may contain secrets.
    var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
