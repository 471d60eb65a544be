internal import CommandLineProgram
internal import EndpointKit

extension Marvel {
    /// Shows the settings without secrets. Without keys it shows the others, and fails.
    func showSettings(_ arguments: Arguments) async throws {
        let (configuration, missing) = try settings(NamedSettings(arguments))
        let fields: [Field<ConfigurationSetting>] = [
            .text("key") { $0.key }, .text("value") { $0.value },
            .text("origin", isInTable: arguments.has("origins")) {
                $0.origin == .code ? "built-in" : "\($0.origin)"
            },
        ]
        var writer = try ElementWriter(fields, arguments, console)
        try writer.write(configuration.settings)
        try writer.end()
        if !missing.isEmpty { throw Failure(.configuration, lines: missing.map(\.description)) }
    }

    /// Loads the settings as a call would, or else with a placeholder for each missing variable, so that the other settings can be shown.
    private func settings(_ named: NamedSettings) throws -> (APIConfiguration, missing: [ConfigurationProblem]) {
        do {
            switch try Service(named, isLocal: false, isReplayed: false, of: self) {
            case .configured(let configuration): return (configuration, [])
            case .local(_, let configuration):
                console.note("marvel: no keys are set; calls use a local gateway with made-up keys.")
                return (configuration, [])
            }
        } catch let error as APIError where error.configurationProblems.contains(where: { $0.missingVariable != nil }) {
            let missing = error.configurationProblems.filter { $0.missingVariable != nil }
            return (try load(named, environment: environment(setting: missing)), missing)
        }
    }

    /// Checks a file and its profiles. A variable that isn't set is a warning: whoever checks a file needs none of its secrets.
    func checkSettings(_ arguments: Arguments) async throws {
        let path = arguments["file"] ?? ""
        let file = URL(filePath: path, relativeTo: folder)
        let found = APIConfiguration.problems(inContentsOf: file, environment: environment, options: Self.options)
        let missing = found.filter { $0.missingVariable != nil }
        let problems = found.filter { $0.missingVariable == nil }
        report(missing)
        try console.write(problems.map { "\($0)".visibleWords + "\n" }.joined())
        if !problems.isEmpty {
            throw Failure(.configuration, "\(path) has \(problems.count == 1 ? "a problem" : "\(problems.count) problems").")
        }
        report(try APIConfiguration(contentsOf: file, environment: environment(setting: missing), options: Self.options).warnings)
        console.note("\(path) is valid.")
    }

    /// The environment with a value for each variable that is missing.
    private func environment(setting missing: [ConfigurationProblem]) -> [String: String] {
        missing.compactMap(\.missingVariable).reduce(into: environment) { $0[$1] = "not set" }
    }
}
