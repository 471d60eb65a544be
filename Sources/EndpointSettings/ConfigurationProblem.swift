/// An error or a warning in a configuration. It shows no secrets.
public struct ConfigurationProblem: Hashable, Sendable {
    /// The file with line and column, or the environment variable.
    public var origin: ConfigurationOrigin
    /// The key without its profile, such as `retry.maxAttempts`; empty for a problem with the whole file.
    public var key: String
    /// The expected value and the value that was found, without a full stop.
    public var message: String
    /// A correction, as it would be written in the file; nil if there is none.
    public var suggestion: String?
    /// The name of the unset or empty environment variable that a secret refers to; nil for other problems, and
    /// for a string that may be the secret itself.
    public var missingVariable: String?

    /// A problem without a key concerns the whole file.
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
        // A key may contain any text.
        return parts.filter { !$0.isEmpty }.joined(separator: ": ").visibleLine(limit: .max)
    }

    /// The key as written in the file, with its profile.
    private var path: String {
        guard case .file(_, _, _, let profile?) = origin else { return key }
        let place = "profiles.\(ConfigurationNode.shown(key: profile))"
        return key.isEmpty ? place : "\(place).\(key)"
    }
}

/// All problems in a configuration, file by file and from top to bottom. It is the `underlying` error of an ``APIError`` of code
/// ``APIError/Code/configuration``.
package struct ConfigurationError: Error, Sendable, CustomStringConvertible {
    /// The problems, without warnings.
    package var problems: [ConfigurationProblem]

    /// Expects the problems in the order in which they are to be shown.
    package init(problems: [ConfigurationProblem]) { self.problems = problems }

    /// The problems, one in each line.
    package var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension APIError {
    /// The problems in the configuration; empty for other errors.
    public var configurationProblems: [ConfigurationProblem] { (underlying as? ConfigurationError)?.problems ?? [] }

    init(_ problems: [ConfigurationProblem]) {
        let error = ConfigurationError(problems: problems)
        let count = problems.count == 1 ? "" : "\(problems.count) problems:\n"
        self.init(.configuration, count + error.description, underlying: error)
    }
}

/// The source of a setting.
public enum ConfigurationOrigin: Hashable, Sendable {
    /// Set by the program.
    case code
    /// An environment variable, by its name.
    case environment(String)
    /// A file, by the name it was given. Lines and columns start at 1, and columns are counted in characters. A property list has neither.
    case file(String, line: Int? = nil, column: Int? = nil, profile: String? = nil)
    /// No source sets it, so the key's default applies.
    case `default`
}

extension ConfigurationOrigin: CustomStringConvertible {
    /// `Config/marvel.json:7:14 (profile local)`, the variable's name, `code` or `default`.
    public var description: String {
        guard case .file(_, _, _, let profile?) = self else { return place }
        return "\(place) (profile \(ConfigurationNode.shown(key: profile)))"
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
