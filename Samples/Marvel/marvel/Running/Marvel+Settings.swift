internal import CommandLineProgram
internal import EndpointKit
internal import MarvelAPI

extension Marvel {
    /// The file to load, and whether it was only found in the working directory; nil where none is named, and no default file exists.
    private func file(of settings: NamedSettings) -> (url: URL, isFound: Bool)? {
        if let path = settings.path { return (URL(filePath: path, relativeTo: folder), false) }
        let found = URL(filePath: Self.foundPath, relativeTo: folder)
        // One that can't be read is an error, not a reason to use another.
        if !FileSystem.isAbsent(found.path(percentEncoded: false)) { return (found, true) }
        return NamedSettings.userFile(Self.name, environment).map { (URL(filePath: $0), false) }
    }

    func profiles(of path: String?) -> [String] {
        var settings = NamedSettings()
        settings.path = path
        guard let file = file(of: settings) else { return [] }
        var options = Self.options
        options.allowsReferences = !file.isFound
        return APIConfiguration.profileNames(inContentsOf: file.url, options: options)
    }

    static let foundPath = "Config/marvel.json"

    /// Loads the settings over the program's own, and reports their warnings.
    func load(_ settings: NamedSettings, environment: [String: String]? = nil) throws -> APIConfiguration {
        let file = file(of: settings)
        if file == nil, let profile = settings.profile {
            throw Failure(.configuration, "There is no settings file, so no profile \"\(profile)\". Name a file with --config.")
        }
        var options = Self.options
        options.defaults = Self.defaults
        options.allowsReferences = file?.isFound != true
        let configuration = try APIConfiguration(
            contentsOf: file?.url, profile: settings.profile, environment: environment ?? self.environment, options: options)
        report(configuration.warnings)
        if !configuration.ignoredReferences.isEmpty {
            console.note(
                ("marvel: \(Self.foundPath) was found in the working directory, so the variables and files that it names are ignored "
                    + "(\(configuration.ignoredReferences.joined(separator: ", "))); --config \(Self.foundPath) uses them.").visibleWords)
        }
        return configuration
    }

    func report(_ warnings: [ConfigurationProblem]) {
        for warning in warnings { console.note("marvel: warning: \(warning)".visibleWords) }
    }

    /// Each key has a variable: MARVEL_BASE_URL, MARVEL_REQUEST_TIMEOUT.
    static let options = ConfigurationOptions(variablePrefix: "MARVEL_")

    /// The program's own settings, under those of a file. A user waits for the output, so a timeout isn't retried, nor a server that asks for
    /// a long wait. A rejected call counts against the daily quota, so a 429 isn't retried either.
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
            "maxRetryAfter": "2s",
          },
        }
        """

    /// Throws if a file that nobody named chooses where the user's own secrets would go, or whether they are shown.
    func checkTrust(_ settings: NamedSettings, _ configuration: APIConfiguration) throws {
        guard file(of: settings)?.isFound == true else { return }
        func isFromFile(_ setting: ConfigurationSetting) -> Bool { if case .file = setting.origin { true } else { false } }
        let all = configuration.settings
        let chosen = all.first { setting in
            ["baseURL", "proxy.url", "allowsInsecureHTTP", "redaction.shown"].contains(setting.key) && isFromFile(setting)
                && setting.value != MarvelConfiguration.gateway.absoluteString
        }
        guard let chosen, all.contains(where: { $0.isHidden && !isFromFile($0) }) else { return }
        throw Failure(
            .configuration,
            "\(Self.foundPath) was found in the working directory and sets \(chosen.key), so it gets none of your keys. "
                + "If you trust it, name it: --config \(Self.foundPath).")
    }
}
