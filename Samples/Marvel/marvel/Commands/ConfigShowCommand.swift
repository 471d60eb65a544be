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
        let (configuration, missing) = try load(in: marvel)
        let rows = configuration.settings.map { [$0.key, $0.value] + (showsOrigins ? ["\($0.origin)"] : []) }
        let columns = [Table.Column(title: "KEY"), Table.Column(title: "VALUE")] + (showsOrigins ? [Table.Column(title: "ORIGIN")] : [])
        try marvel.console.write(Table(columns: columns, rows: rows).text)
        if !missing.isEmpty { throw Failure(.configuration, lines: missing.map(\.description)) }
    }

    /// Loads the settings as a call would, or else with a placeholder for each missing variable, so that the other settings can be shown.
    private func load(in marvel: Marvel) throws -> (APIConfiguration, missing: [ConfigurationProblem]) {
        do {
            switch try Service(settings, of: marvel) {
            case .configured(let configuration): return (configuration, [])
            case .local(_, let configuration):
                marvel.console.report("marvel: no keys are set; calls use a local gateway with made-up keys.")
                return (configuration, [])
            }
        } catch let error as APIError where error.configurationProblems.contains(where: { $0.missingVariable != nil }) {
            let missing = error.configurationProblems.filter { $0.missingVariable != nil }
            var environment = marvel.environment
            for name in missing.compactMap(\.missingVariable) { environment[name] = "not set" }
            return (try marvel.load(settings, environment: environment), missing)
        }
    }
}
