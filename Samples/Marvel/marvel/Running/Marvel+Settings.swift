internal import CommandLineProgram
internal import EndpointKit
internal import MarvelAPI

extension Marvel {
    func profiles(of path: String?) -> [String] { NamedSettings.profiles(of: path, Self.name, environment, in: folder) }

    /// The named file and profile. Throws a ``Failure`` for a profile without a file.
    func named(by arguments: Arguments) throws -> NamedSettings { try NamedSettings(arguments, of: Self.name, environment, in: folder) }

    /// Loads the settings on top of the program's own, and reports their warnings.
    func load(_ settings: NamedSettings, environment: [String: String]? = nil) throws -> APIConfiguration {
        var options = Self.options
        options.defaults = Self.defaults
        let configuration = try APIConfiguration(
            contentsOf: settings.file, profile: settings.profile, environment: environment ?? self.environment, options: options)
        report(configuration.warnings)
        return configuration
    }

    /// Throws a ``Failure`` if the settings remove the program's own authentication, because every call needs it.
    func checkAuthentication(of configuration: APIConfiguration) throws {
        if configuration.authentication != nil { return }
        throw Failure(
            .configuration,
            "The settings remove the authentication, which each call needs. Remove \"authentication\": null from them, or use --local.")
    }

    func report(_ warnings: [ConfigurationProblem]) {
        for warning in warnings { console.note("marvel: warning: \(warning)".visibleWords) }
    }

    /// Each key has a variable: MARVEL_BASE_URL, MARVEL_REQUEST_TIMEOUT.
    static let options = ConfigurationOptions(variablePrefix: "MARVEL_")

    /// The program's own settings, which a settings file overrides. A user waits for the output, so the program doesn't retry after a timeout or if
    /// the server asks for a long wait. A rejected call counts against the daily quota, so a 429 isn't retried either.
    private static let defaults = """
        {
          "baseURL": "\(MarvelConfiguration.gateway.absoluteString)",
          "basePath": "v1/public",
          "appVersion": "\(packageVersion)",
          "authentication": {
            "type": "hashedQuery",
            "publicKey": { "env": "MARVEL_PUBLIC_KEY" },
            "privateKey": { "env": "MARVEL_PRIVATE_KEY" },
          },
          "retry": {
            "failures": ["nameResolution", "connect", "disconnected", "truncated"],
            "statuses": [408, 500, 502, 503, 504],
            "refusalStatuses": [421, 425],
            "maxRetryAfter": "2s",
          },
        }
        """
}
