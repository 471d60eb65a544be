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
    private let environment: ConfigurationEnvironment
    private let home: String
    private var problems: [ConfigurationProblem] = []

    init(_ source: LoadedConfiguration.Source) {
        self.source = source
        environment = ConfigurationEnvironment(
            variables: source.environment, prefix: source.options.variablePrefix, app: source.options.app)
        home = environment["HOME"] ?? URL.homeDirectory.path
    }

    static func load(_ source: LoadedConfiguration.Source) throws(APIError) -> APIConfiguration {
        var loader = ConfigurationLoader(source)
        return try loader.load()
    }

    /// The problems of the file alone, and of the file with each profile.
    static func problems(in file: URL, environment: [String: String], options: ConfigurationOptions) -> [ConfigurationProblem] {
        var environment = environment
        environment[ConfigurationEnvironment(variables: [:], prefix: options.variablePrefix).profileVariable] = nil
        var unread: [ConfigurationProblem] = []
        let home = environment["HOME"] ?? URL.homeDirectory.path
        let files = ConfigurationChain(from: file, home: home, &unread).files
        var all: [ConfigurationProblem] = []
        for profile in [nil] + files.flatMap({ $0.profiles.map { Optional($0.name) } }) {
            do {
                _ = try load(LoadedConfiguration.Source(file: file, profile: profile, environment: environment, options: options))
            } catch {
                all += error.configurationProblems
            }
        }
        return ordered(all, files)
    }

    private mutating func load() throws(APIError) -> APIConfiguration {
        problems += source.options.problems
        let root = ConfigurationGroup.root(with: source.options.app)
        let chain = source.file.map {
            ConfigurationChain(from: $0, home: home, root: root, followsLinks: source.options.allowsReferences, &problems)
        }
        let defaults = defaults(root)
        let variables = environment.entries(home: home, &problems)
        let files = chain?.files ?? []
        let isWhole = chain?.isWhole ?? true

        let profile = source.profile ?? environment[environment.profileVariable]
        if let profile { checkProfile(profile, in: [defaults].compactMap { $0 } + files, isWhole: isWhole) }
        var layers = ConfigurationLayers()
        for entries in Self.layers(of: defaults.map { [$0] } ?? [], profile) { layers.lay(entries) }
        var own = Self.layers(of: files, profile)
        let ignored = source.options.allowsReferences ? [] : Self.removeReferences(from: &own)
        for entries in own { layers.lay(entries) }
        layers.lay(variables)

        let permission = ConfigurationKey.allowsLiteralSecrets.name
        let allowsLiterals = layers[permission]?.value?.bool ?? problems.contains { $0.key == permission }
        var secrets = ConfigurationSecrets(environment: source.environment, allowsLiterals: allowsLiterals, files: files)
        var assembly = ConfigurationAssembly(
            layers: layers, problems: problems, start: files.last?.origin ?? source.file.map { .file($0.relativePath) } ?? .code,
            isWhole: isWhole)
        // Without a readable file, every key would seem to be missing.
        if chain == nil || !files.isEmpty { assembly.assemble(&secrets) }
        problems = assembly.problems
        guard problems.isEmpty, var configuration = assembly.configuration else { throw APIError(Self.ordered(problems, files)) }
        let referenced = ([defaults].compactMap { $0 } + files).flatMap(\.variables)
        configuration.loaded = LoadedConfiguration(
            source: source, layers: assembly.layers, warnings: secrets.warnings + environment.warnings(besides: Set(referenced)),
            ignoredReferences: (chain?.isCutOff == true ? ["extends"] : []) + ignored, app: assembly.app, configuration: configuration)
        return configuration
    }

    /// The program's own settings, which are read as a file.
    private mutating func defaults(_ root: ConfigurationGroup) -> ConfigurationFile? {
        guard let text = source.options.defaults else { return nil }
        let paths = ConfigurationPaths(folder: "", home: home)
        let file = ConfigurationFile(name: nil, bytes: Array(text.utf8), paths: paths, root: root, &problems)
        if file?.base != nil {
            problems.append(ConfigurationProblem(origin: .code, key: "extends", message: "expected no other file, found one"))
        }
        return file
    }

    private mutating func checkProfile(_ name: String, in files: [ConfigurationFile], isWhole: Bool) {
        let known = files.flatMap { $0.profiles.map(\.name) }
        if known.contains(name) || !isWhole { return }
        let isVariable = source.profile == nil
        let list = known.isEmpty ? "nothing" : "only " + known.map(ConfigurationNode.quoted).joined(separator: ", ")
        problems.append(
            ConfigurationProblem(
                origin: isVariable ? .environment(environment.profileVariable) : files.last?.origin ?? .code,
                key: "profiles", message: "expected a profile \(ConfigurationNode.quoted(name)), found \(list)",
                suggestion: Spelling.nearest(to: name, among: known)))
    }

    /// The files' entries, the lowest layer first: all files, then the profile in each of them.
    private static func layers(of files: [ConfigurationFile], _ profile: String?) -> [[ConfigurationEntry]] {
        files.map(\.entries) + files.flatMap { file in file.profiles.filter { $0.name == profile }.map(\.entries) }
    }

    /// Removes entries that name environment variables or files, with the credentials that they are part of. Returns their names.
    private static func removeReferences(from layers: inout [[ConfigurationEntry]]) -> [String] {
        let names = layers.joined().filter(\.isReference).map(\.name)
        // Half of these would be an error, or another authentication than the file's.
        let groups = ["authentication.", "tls.clientCertificate.", "proxy."].filter { group in names.contains { $0.hasPrefix(group) } }
        layers = layers.map { entries in
            entries.filter { entry in !entry.isReference && !groups.contains { "\(entry.name).".hasPrefix($0) } }
        }
        return names.enumerated().filter { !names[..<$0.offset].contains($0.element) }.map(\.element)
    }

    /// Removes duplicates and sorts: the file itself from top to bottom, then the files it extends, then the environment.
    private static func ordered(_ problems: [ConfigurationProblem], _ files: [ConfigurationFile]) -> [ConfigurationProblem] {
        let names = files.reversed().compactMap(\.name)
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
