internal import EndpointKit
internal import MarvelAPI

/// Which settings file the arguments ask for, and what they say in its place.
struct SettingsFile: Equatable {
    /// nil for the first that is there of those that are looked for.
    var path: String?
    var profile: String?
    var log: LogObserver.Level?

    /// Whether the arguments leave it to the program which file that is.
    var isUnnamed: Bool { path == nil && profile == nil }

    static let options = [
        Option("config", "<file>", "the settings (Config/marvel.json, else ~/.config/marvel/config.json)"),
        Option("profile", "<name>", "the file's profile of this name"),
    ]

    init() {}

    /// Throws a usage ``Failure``.
    init(_ arguments: ParsedArguments) throws {
        path = try arguments.text("config")
        profile = try arguments.text("profile")
        log = try arguments.choice("log", of: LogLevel.self)?.level
    }
}

extension Marvel {
    /// nil where none is named, and none is there.
    func url(of settings: SettingsFile) -> URL? {
        if let path = settings.path { return URL(filePath: path, relativeTo: folder) }
        var candidates = [URL(filePath: "Config/marvel.json", relativeTo: folder)]
        if let home = environment["HOME"], !home.isEmpty {
            candidates.append(URL(filePath: home, directoryHint: .isDirectory).appending(path: ".config/marvel/config.json"))
        }
        return candidates.first { FileManager.default.fileExists(atPath: $0.path) }
    }

    /// Loads the file with the program's own settings in it, and says what it warns of.
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
    /// Somebody waits for the output: silence isn't waited out a second time, nor a server that wants to be left alone for long. And a
    /// call that is rejected counts against the daily quota as well. What a file says of it counts more.
    mutating func useProgramDefaults(butFor origins: [String: ConfigurationOrigin] = [:]) {
        func isUnsaid(_ key: String) -> Bool { origins[key] ?? .default == .default }
        if isUnsaid("retry.failures") { policies.retry.failures.remove(.timeout) }
        if isUnsaid("retry.statuses") { policies.retry = policies.retry.treatingAsFinal(.tooManyRequests) }
        if isUnsaid("retry.maxRetryAfter") { policies.retry.maxRetryAfter = .seconds(2) }
    }
}
