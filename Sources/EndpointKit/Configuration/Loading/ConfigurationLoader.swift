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
    private let reading: ConfigurationReading
    /// Problems beside those of the reading.
    private var problems: [ConfigurationProblem] = []

    private init(_ source: LoadedConfiguration.Source, _ reading: ConfigurationReading) {
        self.source = source
        self.reading = reading
    }

    static func load(_ source: LoadedConfiguration.Source) throws(APIError) -> APIConfiguration {
        let reading = ConfigurationReading(source)
        var loader = ConfigurationLoader(source, reading)
        let configuration = loader.load()
        let problems = reading.problems + loader.problems
        guard problems.isEmpty, let configuration else { throw APIError(ordered(problems, reading.chain.files)) }
        return configuration
    }

    /// The problems of the file alone, and of the file with each profile.
    static func problems(in file: URL, environment: [String: String]) -> [ConfigurationProblem] {
        var environment = environment
        environment[ConfigurationEnvironment.profileVariable] = nil
        // The files are read once: with each profile, the work would grow with the square of their size.
        let reading = ConfigurationReading(LoadedConfiguration.Source(file: file, profile: nil, environment: environment))
        var all = reading.problems
        for profile in [nil] + reading.profileNames.map(Optional.some) {
            var loader = ConfigurationLoader(
                LoadedConfiguration.Source(file: file, profile: profile, environment: environment), reading)
            _ = loader.load()
            all += loader.problems
        }
        return ordered(all, reading.chain.files)
    }

    /// nil without a readable file.
    private mutating func load() -> APIConfiguration? {
        let chain = reading.chain
        var layers = reading.layers
        if let profile = source.profile ?? reading.environment[ConfigurationEnvironment.profileVariable] { lay(profile, on: &layers) }
        layers.lay(reading.variables)

        let permission = ConfigurationKey.allowsLiteralSecrets.name
        let allowsLiterals = layers[permission]?.value?.bool ?? reading.reportedKeys.contains(permission)
        var secrets = ConfigurationSecrets(environment: source.environment, allowsLiterals: allowsLiterals)
        var assembly = ConfigurationAssembly(
            layers: layers, reportedKeys: reading.reportedKeys, start: chain.files.last?.origin ?? .file(source.file.relativePath),
            isWhole: chain.isWhole)
        // Without a readable file, every key would seem to be missing.
        if !chain.files.isEmpty { assembly.assemble(&secrets) }
        problems += assembly.problems
        guard var configuration = assembly.configuration else { return nil }
        configuration.loaded = LoadedConfiguration(
            source: source, layers: layers, warnings: secrets.warnings + reading.environment.warnings, configuration: configuration)
        return configuration
    }

    private mutating func lay(_ name: String, on layers: inout ConfigurationLayers) {
        for entries in reading.profiles[name] ?? [] { layers.lay(entries) }
        guard reading.profiles[name] == nil, reading.chain.isWhole else { return }
        let isVariable = source.profile == nil
        let files = reading.chain.files
        let known = files.flatMap { $0.profiles.map(\.name) }
        let list = known.isEmpty ? "nothing" : "only " + known.map(ConfigurationNode.quoted).joined(separator: ", ")
        problems.append(
            ConfigurationProblem(
                origin: isVariable ? .environment(ConfigurationEnvironment.profileVariable) : files.last?.origin ?? .code,
                key: "profiles", message: "expected a profile \(ConfigurationNode.quoted(name)), found \(list)",
                suggestion: Spelling.nearest(to: name, among: known)))
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

/// The files and the environment after phase one, which are the same for every profile.
private struct ConfigurationReading {
    let chain: ConfigurationChain
    let environment: ConfigurationEnvironment
    /// The entries of the environment.
    let variables: [ConfigurationEntry]
    /// The files without their profiles.
    private(set) var layers = ConfigurationLayers()
    /// The entries of each profile, the lowest file first.
    private(set) var profiles: [String: [[ConfigurationEntry]]] = [:]
    /// The names of the profiles in the order of the files.
    private(set) var profileNames: [String] = []
    let problems: [ConfigurationProblem]
    /// The keys that have a problem, and the groups of these keys.
    let reportedKeys: Set<String>

    init(_ source: LoadedConfiguration.Source) {
        var problems: [ConfigurationProblem] = []
        environment = ConfigurationEnvironment(variables: source.environment)
        let home = environment["HOME"] ?? URL.homeDirectory.path
        chain = ConfigurationChain(from: source.file, home: home, &problems)
        variables = environment.entries(home: home, &problems)
        for file in chain.files {
            layers.lay(file.entries)
            for profile in file.profiles {
                if profiles[profile.name] == nil { profileNames.append(profile.name) }
                profiles[profile.name, default: []].append(profile.entries)
            }
        }
        self.problems = problems
        reportedKeys = ConfigurationAssembly.keysAndGroups(of: problems)
    }
}
