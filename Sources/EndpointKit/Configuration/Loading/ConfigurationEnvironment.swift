/// Settings that environment variables make, over those of any file.
struct ConfigurationEnvironment {
    let variables: [String: String]

    static let profileVariable = ConfigurationKey.variablePrefix + "PROFILE"

    /// A variable that is empty counts as one that isn't there.
    subscript(name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// For relative paths in variables: relative to where the process is.
    func entries(home: String, _ problems: inout [ConfigurationProblem]) -> [ConfigurationEntry] {
        var entries: [ConfigurationEntry] = []
        if own.isEmpty { return entries }
        for key in ConfigurationKey.all {
            let shorthand = key.name == ConfigurationKey.proxyURL.name ? self[ConfigurationKey.variablePrefix + "PROXY"] : nil
            let name = shorthand != nil && self[key.variable] == nil ? ConfigurationKey.variablePrefix + "PROXY" : key.variable
            guard let text = self[name] else { continue }
            var reader = ConfigurationReader(paths: ConfigurationPaths(folder: "", home: home)) { _ in .environment(name) }
            if let node = key.kind.node(variable: text) {
                reader.read(node, of: key)
            } else {
                reader.report(at: 0, key.name, "\(key.kind.expected) as JSON", "something else", nil)
            }
            entries += reader.entries
            problems += reader.problems
        }
        return entries
    }

    /// Those that are meant for this.
    private var own: [String] { variables.keys.filter { $0.hasPrefix(ConfigurationKey.variablePrefix) } }

    /// Variables that look as if they were meant for this.
    var warnings: [ConfigurationProblem] {
        if own.isEmpty { return [] }
        let known = ConfigurationKey.all.map(\.variable) + [Self.profileVariable, ConfigurationKey.variablePrefix + "PROXY"]
        let prefix = ConfigurationKey.variablePrefix
        // What all of them begin with makes none of them similar.
        let ends = known.map { String($0.dropFirst(prefix.count)) }
        return own.filter { !known.contains($0) }.sorted().map { name in
            ConfigurationProblem(
                origin: .environment(name), message: "expected a variable that stands for a key, found one that nothing reads",
                suggestion: Spelling.nearest(to: String(name.dropFirst(prefix.count)), among: ends).map { prefix + $0 })
        }
    }
}

extension ConfigurationKind {
    /// A variable's text as it would stand in a file; nil for JSON that isn't any.
    fileprivate func node(variable text: String) -> ConfigurationNode? {
        // Takes away what is below, where it can't be meant as it stands.
        if text == "null", !isText { return ConfigurationNode(.null, at: 0) }
        switch self {
        case .bool where ["true", "false"].contains(text): return ConfigurationNode(.bool(text == "true"), at: 0)
        case .integer, .number:
            if case .number(let number)? = try? JSON(parsing: text) { return ConfigurationNode(.number(number), at: 0) }
            return ConfigurationNode(.text(text), at: 0)
        case .members: return (try? JSON(parsing: text)).map { ConfigurationNode(json: $0, at: 0) }
        case .list(let element):
            if text.hasPrefix("[") { return (try? JSON(parsing: text)).map { ConfigurationNode(json: $0, at: 0) } }
            let parts = text.split(separator: ",").map { String($0.filter { $0 != " " }) }
            return ConfigurationNode(.list(parts.compactMap { element.node(variable: $0) }), at: 0)
        default: return ConfigurationNode(.text(text), at: 0)
        }
    }

    private var isText: Bool {
        switch self {
        case .text, .file, .open, .secret, .url, .proxy, .queryValue, .fieldValue, .keyHash: true
        default: false
        }
    }
}
