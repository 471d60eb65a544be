/// The value of a key, or of a member of it, in one layer.
struct ConfigurationEntry: Sendable {
    /// The name of a key, a member or a whole group: `retry.maxAttempts`, `headers.Accept`, `retry`.
    let name: String
    /// nil for a group.
    let key: ConfigurationKey?
    let member: String?
    /// The value; nil removes that of lower layers.
    let value: ConfigurationValue?
    let origin: ConfigurationOrigin

    /// The name for a message.
    var shownName: String {
        guard let member, case .members(_, let naming)? = key?.kind, let key else { return name }
        return "\(key.name).\(naming.shown(member))"
    }

    /// The name for comparison. Header fields and hosts ignore case.
    var identity: String {
        if case .members(_, named: let naming)? = key?.kind, naming != .queryItem { name.lowercased() } else { name }
    }
}

/// The entries of several layers, in which a later layer replaces earlier ones.
struct ConfigurationLayers: Sendable {
    private var entries: [String: (place: Int, entry: ConfigurationEntry)] = [:]
    private var nextPlace = 0

    mutating func lay(_ layer: [ConfigurationEntry]) {
        // Another kind of authentication needs other keys, so it comes first and removes the keys of the earlier kind.
        for entry in layer.filter({ $0.name == ConfigurationKey.authenticationType.name }) {
            if entry.value?.text != self[entry.name]?.value?.text { removeAll(under: "authentication") }
            add(entry)
        }
        for entry in layer where entry.name != ConfigurationKey.authenticationType.name { add(entry) }
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

    subscript(name: String) -> ConfigurationEntry? { entries[name]?.entry }

    /// All entries in the order of the files.
    var all: [ConfigurationEntry] { entries.values.sorted { $0.place < $1.place }.map(\.entry) }

    func entry(of key: ConfigurationKey, member: String) -> ConfigurationEntry? {
        let name = ConfigurationEntry(name: "\(key.name).\(member)", key: key, member: member, value: nil, origin: .code)
        return self[name.identity]
    }

    func entries(of key: ConfigurationKey) -> [ConfigurationEntry] { all.filter { $0.key?.name == key.name } }
}
