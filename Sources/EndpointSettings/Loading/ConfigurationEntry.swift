/// The value of a key, or of one of its members, in one layer.
struct ConfigurationEntry: Sendable {
    /// The name of a key, a member or a whole group: `retry.maxAttempts`, `headers.Accept`, `retry`.
    let name: String
    /// nil for a group.
    let key: ConfigurationKey?
    let member: String?
    /// The value; nil removes the values in lower layers.
    let value: ConfigurationValue?
    let origin: ConfigurationOrigin

    /// The name to show in a message.
    var shownName: String {
        guard let member, let key else { return name }
        return "\(key.name).\(ConfigurationNode.shown(key: member))"
    }

    /// The name used for comparison. Header fields and hosts are case-insensitive.
    var identity: ExactText {
        if case .members(_, named: let naming)? = key?.kind, naming != .queryItem { ExactText(name.lowercased()) } else { ExactText(name) }
    }
}

/// The entries from several layers, in which a later layer replaces earlier ones.
struct ConfigurationLayers: Sendable {
    private var entries: [ExactText: (place: Int, entry: ConfigurationEntry)] = [:]
    private var nextPlace = 0

    /// The base URL's server in the layer that contains a secret, by the secret's identity.
    private var servers: [ExactText: Origin] = [:]

    mutating func lay(_ layer: [ConfigurationEntry]) {
        // An entry that changes who receives secrets removes the secrets of lower layers.
        for entry in layer {
            guard let old = self[entry.name], let secrets = entry.key?.secrets, !entry.names(old) else { continue }
            entries = entries.filter { _, place in
                !secrets.contains { $0.hasSuffix(".") ? place.entry.name.hasPrefix($0) : place.entry.name == $0 }
            }
        }
        // An object in a higher layer replaces a plain value that a lower layer has instead of the object, such as `"cookies": false`.
        for key in ConfigurationKey.all {
            guard let object = key.shortName, case .bool = key.kind, !layer.contains(where: { $0.name == key.name }) else { continue }
            if layer.contains(where: { $0.value != nil && $0.name.hasPrefix(object + ".") }) { entries[ExactText(key.name)] = nil }
        }
        for entry in layer { add(entry) }
        let server = server
        for entry in layer where entry.isHeldSecret { servers[entry.identity] = server }
    }

    private var server: Origin? { self[ConfigurationKey.baseURL.name]?.server }

    /// The secrets that were set in a layer for a server other than the base URL's. If the base URL is on this machine, there are none,
    /// because nothing leaves the machine.
    var misdirected: [ConfigurationEntry] {
        guard let server, !server.isLoopback else { return [] }
        return all.filter { entry in entry.isHeldSecret && servers[entry.identity].map { $0 != server } == true }
    }

    private mutating func add(_ entry: ConfigurationEntry) {
        guard entry.value != nil else {
            if entry.member == nil { removeAll(under: entry.name) }
            entries[entry.identity] = nil
            return
        }
        entries[entry.identity] = (entries[entry.identity]?.place ?? nextPlace, entry)
        nextPlace += 1
    }

    private mutating func removeAll(under name: String) {
        let prefix = name + "."
        entries = entries.filter { !$0.value.entry.name.hasPrefix(prefix) }
    }

    subscript(name: String) -> ConfigurationEntry? { self[ExactText(name)] }
    subscript(identity: ExactText) -> ConfigurationEntry? { entries[identity]?.entry }

    /// All entries in the order of the files.
    var all: [ConfigurationEntry] { entries.values.sorted { $0.place < $1.place }.map(\.entry) }

    func entry(of key: ConfigurationKey, member: String) -> ConfigurationEntry? {
        let name = ConfigurationEntry(name: "\(key.name).\(member)", key: key, member: member, value: nil, origin: .code)
        return self[name.identity]
    }

    func entries(of key: ConfigurationKey) -> [ConfigurationEntry] { all.filter { $0.key?.name == key.name } }
}

extension ConfigurationEntry {
    /// Whether it names the same receiver as an entry in a lower layer.
    fileprivate func names(_ old: ConfigurationEntry) -> Bool {
        if let server { return server == old.server }
        return value?.text == old.value?.text
    }

    /// The server of an http or https URL, however it is written.
    fileprivate var server: Origin? {
        (value?.url?.absoluteString ?? value?.text).flatMap { try? Location.parse($0).get().origin }
    }

    /// Whether it is a secret for the base URL's server that the layer itself contains. A certificate's file counts as contained.
    fileprivate var isHeldSecret: Bool {
        guard let key, key.isForServer else { return false }
        if case .file = key.kind { return true }
        return value?.isHeldSecret == true
    }
}
