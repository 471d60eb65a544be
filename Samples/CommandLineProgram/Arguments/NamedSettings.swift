package import EndpointKit

/// The settings file and the profile that the arguments name.
///
/// No file of the working directory is read unless it is named: it may be someone else's, and a settings file says which host gets which
/// of the user's secrets.
package struct NamedSettings: Equatable, Sendable {
    /// The path of the file; nil for the user's own file, where there is one.
    package var path: String?
    package var profile: String?

    /// The options that the program of this name takes.
    package static func options(_ program: String) -> [Option] {
        [
            Option("config", "<file>", "the settings file (~/.config/\(program)/config.json where that is, else built-in settings)"),
            Option("profile", "<name>", "the profile of the settings file to use"),
        ]
    }

    /// Throws a usage ``Failure`` for invalid arguments.
    package init(_ arguments: ParsedArguments) throws {
        path = try arguments.text("config")
        profile = try arguments.text("profile")
    }

    /// Loads the file, wherever the program was started, with the variables that begin with the program's name; nil where neither a file is
    /// named nor the user has one. Throws the errors of loading, and a ``Failure`` for a profile without a file.
    package func load(_ program: String, environment: [String: String]) throws -> APIConfiguration? {
        guard let file = path ?? Self.userFile(program, environment) else {
            guard let profile else { return nil }
            throw Failure(.configuration, "There is no settings file, so no profile \"\(profile)\". Name a file with --config.")
        }
        return try APIConfiguration(
            contentsOf: URL(filePath: file), profile: profile, environment: environment,
            options: ConfigurationOptions(variablePrefix: program.uppercased() + "_"))
    }

    /// A file that is there but can't be read counts, so that it is an error and not ignored.
    private static func userFile(_ program: String, _ environment: [String: String]) -> String? {
        guard let home = environment["HOME"], !home.isEmpty else { return nil }
        let file = "\(home)/.config/\(program)/config.json"
        return System.exists(file) ? file : nil
    }
}
