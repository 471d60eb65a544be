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
