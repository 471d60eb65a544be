/// An object in a settings file: the keys whose names begin with its name.
package struct ConfigurationGroup: Sendable {
    /// The name, such as `tls.clientCertificate`; empty for the whole file.
    package let name: String
    /// The keys, by their names inside the object.
    package private(set) var keys: [(name: String, key: ConfigurationKey)] = []
    package private(set) var groups: [(name: String, group: ConfigurationGroup)] = []

    package static let root = ConfigurationGroup(name: "", of: ConfigurationKey.all[...])

    /// The whole file with the application's own keys.
    static func root(with app: [ConfigurationKey]) -> ConfigurationGroup {
        app.isEmpty ? root : ConfigurationGroup(name: "", of: (ConfigurationKey.all + app)[...])
    }

    /// Expects the keys of one object, which are adjacent.
    init(name: String, of keys: ArraySlice<ConfigurationKey>) {
        self.name = name
        let depth = name.isEmpty ? 0 : name.utf8.count + 1
        var rest = keys
        while let key = rest.first {
            let inside = key.name.utf8.dropFirst(depth)
            guard let dot = inside.firstIndex(of: UInt8(ascii: ".")) else {
                self.keys.append((String(Substring(inside)), key))
                rest.removeFirst()
                continue
            }
            let group = String(key.name[..<dot])
            let members = rest.prefix { $0.name.hasPrefix(group + ".") }
            groups.append((String(Substring(inside[..<dot])), ConfigurationGroup(name: group, of: members)))
            rest = rest.dropFirst(members.count)
        }
    }

    /// The key that is set if the file contains another value in place of the object.
    package var shorthand: ConfigurationKey? { keys.first { $0.key.shortName == name }?.key }

    /// The summary for the schema, with a full stop.
    package var summary: String { Self.summaries[name, default: ""] }

    private static let summaries = [
        "authentication": "How requests are authenticated. Applies only to authenticated endpoints, and only at the base URL's origin.",
        "retry": "Which failures lead to another attempt, how many attempts there are, and how long to wait between them.",
        "retry.budget": "How many retries all calls may make together.",
        "redirects": "How redirects are followed.",
        "limits": "Limits of the client's calls.",
        "limits.quota": "The maximum number of calls to the service in any period.",
        "cache": "Whether and where responses are stored for reuse (RFC 9111).",
        "cookies": "Whether cookies are kept and sent back, and where. An object with any of these settings turns them on.",
        "tls": "Which servers are trusted, and how this client identifies itself to them.",
        "tls.clientCertificate": "The certificate that this client presents.",
        "proxy": "Whether requests go through a proxy.",
        "log": "What is logged.",
        "redaction": "What is hidden wherever a request is shown.",
    ]
}
