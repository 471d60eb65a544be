/// Loads a configuration from a file, a profile and the environment, or finds all problems in them.
///
/// 1. Read the file and the files it extends: the syntax, then each key and the kind of its value, including those in profiles.
/// 2. Read the environment variables in the same way.
/// 3. Merge the layers: the lowest file first, then the profile in each file, then the environment.
/// 4. Look up secrets.
/// 5. Set the values, and check those that depend on each other.
///
/// A problem in one step doesn't prevent the next step, so that all problems are reported at once.
struct ConfigurationLoader {
    let source: LoadedConfiguration.Source
    private let reading: ConfigurationReading
    /// Problems in addition to those found while reading.
    private var problems: [ConfigurationProblem] = []

    private init(_ source: LoadedConfiguration.Source, _ reading: ConfigurationReading) {
        self.source = source
        self.reading = reading
    }

    static func load(_ source: LoadedConfiguration.Source) throws(APIError) -> APIConfiguration {
        let reading = ConfigurationReading(source)
        var loader = ConfigurationLoader(source, reading)
        var secretFiles: [ExactText: ConfigurationSecrets.FileContent] = [:]
        let configuration = loader.load(&secretFiles)
        let problems = reading.problems + loader.problems
        guard problems.isEmpty, let configuration else { throw APIError(ordered(problems, reading.files)) }
        return configuration
    }

    /// The problems of the file alone, and of the file with each profile.
    static func problems(in file: URL, environment: [String: String], options: ConfigurationOptions) -> [ConfigurationProblem] {
        var environment = environment
        environment[ConfigurationEnvironment(variables: [:], prefix: options.variablePrefix).profileVariable] = nil
        func source(_ profile: String?) -> LoadedConfiguration.Source {
            LoadedConfiguration.Source(file: file, profile: profile, environment: environment, options: options)
        }
        // The files are read only once. Reading them for each profile would take time that grows with the square of their size.
        let reading = ConfigurationReading(source(nil))
        var all = reading.problems
        var secretFiles: [ExactText: ConfigurationSecrets.FileContent] = [:]
        for profile in [nil] + reading.profileNames.map(Optional.some) {
            var loader = ConfigurationLoader(source(profile), reading)
            _ = loader.load(&secretFiles)
            all += loader.problems
        }
        return ordered(all, reading.files)
    }

    /// The names of the profiles in a file and in the files that it extends; none if they can't be read.
    static func profileNames(in file: URL, options: ConfigurationOptions) -> [String] {
        ConfigurationReading(LoadedConfiguration.Source(file: file, profile: nil, environment: [:], options: options)).profileNames
    }

    /// nil without a readable file. `secretFiles` contains the files that have already been read.
    private mutating func load(_ secretFiles: inout [ExactText: ConfigurationSecrets.FileContent]) -> APIConfiguration? {
        let files = reading.files
        let profile = (source.profile ?? reading.environment[reading.environment.profileVariable]).map(ExactText.init)
        if let profile { checkProfile(profile) }
        // The layers from lowest to highest: the program's own settings, then all files, then the profile in each of them.
        var layers = ConfigurationLayers()
        if let defaults = reading.defaults {
            layers.lay(defaults.entries)
            for own in defaults.profiles where ExactText(own.name) == profile { layers.lay(own.entries) }
        }
        for entries in files.map(\.entries) + (profile.flatMap { reading.profiles[$0] } ?? []) { layers.lay(entries) }
        layers.lay(reading.lookedUp)
        let (variables, ignored) = reading.environment.isShared ? layers.separating(reading.variables) : (reading.variables, [])
        layers.lay(variables)

        let permission = ConfigurationKey.allowsLiteralSecrets.name
        let allowsLiterals = layers[permission]?.value?.bool ?? reading.reportedKeys.contains(permission)
        var secrets = ConfigurationSecrets(environment: source.environment, allowsLiterals: allowsLiterals, settings: files)
        secrets.files = secretFiles
        var assembly = ConfigurationAssembly(
            layers: layers, reportedKeys: reading.reportedKeys,
            start: files.last?.origin ?? source.file.map { .file($0.relativePath) } ?? .code, isWhole: reading.isWhole)
        // Without a readable file, every key would seem to be missing.
        if reading.chain == nil || !files.isEmpty { assembly.assemble(&secrets) }
        secretFiles = secrets.files
        problems += assembly.problems
        // An ignored variable may be why a secret is missing.
        problems += ignored.filter(assembly.problems.concern)
        guard var configuration = assembly.configuration else { return nil }
        configuration.source = LoadedConfiguration(
            source: source, layers: assembly.layers, warnings: secrets.warnings + reading.warnings + ignored,
            app: assembly.app,
            configuration: configuration)
        return configuration
    }

