internal import CommandLineProgram
internal import EndpointKit

extension Marvel {
    /// Shows the settings without secrets. If keys are missing, it shows the other settings, and then fails as a call would.
    func showSettings(_ arguments: Arguments) async throws {
        let (configuration, missing) = try settings(named(by: arguments))
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
        try checkAuthentication(of: configuration)
    }

    /// Loads the settings as a call would. If that fails, uses a placeholder for each missing variable, so that the other settings can be
    /// shown.
    func settings(_ named: NamedSettings) throws -> (APIConfiguration, missing: [ConfigurationProblem]) {
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

    /// Checks a file and its profiles. A variable that isn't set is only a warning, because the check doesn't need the secrets.
    func checkSettings(_ arguments: Arguments) async throws {
        let path = arguments["file"] ?? ""
        let file = URL(filePath: path, relativeTo: folder)
        let found = APIConfiguration.problems(inContentsOf: file, environment: environment, options: Self.options)
        let missing = found.filter { $0.missingVariable != nil }
        let problems = found.filter { $0.missingVariable == nil }
        report(missing)
        if arguments["output"] == OutputFormat.table.rawValue {
            try console.write(problems.map { "\($0)".visibleWords + "\n" }.joined())
        } else {
            var writer = try ElementWriter(Self.problemFields, arguments, console)
            try writer.write(problems)
            try writer.end()
        }
        if !problems.isEmpty {
            throw Failure(.configuration, "\(path) has \(problems.count == 1 ? "a problem" : "\(problems.count) problems").")
        }
        let warnings = try APIConfiguration(contentsOf: file, environment: environment(setting: missing), options: Self.options).warnings
        // The program's own settings refer to these variables, whatever the file contains.
        report(warnings.filter { !Keys.variables.map(ConfigurationOrigin.environment).contains($0.origin) })
        console.note("\(path) is valid.")
    }

    private static let problemFields: [Field<ConfigurationProblem>] = [
        .text("origin") { "\($0.origin)" }, .text("key") { $0.key }, .text("message") { $0.message }, .text("suggestion") { $0.suggestion },
    ]

    /// The environment with a value for each variable that is missing.
    private func environment(setting missing: [ConfigurationProblem]) -> [String: String] {
        missing.compactMap(\.missingVariable).reduce(into: environment) { $0[$1] = "not set" }
    }
}
