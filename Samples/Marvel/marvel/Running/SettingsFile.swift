internal import CommandLineProgram
internal import EndpointKit
internal import MarvelAPI

/// The settings file and the profile that the arguments name.
struct SettingsFile: Equatable {
    /// The path of the file; nil for the first default file that exists.
    var path: String?
    var profile: String?
    var log: LogObserver.Level?

    /// Whether the program chooses the file, because the arguments name none.
    var isUnnamed: Bool { path == nil && profile == nil }

    static let options = [
        Option("config", "<file>", "the settings file (Config/marvel.json, else ~/.config/marvel/config.json)"),
        Option("profile", "<name>", "the profile of the settings file to use"),
    ]

    init() {}

    /// Throws a usage ``Failure`` for invalid arguments.
    init(_ arguments: ParsedArguments) throws {
        path = try arguments.text("config")
        profile = try arguments.text("profile")
        log = try arguments.choice("log", of: LogLevel.self)?.level
    }
}

extension Marvel {
    /// The path of the file; nil where none is named, and no default file exists.
    func url(of settings: SettingsFile) -> URL? {
        if let path = settings.path { return URL(filePath: path, relativeTo: folder) }
        var candidates = [URL(filePath: "Config/marvel.json", relativeTo: folder)]
        if let home = environment["HOME"], !home.isEmpty {
            candidates.append(URL(filePath: home, directoryHint: .isDirectory).appending(path: ".config/marvel/config.json"))
        }
        return candidates.first { FileManager.default.fileExists(atPath: $0.path) }
    }

    /// Loads the file with the program's defaults, and reports its warnings.
    func load(_ file: URL, profile: String?, environment: [String: String]? = nil) throws -> APIConfiguration {
        var configuration = try APIConfiguration(contentsOf: file, profile: profile, environment: environment ?? self.environment)
        let origins = configuration.origins
        if origins["appVersion"] == .default { configuration.appVersion = Self.version }
        configuration.useProgramDefaults(butFor: origins)
        for warning in configuration.warnings { console.report(TerminalText.line("marvel: warning: \(warning)")) }
        return configuration
    }
}

extension APIConfiguration {
    /// A user waits for the output, so a timeout isn't retried, nor a server that asks for a long wait. A rejected call counts against the
    /// daily quota, so a 429 isn't retried either. A file's own settings replace these.
    mutating func useProgramDefaults(butFor origins: [String: ConfigurationOrigin] = [:]) {
        func isUnsaid(_ key: String) -> Bool { origins[key] ?? .default == .default }
        if isUnsaid("retry.failures") { policies.retry.failures.remove(.timeout) }
        if isUnsaid("retry.statuses") { policies.retry = policies.retry.treatingAsFinal(.tooManyRequests) }
        if isUnsaid("retry.maxRetryAfter") { policies.retry.maxRetryAfter = .seconds(2) }
    }
}
