/// A settings file, read in phase one.
struct ConfigurationFile {
    let name: String
    var entries: [ConfigurationEntry] = []
    var profiles: [(name: String, entries: [ConfigurationEntry])] = []
    /// The path of the file it is laid over, as it says it.
    var base: (path: String, origin: ConfigurationOrigin)?
    /// Whether all of it could be understood.
    let isWhole: Bool
    /// Its beginning.
    let origin: ConfigurationOrigin

    /// Far more than anyone writes.
    static let sizeLimit = 1 << 20

    static let keys: [(name: String, summary: String)] = [
        ("$schema", "Where an editor finds what may stand in this file."),
        (
            "extends",
            "The path of a file that this one is laid over, relative to this one: what isn't said here is as it is there, key by key."
        ),
        (
            "profiles",
            "By name: settings that are laid over the others, key by key, when their profile is asked for by the program or by ENDPOINTKIT_PROFILE."
        ),
    ]

    /// nil for the file that can't be understood as a whole.
    init?(name: String, bytes: [UInt8], paths: ConfigurationPaths, _ problems: inout [ConfigurationProblem]) {
        let source = ConfigurationSource(name: name, bytes: bytes)
        self.name = name
        origin = source.origin(at: 0)
        let count = problems.count
        guard let node = source.node(&problems) else { return nil }
        isWhole = problems.count == count
        var reader = ConfigurationReader(paths: paths) { source.origin(at: $0) }
        reader.read(node, besides: Self.keys.map(\.name))
        if case .object(let members) = node.content {
            for member in members { readOwn(member, source, paths, &reader) }
        }
        entries = reader.entries
        problems += reader.problems
        for profile in profileNodes(of: node) {
            var reader = ConfigurationReader(paths: paths) { source.origin(at: $0, profile: profile.name) }
            if case .null = profile.value.content { continue }
            reader.read(profile.value)
            problems += reader.problems
            profiles.append((profile.name, reader.entries))
        }
    }

    private mutating func readOwn(
        _ member: ConfigurationNode.Member, _ source: ConfigurationSource, _ paths: ConfigurationPaths, _ reader: inout ConfigurationReader
    ) {
        func report(_ expected: String) {
            if case .unreadable = member.value.content { return }
            reader.report(at: member.value.offset, member.name, expected, member.value.excerpt, nil)
        }
        switch (member.name, member.value.content) {
        case ("$schema", .text), ("$schema", .null), ("extends", .null), ("profiles", .null), ("profiles", .object): break
        case ("$schema", _): report("a text")
        case ("extends", .text(let path)) where !path.isEmpty && !path.utf8.contains(0):
            base = (path, source.origin(at: member.value.offset))
        case ("extends", _): report("the path of a file")
        case ("profiles", _): report("an object")
        default: break
        }
    }

    private func profileNodes(of node: ConfigurationNode) -> [ConfigurationNode.Member] {
        guard case .object(let members) = node.content, let profiles = members.first(where: { $0.name == "profiles" }),
            case .object(let nodes) = profiles.value.content
        else { return [] }
        return nodes
    }
}
