/// An object in a settings file: the keys that begin with its name.
struct ConfigurationGroup: Sendable {
    /// `tls.clientCertificate`; empty for the whole file.
    let name: String
    /// By the name each has inside.
    private(set) var keys: [(name: String, key: ConfigurationKey)] = []
    private(set) var groups: [(name: String, group: ConfigurationGroup)] = []

    static let root = ConfigurationGroup(name: "", of: ConfigurationKey.all[...])

    /// Takes those of `keys`, which stand together.
    private init(name: String, of keys: ArraySlice<ConfigurationKey>) {
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

    /// What a value that is no object stands for.
    var shorthand: ConfigurationKey? { name == "proxy" ? .proxyURL : nil }

    /// For the schema, with its full stop.
    var summary: String {
        switch name {
        case "authentication": "Who this client is. It is shown to the base URL's origin only, by the endpoints that ask for it."
        case "retry": "Which failures are worth another attempt, how many there may be, and how long is waited between them."
        case "redirects": "How far a call goes after redirects."
        case "limits": "What bounds the client's calls."
        case "tls": "How far a server is trusted."
        case "tls.clientCertificate": "What this client shows of itself."
        case "proxy": "Whether requests go through a proxy."
        case "log": "What is logged."
        case "redaction": "What is hidden wherever a request is shown."
        default: ""
        }
    }
}
