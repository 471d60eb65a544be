/// The kind of value that a key accepts.
package indirect enum ConfigurationKind: Sendable {
    case bool
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case text
    case choice([String])
    case duration(isPositive: Bool)
    /// The length of a quota's window.
    case period
    case byteCount
    /// An http or https URL.
    case url
    /// A ``ProxyPolicy``.
    case proxy
    /// The path of a URL.
    case urlPath
    /// A path, relative to the file that names it; `~` is the home directory.
    case file
    /// A string that may be a reference, like a secret, but isn't a secret.
    case open
    case secret
    case list(of: ConfigurationKind)
    /// An object whose member names the user chooses.
    case members(of: ConfigurationKind, named: Naming)
    /// The value of a query item: a string, a number, a boolean or a list of them; a secret if the item's name is that of a secret.
    case queryValue
    /// The value of a header field: a string, or a secret if the field's name is that of a secret.
    case fieldValue
    /// The SHA-256 hash of a public key, in Base64.
    case keyHash
    /// A domain that contains hosts, in ASCII.
    case domain

    package enum Naming: Sendable {
        case queryItem
        case field
        case host
    }

    /// The text after "expected" in a message.
    var expected: String {
        switch self {
        case .bool: "true or false"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .number(let range): "a number from \(range.lowerBound.shortText) to \(range.upperBound.shortText)"
        case .text: "a string"
        case .choice(let choices): "one of " + choices.map { "\"\($0)\"" }.joined(separator: ", ")
        case .duration(let isPositive): (isPositive ? "a duration above zero" : "a duration") + " such as \"500ms\" or \"30s\""
        case .period: "a duration from \"1ms\" to \"3660d\""
        case .byteCount: "a size above zero such as \"64KB\" or \"10MB\""
        case .url: "an http or https URL such as \"https://api.example.com\""
        case .proxy: "\"environment\", \"none\" or a URL such as \"http://proxy.example.com:3128\""
        case .urlPath: "a path such as \"/v1/public\""
        case .file: "the path of a file"
        case .open: "a string, {\"env\": \"NAME\"} or {\"file\": \"path\"}"
        case .secret: "a reference to a secret, {\"env\": \"NAME\"} or {\"file\": \"path\"}"
        case .list(let element): "a list in which each element is \(element.expected)"
        case .members: "an object"
        case .queryValue: "a string, a number, true or false, a list of them, or a reference to a secret"
        case .fieldValue: "a string, or a reference to a secret"
        case .keyHash: "the Base64 of a SHA-256 hash, which has 44 characters"
        case .domain: "a domain such as \"example.com\""
        }
    }

    /// Whether a value may be a secret, or contain one. In the application's own settings, even a number may be one.
    func mayBeSecret(isApp: Bool) -> Bool {
        switch self {
        case .bool, .choice, .duration, .period, .byteCount, .file, .keyHash, .domain: false
        case .integer, .number: isApp
        case .list(let element): element.mayBeSecret(isApp: isApp)
        case .members(let element, named: .host): element.mayBeSecret(isApp: isApp)
        case .text, .url, .proxy, .urlPath, .open, .secret, .members, .queryValue, .fieldValue: true
        }
    }

    /// Whether a message may show an invalid value.
    var isShown: Bool {
        switch self {
        case .open, .secret, .queryValue, .fieldValue: false
        case .list(let element), .members(let element, _): element.isShown
        default: true
        }
    }
}

extension String {
    /// Whether it has a control character, including a tab or a line break, which no secret contains.
    var holdsControl: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}

extension Double {
    /// `1` for 1.0.
    package var shortText: String { Int(exactly: self).map(String.init) ?? description }
}

/// Explains why a value doesn't match its key.
struct ConfigurationMismatch: Error {
    /// nil if the kind's own text applies.
    var expected: String?
    /// nil if the value itself is to be shown.
    var found: String?
    var suggestion: String?
}

