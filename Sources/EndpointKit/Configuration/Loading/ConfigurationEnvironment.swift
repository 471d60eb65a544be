/// Settings from environment variables, the layer above all files.
struct ConfigurationEnvironment {
    let variables: [String: String]

    static let profileVariable = ConfigurationKey.variablePrefix + "PROFILE"

    /// The value of a variable; nil for one that is empty.
    subscript(name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// Reads the variables of all keys. Relative paths are relative to the working directory.
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

    /// The names of the variables with our prefix.
    private var own: [String] { variables.keys.filter { $0.hasPrefix(ConfigurationKey.variablePrefix) } }

    /// A warning for each unknown variable with our prefix.
    var warnings: [ConfigurationProblem] {
        if own.isEmpty { return [] }
        let known = ConfigurationKey.all.map(\.variable) + [Self.profileVariable, ConfigurationKey.variablePrefix + "PROXY"]
        let prefix = ConfigurationKey.variablePrefix
        // Without the prefix, which would make all names similar.
        let ends = known.map { String($0.dropFirst(prefix.count)) }
        return own.filter { !known.contains($0) }.sorted().map { name in
            ConfigurationProblem(
                origin: .environment(name), message: "expected the variable of a known key, found an unknown variable",
                suggestion: Spelling.nearest(to: String(name.dropFirst(prefix.count)), among: ends).map { prefix + $0 })
        }
    }
}

extension ConfigurationKind {
    /// The node that a file would have for a variable's text; nil for invalid JSON.
    fileprivate func node(variable text: String) -> ConfigurationNode? {
        // Removes the value of lower layers, unless "null" is a valid text for the key.
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
