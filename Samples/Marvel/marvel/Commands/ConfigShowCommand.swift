internal import CommandLineProgram
internal import EndpointKit

/// The command `marvel config show`.
struct ConfigShowCommand: Command {
    var settings: SettingsFile
    var showsOrigins: Bool

    static let spec = CommandSpec(
        program: Marvel.name, name: "config show", summary: "shows the settings without secrets",
        options: [Option(flag: "origins", "also where each setting comes from")] + SettingsFile.options)

    init(_ arguments: ParsedArguments) throws {
        settings = try SettingsFile(arguments)
        showsOrigins = arguments.has("origins")
    }

    func run(in marvel: Marvel) async throws {
        guard let file = marvel.url(of: settings) else {
            throw Failure(
                .configuration, "There is neither Config/marvel.json nor ~/.config/marvel/config.json. Name a file with --config.")
        }
        var (configuration, missing) = try load(file, in: marvel)
        if let address = try Service.address(marvel.environment) { configuration.baseURL = address }
        let rows = configuration.settings.map { [$0.key, $0.value] + (showsOrigins ? ["\($0.origin)"] : []) }
        let columns = [Table.Column(title: "KEY"), Table.Column(title: "VALUE")] + (showsOrigins ? [Table.Column(title: "ORIGIN")] : [])
        try marvel.console.write(Table(columns: columns, rows: rows).text)
        if !missing.isEmpty { throw Failure(.configuration, lines: missing.map(\.description)) }
    }

    /// Loads the file, with a placeholder for each missing variable, so that the other settings can be shown.
    private func load(_ file: URL, in marvel: Marvel) throws -> (APIConfiguration, missing: [ConfigurationProblem]) {
        do {
            return (try marvel.load(file, profile: settings.profile), [])
        } catch let error as APIError where error.configurationProblems.allSatisfy({ $0.missingVariable != nil }) {
            var environment = marvel.environment
            for name in error.configurationProblems.compactMap(\.missingVariable) { environment[name] = "not set" }
            return (try marvel.load(file, profile: settings.profile, environment: environment), error.configurationProblems)
        }
    }
}
