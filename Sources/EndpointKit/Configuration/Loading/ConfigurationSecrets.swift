/// Looks up the secrets to which settings refer.
struct ConfigurationSecrets {
    let environment: [String: String]
    let allowsLiterals: Bool
    private(set) var problems: [ConfigurationProblem] = []
    private(set) var warnings: [ConfigurationProblem] = []

    private static let sizeLimit = 64 << 10

    init(environment: [String: String], allowsLiterals: Bool) {
        self.environment = environment
        self.allowsLiterals = allowsLiterals
    }

    /// The value with its secret; nil where the lookup fails.
    mutating func value(of entry: ConfigurationEntry) -> ConfigurationValue? {
        switch entry.value {
        case .secret(let reference): secret(reference, entry).map { .secret(.literal($0)) }
        case .list(let values): .list(values.compactMap { value(of: entry.with($0)) })
        case let value: value
        }
    }

    private mutating func secret(_ reference: SecretReference, _ entry: ConfigurationEntry) -> Secret? {
        switch reference {
        case .literal(let secret):
            if case .file = entry.origin, !allowsLiterals {
                problems.append(
                    ConfigurationProblem(
                        origin: entry.origin, key: entry.name,
                        message:
                            "expected \(ConfigurationKind.secret.expected), found a literal secret, which needs \"allowsLiteralSecrets\": true"
                    ))
                return nil
            }
            return secret
        case .variable(let name): return variable(name, entry)
        case .file(let path): return file(path, entry)
        }
    }

    private mutating func variable(_ name: String, _ entry: ConfigurationEntry) -> Secret? {
        let value = environment[name].map(Self.trimmed)
        if let value, !value.isEmpty { return Secret(value) }
        let nearest = value == nil ? Spelling.nearest(to: name, among: environment.keys.sorted()) : nil
        problems.append(
            ConfigurationProblem(
                origin: entry.origin, key: entry.name,
                message:
                    "expected a value in the environment variable \(name.prefix(100)), found that it is \(value == nil ? "not set" : "empty")",
                suggestion: nearest, missingVariable: name))
        return nil
    }

    private mutating func file(_ path: String, _ entry: ConfigurationEntry) -> Secret? {
        func report(_ expected: String, _ found: String) -> ConfigurationProblem {
            ConfigurationProblem(origin: entry.origin, key: entry.name, message: "expected \(expected), found \(found)")
        }
        let name = ConfigurationNode.quoted(path)
        let file: TextFile
        do {
            file = try TextFile(path, limit: Self.sizeLimit)
        } catch {
            problems.append(report("a secret in the file \(name)", "that it can't be read: \(error.reason)"))
            return nil
        }
        let text = Self.trimmed(String(decoding: file.bytes, as: UTF8.self))
        if text.isEmpty {
            problems.append(report("a secret in the file \(name)", "that it is empty"))
            return nil
        }
        if file.isReadableByAll {
            warnings.append(report("a file that only its owner can read", "that every user of this machine can read \(name)"))
        }
        return Secret(text)
    }

    /// The text without white space around it, such as the line break at the end of a file.
    private static func trimmed(_ text: String) -> String {
        let space: (Swift.Character) -> Bool = { $0.isWhitespace }
        guard let first = text.firstIndex(where: { !space($0) }), let last = text.lastIndex(where: { !space($0) }) else { return "" }
        return String(text[first...last])
    }
}

extension ConfigurationEntry {
    fileprivate func with(_ value: ConfigurationValue) -> ConfigurationEntry {
        ConfigurationEntry(name: name, key: key, member: member, value: value, origin: origin)
    }
}
