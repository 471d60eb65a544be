/// Looks up the secrets to which settings refer.
struct ConfigurationSecrets {
    let environment: [String: String]
    let allowsLiterals: Bool
    private(set) var problems: [ConfigurationProblem] = []
    private(set) var warnings: [ConfigurationProblem] = []

    /// The settings files that every user of the machine can access, by name, with the kind of access. A file is removed from this
    /// dictionary once its warning has been given, so that it causes only one.
    private var exposures: [String: String]

    /// The contents of the secret files that were read, by path, because every profile refers to them again.
    var files: [ExactText: FileContent] = [:]

    enum FileContent {
        case secret(Secret, exposure: String?)
        case fault(String)
    }

    private static let sizeLimit = 64 << 10

    init(environment: [String: String], allowsLiterals: Bool, settings: [ConfigurationFile]) {
        self.environment = environment
        self.allowsLiterals = allowsLiterals
        exposures = Dictionary(
            settings.compactMap { file in file.name.flatMap { name in file.exposure.map { (name, $0) } } }, uniquingKeysWith: { $1 })
    }

    /// The value with its secret; nil if the lookup fails.
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
                        origin: entry.origin, key: entry.shownName,
                        message:
                            "expected \(ConfigurationKind.secret.expected), found a literal secret, which needs \"allowsLiteralSecrets\": true"
                    ))
                return nil
            }
            if let fault = Self.fault(of: secret.reveal()) {
                report(entry, "a secret", "a string with \(fault)")
                return nil
            }
            warnOfLiteral(entry)
            return secret
        case .variable(let name): return variable(name, entry)
        case .file(let path): return file(path, entry)
        }
    }

    private mutating func variable(_ name: String, _ entry: ConfigurationEntry) -> Secret? {
        // Text that isn't the name of a variable may be the secret itself.
        let isShown = environment[name] != nil || ConfigurationNode.isPlain(variable: name)
        let expected = "a value in the environment variable \(isShown ? ConfigurationNode.quoted(name) : name.shownLength)"
        let value = environment[name]?.trimmed
        if let value, !value.isEmpty {
            if let fault = Self.fault(of: value) {
                report(entry, expected, "that it has \(fault)")
                return nil
            }
            return Secret(value)
        }
        // Comparing takes time, so only the first problems get a suggestion.
        let isCompared = value == nil && problems.count < 100
        let nearest = isCompared ? Spelling.nearest(to: name, among: environment.keys.sorted()) : nil
        problems.append(
            ConfigurationProblem(
                origin: entry.origin, key: entry.shownName,
                message: "expected \(expected), found that it is \(value == nil ? "not set" : "empty")",
                suggestion: nearest.map(ConfigurationNode.quoted), missingVariable: isShown ? name : nil))
        return nil
    }

    private mutating func file(_ path: String, _ entry: ConfigurationEntry) -> Secret? {
        let content = files[ExactText(path)] ?? Self.content(of: path)
        files[ExactText(path)] = content
        switch content {
        case .secret(let secret, let exposure):
            warn(entry, of: exposure, path)
            return secret
        case .fault(let fault):
            report(entry, "a secret in the file \(ConfigurationNode.quotedPath(path))", "that it \(fault)")
            return nil
        }
    }

    private static func content(of path: String) -> FileContent {
        let file: SmallFile
        do {
            file = try SmallFile(path, limit: sizeLimit)
        } catch {
            return .fault("can't be read: \(error.reason)")
        }
        // In another encoding, the secret would change, and a server would reject it without giving a reason.
        guard let text = String(validating: file.bytes, as: UTF8.self)?.trimmed else { return .fault("isn't UTF-8") }
        if text.isEmpty { return .fault("is empty") }
        if let fault = fault(of: text) { return .fault("has \(fault)") }
        return .secret(Secret(text), exposure: file.exposure)
    }

    private mutating func report(_ entry: ConfigurationEntry, _ expected: String, _ found: String) {
        problems.append(ConfigurationProblem(origin: entry.origin, key: entry.shownName, message: "expected \(expected), found \(found)"))
    }

    /// Warns about a secret in a settings file that every user can read or write, once for each file.
    mutating func warnOfLiteral(_ entry: ConfigurationEntry) {
        guard case .file(let name, _, _, _) = entry.origin, let exposure = exposures.removeValue(forKey: name) else { return }
        warn(entry, of: exposure, name)
    }

    /// Warns about a file that contains a secret and that every user can read or write; `exposure` is nil for any other file.
    mutating func warn(_ entry: ConfigurationEntry, of exposure: String?, _ path: String) {
        guard let exposure else { return }
        warnings.append(
            ConfigurationProblem(
                origin: entry.origin, key: entry.shownName,
                message: "expected a file that only its owner can read and write, found that every user of this machine can \(exposure) "
                    + ConfigurationNode.quotedPath(path)))
    }

    /// Why a string can't be a secret; nil if it can be.
    private static func fault(of text: String) -> String? {
        if text.holdsControl { return "a control character" }
        if text.unicodeScalars.contains("\u{FEFF}") { return "a byte order mark" }
        // Foundation replaces bytes in the environment that aren't UTF-8 with U+FFFD.
        return text.unicodeScalars.contains("\u{FFFD}") ? "U+FFFD, which replaces bytes that aren't UTF-8" : nil
    }
}

extension StringProtocol {
    /// The text without leading and trailing white space, such as the line break at the end of a file.
    var trimmed: String { String(trimming(while: \.properties.isWhitespace)) }
}

extension ConfigurationEntry {
    fileprivate func with(_ value: ConfigurationValue) -> ConfigurationEntry {
        ConfigurationEntry(name: name, key: key, member: member, value: value, origin: origin)
    }
}
