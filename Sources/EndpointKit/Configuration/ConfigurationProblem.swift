/// Something that is wrong with a configuration, or that someone should look at. It shows no secret.
public struct ConfigurationProblem: Hashable, Sendable {
    /// The file and the place in it, or the environment variable.
    public var origin: ConfigurationOrigin
    /// `retry.maxAttempts`, also inside a profile; empty for what concerns the file as a whole.
    public var key: String
    /// What was expected and what was found, without a full stop.
    public var message: String
    /// What may have been meant, as it would stand in the file.
    public var suggestion: String?
    /// The environment variable that a secret refers to, and that isn't set.
    public var missingVariable: String?

    public init(
        origin: ConfigurationOrigin, key: String = "", message: String, suggestion: String? = nil, missingVariable: String? = nil
    ) {
        self.origin = origin
        self.key = key
        self.message = message
        self.suggestion = suggestion
        self.missingVariable = missingVariable
    }
}

extension ConfigurationProblem: CustomStringConvertible {
    /// One line: `marvel.json:5:21: requestTimeout: expected a duration such as "500ms" or "30s", found "30"; did you mean "30s"?`
    public var description: String {
        let parts = [origin.place, path, message + (suggestion.map { "; did you mean \($0)?" } ?? "")]
        let line = parts.filter { !$0.isEmpty }.joined(separator: ": ")
        // A key may be any text.
        return String(String.UnicodeScalarView(line.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
    }

    /// As the file has it.
    private var path: String {
        guard case .file(_, _, _, let profile?) = origin else { return key }
        return key.isEmpty ? "profiles.\(profile)" : "profiles.\(profile).\(key)"
    }
}

/// Everything that is wrong with a configuration, file by file and from top to bottom. It is what an ``APIError`` of code
/// ``APIError/Code/configuration`` has underneath.
public struct ConfigurationError: Error, Sendable, CustomStringConvertible {
    public var problems: [ConfigurationProblem]

    public init(problems: [ConfigurationProblem]) { self.problems = problems }

    /// One problem a line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension APIError {
    /// What is wrong with the configuration, where that is why it was thrown.
    public var configurationProblems: [ConfigurationProblem] { (underlying as? ConfigurationError)?.problems ?? [] }

    init(_ problems: [ConfigurationProblem]) {
        let error = ConfigurationError(problems: problems)
        let count = problems.count == 1 ? "" : "\(problems.count) problems:\n"
        self.init(.configuration, count + error.description, underlying: error)
    }
}

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
