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
    ///
    /// - Parameter place: where the program looks for a file that isn't named.
    package static func options(_ program: String, place: String? = nil) -> [Option] {
        let place = place ?? "~/.config/\(program)/config.json where that is, else built-in settings"
        return [
            Option("config", .file, "the settings file (\(place))"), Option("profile", .profile, "the profile of the settings file to use"),
        ].section(.calls)
    }

    package init(_ arguments: Arguments) {
        path = arguments["config"]
        profile = arguments["profile"]
    }

    package init() {}

    /// Loads the file, wherever the program was started, with the variables that begin with the program's name; nil where neither a file is
    /// named nor the user has one. Throws the errors of loading, and a ``Failure`` for a profile without a file.
    package func load(_ program: String, environment: [String: String]) throws -> APIConfiguration? {
        guard let file = path ?? Self.userFile(program, environment) else {
            guard let profile else { return nil }
            throw Failure(.configuration, "There is no settings file, so no profile \"\(profile)\". Name a file with --config.")
        }
        var options = ConfigurationOptions(variablePrefix: program.uppercased() + "_")
        options.defaults = #"{ "appVersion": "\#(packageVersion)" }"#
        return try APIConfiguration(contentsOf: URL(filePath: file), profile: profile, environment: environment, options: options)
    }

    /// The profiles of the file at a path, or of the user's own file; none where it can't be read.
    package static func profiles(of file: String?, _ program: String, _ environment: [String: String]) -> [String] {
        (file ?? userFile(program, environment)).map { APIConfiguration.profileNames(inContentsOf: URL(filePath: $0)) } ?? []
    }

    /// The user's own file, in XDG_CONFIG_HOME or else in ~/.config (XDG Base Directory Specification); nil for none. One that is there but
    /// can't be read counts, so that it is an error and not ignored.
    package static func userFile(_ program: String, _ environment: [String: String]) -> String? {
        func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        guard let folder = folder("XDG_CONFIG_HOME") ?? folder("HOME").map({ "\($0)/.config" }) else { return nil }
        let file = "\(folder)/\(program)/config.json"
        return FileSystem.isAbsent(file) ? nil : file
    }
}
