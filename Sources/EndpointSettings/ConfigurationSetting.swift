/// One setting of a configuration, in a form that can be shown to people.
public struct ConfigurationSetting: Hashable, Sendable {
    /// The key, with the member's name, if any: `retry.maxAttempts`, `headers.Accept`.
    public var key: String
    /// The value as it would be written in a file, without quotes, or `none`. For a secret, `<redacted>` and where it was looked up.
    public var value: String
    /// The source of the value.
    public var origin: ConfigurationOrigin

    /// Creates a setting as a configuration shows it. The value must already be redacted.
    public init(key: String, value: String, origin: ConfigurationOrigin) {
        self.key = key
        self.value = value
        self.origin = origin
    }

    package var isHidden: Bool { value.hasPrefix(Redaction.mark) }
}

extension APIConfiguration {
    /// All settings in the order of the documentation, with secrets redacted.
    public var settings: [ConfigurationSetting] {
        ConfigurationKey.all.flatMap(settings) + namedCredentials + (loaded?.source.options.app ?? []).flatMap(settings)
    }

    private var namedCredentials: [ConfigurationSetting] {
        let loaded = Set((loaded?.layers.all ?? []).compactMap { ConfigurationKey.credentialsName(in: $0.name) })
        return credentials.keys.sorted().flatMap { name -> [ConfigurationSetting] in
            if !areCredentialsFromCode, loaded.contains(name) { return ConfigurationKey.ofCredentials(name).flatMap(parts) }
            let type = credentials[name].map { "\(Swift.type(of: $0))" } ?? "none"
            return [ConfigurationSetting(key: ConfigurationKey.credentialsPrefix(name) + "type", value: type, origin: .code)]
        }
    }

    /// The origin of each setting, by key.
    public var origins: [String: ConfigurationOrigin] {
        Dictionary(settings.map { ($0.key, $0.origin) }, uniquingKeysWith: { first, _ in first })
    }

    private func settings(of key: ConfigurationKey) -> [ConfigurationSetting] {
        guard let accessors = key.accessors else { return parts(of: key) }
        let value = accessors.get(self)
        // A configuration that was created in code started from the defaults.
        let before = accessors.get(loaded?.configuration ?? APIConfiguration(baseURL: URL(filePath: "/")))
        guard case .members(_, let naming) = key.kind, let members = value?.object, !members.isEmpty else {
            let origin = value == before ? loaded?.layers[key.name]?.origin ?? .default : .code
            return [setting(key, key.name, value, origin)]
        }
        let secrets = policies.redaction.secrets
        return members.map { name, member in
            let full = "\(key.name).\(name)"
            let entry = loaded?.layers.entry(of: key, member: name)
            let origin = member == before?[name] ? entry?.origin ?? .default : .code
            return setting(key, full, member, origin, isHidden: naming.hides(name, by: secrets) || entry?.value?.isLookedUp == true)
        }
    }

    private func setting(
        _ key: ConfigurationKey, _ name: String, _ value: JSON?, _ origin: ConfigurationOrigin, isHidden: Bool = false
    ) -> ConfigurationSetting {
        let text: String
        if isHidden || key.kind.isHidden, value != nil {
            let entry = loaded?.layers[name] ?? loaded?.layers[name.lowercased()]
            text = entry.map { $0.origin == origin ? Self.hidden($0) : Redaction.mark } ?? Redaction.mark
        } else {
            text = value.map { shown($0, key, name) } ?? "none"
        }
        return ConfigurationSetting(key: name, value: text, origin: origin)
    }

    /// The redacted value, and where it was looked up.
    private static func hidden(_ entry: ConfigurationEntry) -> String {
        switch entry.value {
        case .secret(.variable(let name)): "\(Redaction.mark) from \(name)"
        case .secret(.file(let path)): "\(Redaction.mark) from \(path)"
        default: Redaction.mark
        }
    }

    /// The settings of a key that has no property of its own.
    private func parts(of key: ConfigurationKey) -> [ConfigurationSetting] {
        if key.name.hasPrefix(ConfigurationKey.authenticationPrefix), isAuthenticationFromCode {
            guard key.name == ConfigurationKey.authenticationType.name else { return [] }
            return [ConfigurationSetting(key: key.name, value: authentication.map { "\(type(of: $0))" } ?? "none", origin: .code)]
        }
        let entries = loaded?.layers.entries(of: key) ?? []
        if entries.isEmpty, key.name == ConfigurationKey.authenticationType.name {
            return [ConfigurationSetting(key: key.name, value: "none", origin: .default)]
        }
        if entries.isEmpty, case .bool = key.kind, !key.isApp {
            return [ConfigurationSetting(key: key.name, value: "false", origin: .default)]
        }
        let secrets = policies.redaction.secrets
        return entries.map { entry in
            let isHidden = key.kind.isHidden || key.mayBeSecret && secrets.hides(entry.name)
            return ConfigurationSetting(
                key: entry.name, value: isHidden ? Self.hidden(entry) : shown(entry), origin: entry.origin)
        }
    }
}

extension APIConfiguration {
    private func shown(_ value: JSON, _ key: ConfigurationKey?, _ name: String) -> String {
        guard let elements = value.array else { return shown(value.string ?? value.description, key, name) }
        return JSON.array(
            elements.map { element in
                let text = element.string ?? element.description
                let shown = shown(text, key, name)
                return shown == text ? element : JSON(shown)
            }
        ).description
    }

    /// The text of a built-in setting isn't a secret. The text of an application's own setting, an item or a field may be one.
    private func shown(_ text: String, _ key: ConfigurationKey?, _ name: String) -> String {
        let redaction = policies.redaction.secrets
        let own = String(name.trimmingPrefix(key.map { $0.isApp ? "" : $0.name + "." } ?? ""))
        // The value of the key itself rather than of one of its members.
        if key?.name == name, key?.isApp == false { return text }
        switch key?.kind {
        case .members(of: .queryValue, _)?: return redaction.redact(value: text, ofItem: own)
        case .members(of: .fieldValue, _)?: return redaction.redactedValue(of: HTTPHeaders.Field(name: own, value: text))
        default: return key?.isApp == false ? text : redaction.redact(value: text, ofItem: own)
        }
    }

    private func shown(_ entry: ConfigurationEntry) -> String {
        switch entry.value {
        case .text(let text): shown(text, entry.key, entry.name)
        case .bool(let value): "\(value)"
        case .integer(let bytes): if case .byteCount? = entry.key?.kind { ByteCount(bytes: bytes).description } else { "\(bytes)" }
        case .number(let number): number.shortText
        case .duration(let duration): duration.configurationText
        case .url(let url): policies.redaction.secrets.redact(urlText: url.absoluteString)
        case .list(let values):
            JSON.array(values.map { JSON(shown($0.text ?? "", entry.key, entry.name)) }).description
        case .secret: Redaction.mark
        case nil: "none"
        }
    }
}

extension ConfigurationKind {
    /// Whether values of this kind are hidden.
    fileprivate var isHidden: Bool {
        switch self {
        case .open, .secret: true
        case .members(of: .secret, _): true
        default: false
        }
    }
}
