/// What one layer says about one key, or about one member of it.
struct ConfigurationEntry: Sendable {
    /// `retry.maxAttempts`, `headers.Accept`; of a whole group, `retry`.
    let name: String
    /// nil for a group.
    let key: ConfigurationKey?
    let member: String?
    /// nil takes away what lower layers say.
    let value: ConfigurationValue?
    let origin: ConfigurationOrigin

    /// The same for names that mean the same.
    var identity: String {
        if case .members(_, named: let naming)? = key?.kind, naming != .queryItem { name.lowercased() } else { name }
    }
}

/// What several layers say together: a later one counts more.
struct ConfigurationLayers: Sendable {
    private var entries: [String: (place: Int, entry: ConfigurationEntry)] = [:]
    private var nextPlace = 0

    mutating func lay(_ layer: [ConfigurationEntry]) {
        // Another kind of authentication needs other keys, so it comes first and takes those of the kind before away.
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

    /// As the files have them.
    var all: [ConfigurationEntry] { entries.values.sorted { $0.place < $1.place }.map(\.entry) }

    func entry(of key: ConfigurationKey, member: String) -> ConfigurationEntry? {
        let name = ConfigurationEntry(name: "\(key.name).\(member)", key: key, member: member, value: nil, origin: .code)
        return self[name.identity]
    }

    func entries(of key: ConfigurationKey) -> [ConfigurationEntry] { all.filter { $0.key?.name == key.name } }
}