extension ConfigurationKind {
    /// Reads a single value. The elements of lists and the members of objects are read one at a time.
    func value(of node: ConfigurationNode) throws(ConfigurationMismatch) -> ConfigurationValue {
        switch (self, node.content) {
        case (.bool, .bool(let value)): return .bool(value)
        case (.bool, .text(let text)): throw ConfigurationMismatch(suggestion: ["true", "false"].first { $0 == text.lowercased() })
        case (.integer(let range), .number(let number)):
            guard let integer = number.value.int, range.contains(integer) else { throw ConfigurationMismatch() }
            return .integer(integer)
        case (.integer(let range), .text(let text)):
            throw ConfigurationMismatch(suggestion: Int(text).flatMap { range.contains($0) ? "\($0)" : nil })
        case (.number(let range), .number(let number)):
            guard range.contains(number.value.double) else { throw ConfigurationMismatch() }
            return .number(number.value.double)
        case (.number(let range), .text(let text)):
            throw ConfigurationMismatch(suggestion: Double(text).flatMap { range.contains($0) ? text : nil })
        case (.duration(let isPositive), .text(let text)):
            guard let duration = Duration(configurationText: text), duration > .zero || !isPositive else {
                throw ConfigurationMismatch(suggestion: Duration.configurationSuggestion(for: text).map { "\"\($0)\"" })
            }
            return .duration(duration)
        case (.period, .text(let text)):
            guard let period = Duration(configurationText: text), Quota.periodRange.contains(period) else {
                throw ConfigurationMismatch(suggestion: Duration.configurationSuggestion(for: text).map { "\"\($0)\"" })
            }
            return .duration(period)
        case (.duration, .number(let number)), (.period, .number(let number)):
            throw ConfigurationMismatch(suggestion: Duration.configurationSuggestion(for: "\(number)").map { "\"\($0)\"" })
        case (.byteCount, .text(let text)):
            guard let count = ByteCount(text), count.bytes > 0 else {
                throw ConfigurationMismatch(suggestion: ByteCount.suggestion(for: text).map { "\"\($0)\"" })
            }
            return .integer(count.bytes)
        case (.byteCount, .number(let number)):
            throw ConfigurationMismatch(suggestion: number.value.int.flatMap { $0 > 0 ? "\"\(ByteCount(bytes: $0).description)\"" : nil })
        case (.choice(let choices), .text(let text)):
            guard choices.contains(text) else {
                throw ConfigurationMismatch(suggestion: Spelling.nearest(to: text, among: choices).map { "\"\($0)\"" })
            }
            return .text(text)
        case (.choice(let choices), .number(let number)):
            let text = "\(number)"
            throw ConfigurationMismatch(suggestion: choices.contains(text) ? "\"\(text)\"" : nil)
        default: return try text(of: node)
        }
    }

    private func text(of node: ConfigurationNode) throws(ConfigurationMismatch) -> ConfigurationValue {
        switch (self, node.content) {
        case (.text, .text(let text)):
            if text.holdsControl { throw ConfigurationMismatch(found: "one with a control character") }
            return .text(text)
        case (.urlPath, .text(let text)): return .text(try Self.urlPath(text))
        case (.text, .number(let number)), (.urlPath, .number(let number)): throw ConfigurationMismatch(suggestion: "\"\(number)\"")
        case (.file, .text(let text)) where !text.isEmpty && !text.utf8.contains(0): return .text(text)
        case (.url, .text(let text)): return .url(try Self.url(text))
        case (.proxy, .text(let text)): return .text(try Self.proxy(text))
        case (.keyHash, .text(let text)):
            if TLSPolicy.isKeyHash(text) { return .text(text) }
            let isPrefixed = TLSPolicy.isKeyHash(String(text.trimmingPrefix("sha256/").trimmingPrefix("/")))
            throw ConfigurationMismatch(found: isPrefixed ? "one that begins with \"sha256/\"; remove that" : nil)
        case (.domain, .text(let text)) where CookieJar.isDomain(text): return .text(text)
        case (.open, .text(let text)) where text.holdsControl: throw ConfigurationMismatch(found: "a string with a control character")
        case (.open, .text(let text)) where !text.isEmpty: return .text(text)
        case (.open, .object), (.secret, .object), (.queryValue, .object), (.fieldValue, .object):
            return .secret(try Self.reference(node))
        case (.secret, .text(let text)): return .secret(.literal(Secret(text)))
        case (.fieldValue, .text(let text)) where !text.holdsControlCharacter: return .text(text)
        case (.fieldValue, .number(let number)): throw ConfigurationMismatch(suggestion: "\"\(number)\"")
        case (.fieldValue, .text): throw ConfigurationMismatch(found: "a string with a control character")
        case (.queryValue, .text(let text)): return .text(text)
        case (.queryValue, .bool(let value)): return .text("\(value)")
        case (.queryValue, .number(let number)): return .text(try Self.digits(of: number))
        case (.queryValue, .list(let nodes)):
            var values: [ConfigurationValue] = []
            for node in nodes {
                if case .list = node.content { throw ConfigurationMismatch(found: "a list in a list") }
                values.append(try text(of: node))
            }
            return .list(values)
        default: throw ConfigurationMismatch()
        }
    }

