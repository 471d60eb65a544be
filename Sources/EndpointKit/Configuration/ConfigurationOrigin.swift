/// Where a setting came from.
public enum ConfigurationOrigin: Hashable, Sendable {
    /// Set by the program.
    case code
    /// The name of an environment variable.
    case environment(String)
    /// A file as it was named, with the place in it; both count from 1, the column in characters. A binary property list has no places.
    case file(String, line: Int? = nil, column: Int? = nil, profile: String? = nil)
    case `default`
}

extension ConfigurationOrigin: CustomStringConvertible {
    /// `Config/marvel.json:7:14 (profile local)`, the name of the variable, `code` or `default`.
    public var description: String {
        guard case .file(_, _, _, let profile?) = self else { return place }
        return "\(place) (profile \(profile))"
    }

    var place: String {
        switch self {
        case .code: "code"
        case .environment(let variable): variable
        case .file(let name, let line?, let column?, _): "\(name):\(line):\(column)"
        case .file(let name, _, _, _): name
        case .default: "default"
        }
    }
}
