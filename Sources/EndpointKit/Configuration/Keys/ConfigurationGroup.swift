/// An object in a settings file: the keys that begin with its name.
struct ConfigurationGroup {
    /// `tls.clientCertificate`; empty for the whole file.
    let name: String

    static let root = ConfigurationGroup(name: "")

    /// By the name each has inside.
    var keys: [(name: String, key: ConfigurationKey)] {
        ConfigurationKey.all.compactMap { key in
            guard let rest = inside(key.name), !rest.contains(".") else { return nil }
            return (rest, key)
        }
    }

    var groups: [(name: String, group: ConfigurationGroup)] {
        var names: [String] = []
        for key in ConfigurationKey.all {
            guard let rest = inside(key.name), let dot = rest.firstIndex(of: ".") else { continue }
            let name = String(rest[..<dot])
            if names.last != name { names.append(name) }
        }
        return names.map { ($0, ConfigurationGroup(name: name.isEmpty ? $0 : "\(name).\($0)")) }
    }

    /// What a value that is no object stands for.
    var shorthand: ConfigurationKey? { name == "proxy" ? .proxyURL : nil }

    private func inside(_ key: String) -> String? {
        if name.isEmpty { return key }
        return key.hasPrefix(name + ".") ? String(key.dropFirst(name.count + 1)) : nil
    }

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
