/// Named credentials, each of which is an object with the keys of `authentication`.
extension ConfigurationKey {
    package static let credentials = "credentials"

    /// The prefix of the keys in one entry of `credentials`.
    static func credentialsPrefix(_ name: String) -> String { "\(credentials).\(name)." }

    /// The name in `credentials` to which a key belongs; nil for any other key.
    static func credentialsName(in key: String) -> String? {
        let parts = key.split(separator: ".", maxSplits: 2)
        return parts.count == 3 && parts[0] == credentials ? String(parts[1]) : nil
    }

    /// The key as shown in a message. A secret may have been written as the name of credentials.
    static func shown(_ key: String) -> String {
        guard key.hasPrefix(credentials + "."), case let parts = key.split(separator: ".", maxSplits: 2), parts.count > 1 else {
            return key
        }
        let name = ConfigurationNode.shown(key: String(parts[1]))
        return ([credentials, name] + parts.dropFirst(2).map { String($0) }).joined(separator: ".")
    }

    /// Whether the name may be part of a key.
    static func isCredentialsName(_ name: String) -> Bool {
        let isShort = (1...64).contains(name.utf8.count)
        return isShort && name.utf8.allSatisfy { PercentEncoding.Allowed.unreserved.contains($0) && !".~".utf8.contains($0) }
    }

    /// The keys in one entry.
    static func ofCredentials(_ name: String) -> [ConfigurationKey] {
        authentication.map { $0.moved(from: authenticationPrefix, to: credentialsPrefix(name)) }
    }
}

extension ConfigurationGroup {
    /// The object for one entry of `credentials`.
    static func ofCredentials(_ name: String) -> ConfigurationGroup {
        ConfigurationGroup(name: "\(ConfigurationKey.credentials).\(name)", of: ConfigurationKey.ofCredentials(name)[...])
    }

    package static let credentialsSummary =
        "Further credentials by name, for endpoints that ask for them. Each has the keys of authentication, and goes to the same origin. No variable "
        + "replaces them."
}
