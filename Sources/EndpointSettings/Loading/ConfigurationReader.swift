/// Phase one: checks that each key is known and that its value is of the right kind. It doesn't look up secrets.
package struct ConfigurationReader {
    /// The origin of the byte at an offset.
    let place: @Sendable (Int) -> ConfigurationOrigin
    let paths: ConfigurationPaths
    /// The keys of the whole file.
    let root: ConfigurationGroup
    private(set) var entries: [ConfigurationEntry] = []
    private(set) var problems: [ConfigurationProblem] = []
    /// How many settings were read, including those in profiles. A member, a list element and an unknown key each count as one.
    private(set) var count: Int

    /// The maximum number of settings in a file, because the loading time may grow with their square.
    static let limit = 1000
    /// The maximum number of characters in a string, counted as in JSON Schema. A string is redacted whenever it is shown, which takes time.
    package static let textLimit = 10_000

    init(
        paths: ConfigurationPaths, root: ConfigurationGroup = .root, count: Int = 0,
        place: @escaping @Sendable (Int) -> ConfigurationOrigin
    ) {
        self.paths = paths
        self.root = root
        self.count = count
        self.place = place
    }

    /// Counts another setting. Returns false if there are too many, and reports the first one that exceeds the limit.
    mutating func mayRead(_ node: ConfigurationNode) -> Bool {
        count += 1
        if count == Self.limit + 1 { report(at: node.offset, "", "at most \(Self.limit) settings", "more", nil) }
        return count <= Self.limit
    }

    /// - Parameter others: keys of this object that the caller itself reads.
    mutating func read(_ node: ConfigurationNode, besides others: [String] = []) { read(node, in: root, besides: others) }

    private mutating func read(_ node: ConfigurationNode, in group: ConfigurationGroup, besides others: [String] = []) {
        switch node.content {
        case .object(let members):
            let keys = group.keys
            let groups = group.groups
            for member in members where mayRead(member.value) {
                let name = group.name.isEmpty ? member.name : "\(group.name).\(member.name)"
                if let key = keys.first(where: { $0.name == member.name })?.key {
                    read(member.value, of: key)
                } else if let group = groups.first(where: { $0.name == member.name })?.group {
                    read(member.value, in: group)
                } else if name == ConfigurationKey.credentials {
                    readCredentials(member.value)
                } else if name == "app" {
                    // Without declarations, the section isn't checked, because it may belong to another program.
                    switch member.value.content {
                    case .object, .null, .unreadable: break
                    default: report(member.value, name, "an object", ConfigurationMismatch(found: member.value.kind))
                    }
                } else if !others.contains(member.name) {
                    let credentials = group.name.isEmpty ? [ConfigurationKey.credentials] : []
                    reportUnknown(member, name, among: keys.map(\.name) + groups.map(\.name) + credentials + others)
                }
            }
        case .null where !group.name.isEmpty:
            entries.append(ConfigurationEntry(name: group.name, key: nil, member: nil, value: nil, origin: place(node.offset)))
        case .text, .bool:
            if let shorthand = group.shorthand { read(node, of: shorthand) } else { fallthrough }
        default:
            let shorthand = group.shorthand.map { " or \($0.kind.expected)" } ?? ""
            report(node, group.name, "an object" + shorthand, ConfigurationMismatch(found: node.kind))
        }
    }

    private mutating func readCredentials(_ node: ConfigurationNode) {
        let key = ConfigurationKey.credentials
        switch node.content {
        case .null: entries.append(ConfigurationEntry(name: key, key: nil, member: nil, value: nil, origin: place(node.offset)))
        case .object(let members):
            for member in members where mayRead(member.value) {
                if case .object(let own) = member.value.content, own.isEmpty {
                    let type = ConfigurationKey.authenticationType.kind.expected
                    report(at: member.value.offset, "\(key).\(ConfigurationNode.shown(key: member.name)).type", type, "nothing", nil)
                } else if ConfigurationKey.isCredentialsName(member.name) {
                    read(member.value, in: .ofCredentials(member.name))
                } else {
                    report(
                        at: member.offset, "\(key).\(ConfigurationNode.shown(key: member.name))",
                        "a name of at most 64 letters, digits, \"-\" and \"_\"", ConfigurationNode.quotedKey(member.name), nil)
                }
            }
        default: report(node, key, "an object", ConfigurationMismatch(found: node.kind))
        }
    }

    mutating func read(_ node: ConfigurationNode, of key: ConfigurationKey) {
        if case .null = node.content {
            entries.append(ConfigurationEntry(name: key.name, key: key, member: nil, value: nil, origin: place(node.offset)))
        } else if case .members(let kind, let naming) = key.kind {
            readMembers(node, of: key, kind, naming)
        } else if let value = value(of: node, key.kind, key.name) {
            entries.append(ConfigurationEntry(name: key.name, key: key, member: nil, value: value, origin: place(node.offset)))
        }
    }

    private mutating func readMembers(
        _ node: ConfigurationNode, of key: ConfigurationKey, _ kind: ConfigurationKind, _ naming: ConfigurationKind.Naming
    ) {
        guard case .object(let members) = node.content else {
            return report(node, key.name, key.kind.expected, ConfigurationMismatch(found: node.kind))
        }
        var names: Set<ExactText> = []
        for member in members where mayRead(member.value) {
            let name = "\(key.name).\(member.name)"
            let shown = "\(key.name).\(ConfigurationNode.shown(key: member.name))"
            if let mismatch = naming.mismatch(member) ?? naming.repetition(of: member.name, in: &names) {
                report(at: member.offset, shown, mismatch.expected ?? "", mismatch.found ?? "", nil)
            } else if case .null = member.value.content {
                let origin = place(member.value.offset)
                entries.append(ConfigurationEntry(name: name, key: key, member: member.name, value: nil, origin: origin))
            } else if let value = value(of: member.value, naming.kind(kind, of: member.name), shown) {
                let origin = place(member.value.offset)
                entries.append(ConfigurationEntry(name: name, key: key, member: member.name, value: value, origin: origin))
            }
        }
    }

    private mutating func value(of node: ConfigurationNode, _ kind: ConfigurationKind, _ name: String) -> ConfigurationValue? {
        if case .unreadable = node.content { return nil }
        if let text = node.text, text.unicodeScalars.count > Self.textLimit {
            report(node, name, "a string of at most \(Self.textLimit) characters", ConfigurationMismatch(found: "a longer one"))
            return nil
        }
        if case .queryValue = kind, case .list(let nodes) = node.content {
            for node in nodes where !mayRead(node) { return nil }
        }
        if case .list(let element) = kind {
            guard case .list(let nodes) = node.content else {
                report(node, name, kind.expected, ConfigurationMismatch(found: node.kind))
                return nil
            }
            var known: [ConfigurationValue] = []
            for (index, node) in nodes.enumerated() where mayRead(node) {
                if let value = value(of: node, element, "\(name)[\(index)]") { known.append(value) }
            }
            return known.count == nodes.count ? .list(known) : nil
        }
        do {
            return paths.resolved(try kind.value(of: node), kind)
        } catch {
            // Even a value of the wrong type may be a secret.
            let isSecret = name.hasPrefix(ConfigurationKey.appPrefix) && Redaction.standard.hides(name)
            let mismatch = isSecret ? ConfigurationMismatch(expected: error.expected, found: node.kind) : error
            report(node, name, kind.expected, mismatch, isShown: kind.isShown)
            return nil
        }
    }

    private mutating func reportUnknown(_ member: ConfigurationNode.Member, _ name: String, among known: [String]) {
        let nearest = Spelling.nearest(to: member.name, among: known)
        // The key may exist at another level.
        let elsewhere = ConfigurationKey.all.first { $0.name == member.name || $0.name.hasSuffix(".\(member.name)") }?.name
        let place = elsewhere == member.name ? " at the top" : ""
        report(
            at: member.offset, ConfigurationNode.shown(key: name), "a known key",
            ConfigurationNode.quotedKey(member.name),
            nearest.map { "\"\($0)\"" } ?? elsewhere.map { "\"\($0)\"\(place)" })
    }

    private mutating func report(
        _ node: ConfigurationNode, _ name: String, _ expected: String, _ mismatch: ConfigurationMismatch, isShown: Bool = true
    ) {
        if case .unreadable = node.content { return }
        report(
            at: node.offset, name, mismatch.expected ?? expected, mismatch.found ?? (isShown ? node.excerpt : node.kind),
            mismatch.suggestion.flatMap { ConfigurationNode.hasFewDigits($0) ? $0 : nil })
    }

    mutating func report(at offset: Int, _ name: String, _ expected: String, _ found: String, _ suggestion: String?) {
        let origin = place(offset)
        var suggestion = suggestion
        // Environment variables have no quotes.
        if case .environment = origin {
            suggestion = suggestion.map { $0.trimmingPrefix("\"") }.map {
                $0.hasSuffix("\"") ? String($0.unicodeScalars.dropLast()) : String($0)
            }
        }
        problems.append(
            ConfigurationProblem(origin: origin, key: name, message: "expected \(expected), found \(found)", suggestion: suggestion))
    }
}