    private mutating func checkProfile(_ profile: ExactText) {
        let own = reading.defaults?.profiles.map(\.name) ?? []
        if reading.profiles[profile] != nil || own.map(ExactText.init).contains(profile) || !reading.isWhole { return }
        let (name, known) = (profile.text, own + reading.profileNames)
        let place = reading.files.compactMap(\.profilesOrigin).last ?? reading.files.last?.origin ?? .code
        var list = known.isEmpty ? "nothing" : "only " + known.map(ConfigurationNode.quotedKey).joined(separator: ", ")
        let nearest = Spelling.nearest(to: name, among: known).flatMap { ConfigurationNode.shown(key: $0) == $0 ? $0 : nil }
        let isVariable = source.profile == nil
        if isVariable { list += " in \(place)" }
        problems.append(
            ConfigurationProblem(
                origin: isVariable ? .environment(reading.environment.profileVariable) : place, key: "profiles",
                message: "expected a profile \(ConfigurationNode.quotedKey(name)), found \(list)",
                // Environment variables have no quotes.
                suggestion: isVariable ? nearest : nearest.map(ConfigurationNode.quotedKey)))
    }

    /// Removes duplicates and sorts the problems: those in the file itself from top to bottom, then those in the files it extends, then those
    /// in the environment.
    private static func ordered(_ problems: [ConfigurationProblem], _ files: [ConfigurationFile]) -> [ConfigurationProblem] {
        let names = files.reversed().compactMap(\.name)
        func rank(_ problem: ConfigurationProblem) -> (Int, Int, Int) {
            guard case .file(let name, let line, let column, _) = problem.origin else { return (names.count + 1, 0, 0) }
            return (names.firstIndex(of: name) ?? names.count, line ?? 0, column ?? 0)
        }
        var seen: Set<ConfigurationProblem> = []
        let problems = problems.map { problem in
            var shown = problem
            shown.key = ConfigurationKey.shown(problem.key)
            return shown
        }
        return problems.filter { seen.insert($0).inserted }.enumerated()
            .sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
    }
}

private func < (a: ((Int, Int, Int), Int), b: ((Int, Int, Int), Int)) -> Bool { a.0 == b.0 ? a.1 < b.1 : a.0 < b.0 }

/// The files and the environment after phase one, which are the same for every profile.
private struct ConfigurationReading {
    /// nil for a configuration without a file.
    let chain: ConfigurationChain?
    /// The program's own settings, which are read as if they were a settings file.
    let defaults: ConfigurationFile?
    let environment: ConfigurationEnvironment
    /// The entries from the program's own lookup, and from the environment above it.
    let lookedUp, variables: [ConfigurationEntry]
    /// The entries of each profile, from the lowest file to the highest.
    private(set) var profiles: [ExactText: [[ConfigurationEntry]]] = [:]
    /// The names of the profiles, in the order of the files.
    private(set) var profileNames: [String] = []
    let problems: [ConfigurationProblem]
    /// The keys that have a problem, and the groups that contain these keys.
    let reportedKeys: Set<String>
    /// The warnings about the environment.
    let warnings: [ConfigurationProblem]

    var files: [ConfigurationFile] { chain?.files ?? [] }
    /// Whether all files could be read.
    var isWhole: Bool { chain?.isWhole ?? true }

    init(_ source: LoadedConfiguration.Source) {
        var problems = source.options.problems
        environment = ConfigurationEnvironment(
            variables: source.environment, prefix: source.options.variablePrefix, app: source.options.app,
            lookup: source.options.lookup)
        let home = environment["HOME"] ?? URL.homeDirectory.path
        let root = ConfigurationGroup.root(with: source.options.app)
        let chain = source.file.map { ConfigurationChain(from: $0, home: home, root: root, &problems) }
        self.chain = chain
        let defaults = source.options.defaults.flatMap {
            ConfigurationFile(
                name: nil, bytes: Array($0.utf8), paths: ConfigurationPaths(folder: "", home: home), root: root, &problems)
        }
        self.defaults = defaults
        if defaults?.base != nil {
            problems.append(ConfigurationProblem(origin: .code, key: "extends", message: "expected no other file, found one"))
        }
        (lookedUp, variables) = environment.entries(home: home, &problems)
        for file in chain?.files ?? [] {
            for profile in file.profiles {
                let name = ExactText(profile.name)
                if profiles[name] == nil { profileNames.append(profile.name) }
                profiles[name, default: []].append(profile.entries)
            }
        }
        self.problems = problems
        reportedKeys = ConfigurationAssembly.keysAndGroups(of: problems)
        let referenced = ([defaults].compactMap { $0 } + (chain?.files ?? [])).flatMap(\.variables)
        warnings = environment.warnings(besides: Set(referenced))
    }
}