    private static func digits(of number: ConfigurationNode.Number) throws(ConfigurationMismatch) -> String {
        if case .double = number.value, number.text == nil {
            throw ConfigurationMismatch(found: "a number with a fraction, whose digits a property list doesn't keep; write it as a string")
        }
        return "\(number)"
    }

    private static func urlPath(_ text: String) throws(ConfigurationMismatch) -> String {
        // The text isn't shown, because a query or a URL may contain secrets.
        switch Path(text).fault {
        case nil: return text
        case .query:
            throw ConfigurationMismatch(
                found: "a string with a \"?\"; move the part after it to \"query\", or write %3F for the character")
        case .fragment:
            throw ConfigurationMismatch(found: "a string with a \"#\", but fragments aren't sent; write %23 for the character")
        case .url: throw ConfigurationMismatch(found: "a URL, which belongs in \"baseURL\"")
        case .dotSegment: throw ConfigurationMismatch(found: "a path with \".\" or \"..\" for a segment")
        case .emptyValue: throw ConfigurationMismatch()
        }
    }

    private static func reference(_ node: ConfigurationNode) throws(ConfigurationMismatch) -> SecretReference {
        guard case .object(let members) = node.content, members.count == 1, let member = members.first else {
            throw ConfigurationMismatch(found: "another object")
        }
        guard case .text(let text) = member.value.content, !text.isEmpty, !text.utf8.contains(0) else {
            throw ConfigurationMismatch(found: "another object")
        }
        switch member.name {
        case "env": return .variable(text)
        case "file": return .file(text)
        default:
            throw ConfigurationMismatch(
                found: "the unknown key \(ConfigurationNode.quotedKey(member.name))",
                suggestion: Spelling.nearest(to: member.name, among: ["env", "file"]).map { "\"\($0)\"" })
        }
    }

    private static func url(_ text: String) throws(ConfigurationMismatch) -> URL {
        let location: Location
        do { location = try Location.parse(text).get() } catch {
            throw ConfigurationMismatch(found: refused(text, error.reason), suggestion: completed(text, "https"))
        }
        if URIReference(text).fragment != nil { throw ConfigurationMismatch(found: refused(text, "has a fragment")) }
        guard let url = location.url(spelled: text) else { throw ConfigurationMismatch(found: refused(text, "is not valid")) }
        return url
    }

    /// - Parameter reason: completes a sentence that has the URL as its subject.
    private static func refused(_ text: String, _ reason: String) -> String {
        "\(ConfigurationNode.shown(url: text)), which \(reason)"
    }

    /// Suggests a URL with `scheme` for a string that contains only a host.
    private static func completed(_ text: String, _ scheme: String) -> String? {
        guard !text.contains("://"), text.contains(".") || text.contains(":"), !text.contains(" "), ConfigurationNode.isPlain(url: text),
            case .success = Location.parse("\(scheme)://\(text)")
        else { return nil }
        return "\"\(scheme)://\(text)\""
    }

    private static func proxy(_ text: String) throws(ConfigurationMismatch) -> String {
        if ["environment", "none"].contains(text) { return text }
        let reference = URIReference(text)
        let scheme = reference.scheme?.lowercased() ?? ""
        // This is checked even if another error prevents the user from being recognized.
        guard reference.authority.map({ $0.contains("@") }) ?? text.contains("@") == false else {
            throw ConfigurationMismatch(found: "a URL with a user or password, which belong in \"proxy.user\" and \"proxy.password\"")
        }
        guard ["http", "https", "socks5", "socks5h"].contains(scheme) else {
            let nearest = Spelling.nearest(to: text, among: ["environment", "none"]).map { "\"\($0)\"" }
            throw ConfigurationMismatch(found: ConfigurationNode.shown(url: text), suggestion: nearest ?? completed(text, "http"))
        }
        // The host and port follow the same rules as in any URL.
        if case .failure(let refusal) = Location.parse("http" + Substring(text.utf8.dropFirst(scheme.utf8.count))) {
            throw ConfigurationMismatch(found: refused(text, refusal.reason))
        }
        if URL(string: text) == nil { throw ConfigurationMismatch(found: refused(text, "is not valid")) }
        return text
    }
}
