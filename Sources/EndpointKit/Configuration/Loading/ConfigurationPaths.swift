/// What paths in settings are relative to.
struct ConfigurationPaths: Sendable {
    /// Of the file that names them.
    let folder: String
    let home: String

    /// Absolute where `folder` and `home` are.
    func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        if path == "~" { return home }
        if path.hasPrefix("~/") { return home + path.dropFirst() }
        return folder.isEmpty ? path : folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
    }

    func resolved(_ value: ConfigurationValue, _ kind: ConfigurationKind) -> ConfigurationValue {
        switch (kind, value) {
        case (.file, .text(let path)): .text(absolute(path))
        case (_, .secret(.file(let path))): .secret(.file(absolute(path)))
        default: value
        }
    }
}
