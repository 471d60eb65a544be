/// A settings file after phase one.
package struct ConfigurationFile {
    /// The name that the file was given; nil for settings in the program's code.
    let name: String?
    var entries: [ConfigurationEntry] = []
    var profiles: [(name: String, entries: [ConfigurationEntry])] = []
    /// The path, as written, of the file that it extends.
    var base: (path: String, origin: ConfigurationOrigin)?
    /// Whether the whole file could be parsed.
    private(set) var isWhole: Bool
    /// The access that every user of the machine has to the file: see ``SmallFile/exposure``.
    var exposure: String?
    /// The beginning of the file.
    let origin: ConfigurationOrigin
    /// The location of its profiles; nil for a file without profiles.
    private(set) var profilesOrigin: ConfigurationOrigin?

    /// The maximum size of a file in bytes, 1 MB.
    static let sizeLimit = 1 << 20
    /// The maximum number of profiles in a file, because a check loads the file with each of them.
    private static let profileLimit = 100

    /// The environment variable that selects the profile, without its prefix.
    static let profileVariable = "PROFILE"

    /// The keys that only a file can contain. `variable` is the corresponding environment variable, without its prefix.
    package static let keys: [(name: String, variable: String?, summary: String)] = [
        ("$schema", nil, "The JSON Schema of this file, for editors."),
        (
            "extends", nil,
            "The path of another settings file, relative to this one. It supplies every key that this file doesn't have."
        ),
        (
            "profiles", profileVariable,
            "Profiles by name. The program or ENDPOINTKIT_PROFILE chooses one, whose keys replace those of the file."
        ),
        ("app", "APP_…", "The application's own settings, by their declared names. A profile may have them too."),
    ]

    /// nil for a file with invalid syntax.
    init?(
        name: String?, bytes: [UInt8], paths: ConfigurationPaths, root: ConfigurationGroup, _ problems: inout [ConfigurationProblem]
    ) {
        let source = ConfigurationSource(name: name, bytes: bytes)
        self.name = name
        origin = source.origin(at: 0)
        let count = problems.count
        guard let node = source.node(&problems) else { return nil }
        isWhole = problems.count == count
        var reader = ConfigurationReader(paths: paths, root: root) { source.origin(at: $0) }
        reader.read(node, besides: Self.keys.map(\.name))
        if case .object(let members) = node.content {
            for member in members { readOwn(member, source, paths, &reader) }
        }
        entries = reader.entries
        problems += reader.problems
        var settingCount = reader.count
        for profile in profileNodes(of: node) {
            var own = ConfigurationReader(paths: paths, root: root, count: settingCount) { source.origin(at: $0, profile: profile.name) }
            if case .null = profile.value.content { continue }
            if profiles.count == Self.profileLimit {
                own.report(at: profile.offset, "", "at most \(Self.profileLimit) profiles", "more", nil)
                problems += own.problems
                isWhole = false
                break
            }
            if own.mayRead(profile.value) { own.read(profile.value) }
            problems += own.problems
            profiles.append((profile.name, own.entries))
            settingCount = own.count
        }
        isWhole = isWhole && settingCount <= ConfigurationReader.limit
    }

    private mutating func readOwn(
        _ member: ConfigurationNode.Member, _ source: ConfigurationSource, _ paths: ConfigurationPaths, _ reader: inout ConfigurationReader
    ) {
        func report(_ expected: String) {
            if case .unreadable = member.value.content { return }
            reader.report(at: member.value.offset, member.name, expected, member.value.excerpt, nil)
        }
        switch (member.name, member.value.content) {
        case ("$schema", .text), ("$schema", .null), ("extends", .null), ("profiles", .null): break
        case ("profiles", .object): profilesOrigin = source.origin(at: member.value.offset)
        case ("$schema", _): report("a string")
        case ("extends", .text(let path)) where !path.isEmpty && !path.utf8.contains(0):
            base = (path, source.origin(at: member.value.offset))
        case ("extends", _): report("the path of a file")
        case ("profiles", _): report("an object")
        default: break
        }
    }

    /// The names of the environment variables to which the file refers, including those in profiles.
    var variables: [String] {
        (entries + profiles.flatMap(\.entries)).flatMap { $0.value?.references ?? [] }.compactMap {
            if case .variable(let name) = $0 { name } else { nil }
        }
    }

    private func profileNodes(of node: ConfigurationNode) -> [ConfigurationNode.Member] {
        guard case .object(let members) = node.content, let profiles = members.first(where: { $0.name == "profiles" }),
            case .object(let nodes) = profiles.value.content
        else { return [] }
        return nodes
    }
}
