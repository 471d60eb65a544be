/// Loads a configuration from a file, a profile and the environment, or finds all problems in them.
///
/// 1. Read the file and the files it extends: the syntax, then each key and the kind of its value, also in profiles.
/// 2. Read the environment variables in the same way.
/// 3. Lay the layers over one another: the lowest file first, then the profile in each file, then the environment.
/// 4. Look up secrets.
/// 5. Set the values, and check those that depend on each other.
///
/// A problem in one step doesn't prevent the next step, so that all problems are reported at once.
struct ConfigurationLoader {
    let source: LoadedConfiguration.Source
    private var problems: [ConfigurationProblem] = []

    init(_ source: LoadedConfiguration.Source) { self.source = source }

    static func load(_ source: LoadedConfiguration.Source) throws(APIError) -> APIConfiguration {
        var loader = ConfigurationLoader(source)
        return try loader.load()
    }

    /// The problems of the file alone, and of the file with each profile.
    static func problems(in file: URL, environment: [String: String]) -> [ConfigurationProblem] {
        var environment = environment
        environment[ConfigurationEnvironment.profileVariable] = nil
        var unread: [ConfigurationProblem] = []
        let home = environment["HOME"] ?? URL.homeDirectory.path
        let files = ConfigurationChain(from: file, home: home, &unread).files
        var all: [ConfigurationProblem] = []
        for profile in [nil] + files.flatMap({ $0.profiles.map { Optional($0.name) } }) {
            do {
                _ = try load(LoadedConfiguration.Source(file: file, profile: profile, environment: environment))
            } catch {
                all += error.configurationProblems
            }
        }
        return ordered(all, files)
    }

    private mutating func load() throws(APIError) -> APIConfiguration {
        let environment = ConfigurationEnvironment(variables: source.environment)
        let home = environment["HOME"] ?? URL.homeDirectory.path
        let chain = ConfigurationChain(from: source.file, home: home, &problems)
        let files = chain.files
        let variables = environment.entries(home: home, &problems)

        var layers = ConfigurationLayers()
        for file in files { layers.lay(file.entries) }
        if let profile = source.profile ?? environment[ConfigurationEnvironment.profileVariable] {
            lay(profile, of: chain, on: &layers)
        }
        layers.lay(variables)

        let permission = ConfigurationKey.allowsLiteralSecrets.name
        let allowsLiterals = layers[permission]?.value?.bool ?? problems.contains { $0.key == permission }
        var secrets = ConfigurationSecrets(environment: source.environment, allowsLiterals: allowsLiterals)
        var assembly = ConfigurationAssembly(
            layers: layers, problems: problems, start: files.last?.origin ?? .file(source.file.relativePath), isWhole: chain.isWhole)
        // Without a readable file, every key would seem to be missing.
        if !files.isEmpty { assembly.assemble(&secrets) }
        problems = assembly.problems
        guard problems.isEmpty, var configuration = assembly.configuration else { throw APIError(Self.ordered(problems, files)) }
        configuration.loaded = LoadedConfiguration(
            source: source, layers: layers, warnings: secrets.warnings + environment.warnings, configuration: configuration)
        return configuration
    }

    private mutating func lay(_ name: String, of chain: ConfigurationChain, on layers: inout ConfigurationLayers) {
        let files = chain.files
        let known = files.flatMap { $0.profiles.map(\.name) }
        if !known.contains(name), chain.isWhole {
            let isVariable = source.profile == nil
            let list = known.isEmpty ? "nothing" : "only " + known.map(ConfigurationNode.quoted).joined(separator: ", ")
            problems.append(
                ConfigurationProblem(
                    origin: isVariable ? .environment(ConfigurationEnvironment.profileVariable) : files.last?.origin ?? .code,
                    key: "profiles", message: "expected a profile \(ConfigurationNode.quoted(name)), found \(list)",
                    suggestion: Spelling.nearest(to: name, among: known)))
        }
        for file in files {
            for profile in file.profiles where profile.name == name { layers.lay(profile.entries) }
        }
    }

    /// Removes duplicates and sorts: the file itself from top to bottom, then the files it extends, then the environment.
    private static func ordered(_ problems: [ConfigurationProblem], _ files: [ConfigurationFile]) -> [ConfigurationProblem] {
        let names = files.reversed().map(\.name)
        func rank(_ problem: ConfigurationProblem) -> (Int, Int, Int) {
            guard case .file(let name, let line, let column, _) = problem.origin else { return (names.count + 1, 0, 0) }
            return (names.firstIndex(of: name) ?? names.count, line ?? 0, column ?? 0)
        }
        var seen: Set<ConfigurationProblem> = []
        return problems.filter { seen.insert($0).inserted }.enumerated()
            .sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
    }
}

private func < (a: ((Int, Int, Int), Int), b: ((Int, Int, Int), Int)) -> Bool { a.0 == b.0 ? a.1 < b.1 : a.0 < b.0 }
