/// Settings from environment variables, and, below them, from the program's own lookup. These are the two layers above all files.
struct ConfigurationEnvironment {
    let variables: [String: String]
    /// The prefix of the names of all keys' variables.
    let prefix: String
    /// The keys of the application's own settings.
    var app: [ConfigurationKey] = []
    /// See ``ConfigurationOptions/lookup``.
    var lookup: (@Sendable (ConfigurationOptions.Key) throws -> String?)?
    private var keys: [ConfigurationKey] { ConfigurationKey.all + app }

    var profileVariable: String { prefix + ConfigurationFile.profileVariable }

    /// The value of a variable, without leading and trailing white space; nil if nothing is left.
    subscript(name: String) -> String? { variables[name].flatMap(Self.value) }

    private static func value(_ text: String) -> String? { text.trimmed.isEmpty ? nil : text.trimmed }

    /// Reads the variables for all keys, and looks up the keys without a variable. Relative paths are relative to the working directory.
    func entries(
        home: String, _ problems: inout [ConfigurationProblem]
    ) -> (lookedUp: [ConfigurationEntry], variables: [ConfigurationEntry]) {
        var entries: (lookedUp: [ConfigurationEntry], variables: [ConfigurationEntry]) = ([], [])
        if own.isEmpty, lookup == nil { return entries }
        for key in keys {
            let variable = variable(of: key)
            if let (text, origin) = variable { entries.variables += read(key, from: origin, home: home, &problems) { text } }
            // If a variable replaces a receiver that was looked up, that receiver still determines who may receive the secrets next to it.
            // A variable of all configurations doesn't replace a secret that the program looks up.
            if variable == nil || key.decidesReceiver || isShared && key.kind.isSecret {
                entries.lookedUp += read(key, from: .code, home: home, &problems) { try lookedUp(key) }
            }
        }
        return entries
    }

    private func read(
        _ key: ConfigurationKey, from origin: ConfigurationOrigin, home: String, _ problems: inout [ConfigurationProblem],
        _ text: () throws -> String?
    ) -> [ConfigurationEntry] {
        var reader = ConfigurationReader(paths: ConfigurationPaths(folder: "", home: home)) { _ in origin }
        do {
            guard let text = try text() else { return [] }
            if let node = key.kind.node(variable: text) {
                reader.read(node, of: key)
            } else {
                reader.report(at: 0, key.name, "\(key.kind.expected) as JSON", "something else", nil)
            }
        } catch {
            // The error's text may quote the value.
            reader.report(at: 0, key.name, key.kind.expected, "a value that can't be looked up (\(type(of: error)))", nil)
        }
        problems += reader.problems
        return reader.entries
    }

    private func variable(of key: ConfigurationKey) -> (text: String, origin: ConfigurationOrigin)? {
        for name in [key.variable, key.shortVariable].compactMap({ $0.map { prefix + $0 } }) {
            if let text = self[name] { return (text, .environment(name)) }
        }
        return nil
    }

    private func lookedUp(_ key: ConfigurationKey) throws -> String? {
        guard let lookup else { return nil }
        let isBoolean = if case .bool = key.kind { true } else { false }
        for name in [key.name, key.shortName].compactMap(\.self) {
            let text = try lookup(ConfigurationOptions.Key(name, isBoolean: isBoolean, mayBeSecret: key.mayBeSecret))
            if let value = text.flatMap(Self.value) { return value }
        }
        return nil
    }

    /// The names of the variables with the prefix.
    private var own: [String] { variables.keys.filter { $0.hasPrefix(prefix) } }

    /// A warning for each unknown variable with the prefix, except for those in `referenced`. A program's other variables may begin with its
    /// own prefix, so with such a prefix, only names that resemble the name of a key are reported.
    func warnings(besides referenced: Set<String>) -> [ConfigurationProblem] {
        if own.isEmpty || prefix.isEmpty { return [] }
        // Compares names without the prefix, which would make all of them similar.
        let ends = keys.flatMap { [$0.variable, $0.shortVariable].compactMap(\.self) } + [ConfigurationFile.profileVariable]
        let known = referenced.union(ends.map { prefix + $0 })
        return own.filter { !known.contains($0) }.sorted().compactMap { name in
            let nearest = Spelling.nearest(to: String(name.trimmingPrefix(prefix)), among: ends)
            if !isShared, nearest == nil { return nil }
            let shown = ConfigurationNode.isPlain(variable: name) ? name : prefix + String(name.trimmingPrefix(prefix)).shownLength
            return ConfigurationProblem(
                origin: .environment(shown), message: "expected the variable of a known key, found an unknown variable",
                suggestion: nearest.map { prefix + $0 })
        }
    }
}

extension ConfigurationKind {
    /// The node that a file would contain for the text of a variable; nil for invalid JSON.
    fileprivate func node(variable text: String) -> ConfigurationNode? {
        // Removes the values in lower layers, unless "null" is a valid text for the key.
        if text == "null", !isText { return ConfigurationNode(.null, at: 0) }
        switch self {
        case .bool where ["true", "false"].contains(text): return ConfigurationNode(.bool(text == "true"), at: 0)
        case .integer, .number:
            if let node = ConfigurationNode.reading(text), case .number = node.content { return node }
            return ConfigurationNode(.text(text), at: 0)
        case .members: return ConfigurationNode.reading(text)
        case .list(let element):
            let text = text.trimmed
            if text.hasPrefix("[") { return ConfigurationNode.reading(text) }
            return ConfigurationNode(.list(text.split(separator: ",").compactMap { element.node(variable: $0.trimmed) }), at: 0)
        default: return ConfigurationNode(.text(text), at: 0)
        }
    }

    private var isText: Bool {
        switch self {
        case .text, .urlPath, .file, .open, .secret, .url, .proxy, .queryValue, .fieldValue, .keyHash, .domain: true
        default: false
        }
    }
}