extension ConfigurationKind.Naming {
    /// Why the member's name is invalid; nil if it is valid.
    fileprivate func mismatch(_ member: ConfigurationNode.Member) -> ConfigurationMismatch? {
        let name = member.name
        return switch self {
        case .queryItem: name.isEmpty ? ConfigurationMismatch(expected: "a name", found: "nothing") : nil
        case .field:
            name.isEmpty || !name.utf8.allSatisfy { PercentEncoding.Allowed.token.contains($0) }
                ? ConfigurationMismatch(expected: "the name of a header field", found: ConfigurationNode.quotedKey(name))
                : Self.framing(member)
        case .host:
            TLSPolicy.host(pinnedAs: name) == nil
                ? ConfigurationMismatch(expected: "a host such as \"api.example.com\"", found: ConfigurationNode.quotedKey(name)) : nil
        }
    }

    /// Why settings can't contain this field, whatever the body of a request; nil for any other field.
    private static func framing(_ member: ConfigurationNode.Member) -> ConfigurationMismatch? {
        let name = member.name.lowercased()
        guard name != "host", HTTPRequest.framingNames.contains(where: { $0.lowercased() == name }) else { return nil }
        if name == "connection" {
            if case .text(let text) = member.value.content, ["close", "keep-alive"].contains(text.lowercased()) { return nil }
            if case .null = member.value.content { return nil }
            return ConfigurationMismatch(expected: "\"close\" or \"keep-alive\"", found: "another value; remove the field")
        }
        return ConfigurationMismatch(
            expected: "a field that isn't the transport's own",
            found: "\(ConfigurationNode.quoted(member.name)), which only the transport may write; remove it")
    }

    fileprivate func repetition(of name: String, in names: inout Set<ExactText>) -> ConfigurationMismatch? {
        if names.insert(ExactText(self == .queryItem ? name : name.lowercased())).inserted { return nil }
        return ConfigurationMismatch(expected: "each name once", found: "\(ConfigurationNode.quotedKey(name)) again")
    }

    /// The kind of a member's value: a secret if the member has the name of a secret.
    fileprivate func kind(_ kind: ConfigurationKind, of name: String) -> ConfigurationKind {
        switch kind {
        case .queryValue, .fieldValue: hides(name, by: .standard) ? .secret : kind
        default: kind
        }
    }

    /// Whether a member with this name has a secret value.
    func hides(_ name: String, by redaction: Redaction) -> Bool {
        self == .queryItem ? redaction.hides(item: name) : redaction.hides(name)
    }
}
