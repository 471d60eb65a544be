package import EndpointKit

/// The settings file and the profile to use. The file is named by `--config` or a variable such as `MARVEL_CONFIG`; otherwise it is the
/// user's own file.
///
/// A file in the working directory is read only if it is named. It may be someone else's, and a settings file decides which of the
/// user's secrets are sent to which host.
package struct NamedSettings: Sendable {
    /// The file to load; nil if none is named and the user has none.
    package let file: URL?
    package let profile: String?

    /// The options of the program with this name.
    package static func options(_ program: String) -> [Option] {
        let place = "\(variable(of: program)), else ~/.config/\(program)/config.json if it exists, else built-in settings"
        return [
            Option("config", .file, "the settings file (\(place))"), Option("profile", .profile, "the profile of the settings file to use"),
        ].section(.calls)
    }

    /// The variable that names a file if `--config` doesn't.
    package static func variable(of program: String) -> String { "\(program.uppercased())_CONFIG" }

    /// Throws a ``Failure`` for a profile without a file.
    ///
    /// - Parameter folder: the folder to which a path is relative; nil for the working directory.
    package init(_ arguments: Arguments, of program: String, _ environment: [String: String], in folder: URL? = nil) throws {
        file = Self.file(arguments["config"], of: program, environment, in: folder)
        profile = arguments["profile"]
        if file == nil, let profile {
            throw Failure(.configuration, "There is no settings file, so there is no profile \"\(profile)\". Name a file with --config.")
        }
    }

    /// Loads the file, with the variables that begin with the program's name; nil without a file. The working directory has no effect.
    package func load(_ program: String, environment: [String: String]) throws -> APIConfiguration? {
        guard let file else { return nil }
        var options = ConfigurationOptions(variablePrefix: program.uppercased() + "_")
        options.defaults = #"{ "appVersion": "\#(packageVersion)" }"#
        return try APIConfiguration(contentsOf: file, profile: profile, environment: environment, options: options)
    }

    /// The profiles in the file at a path or, without a path, in the default file; empty if the file can't be read.
    package static func profiles(
        of path: String?, _ program: String, _ environment: [String: String], in folder: URL? = nil
    ) -> [String] {
        file(path, of: program, environment, in: folder).map { APIConfiguration.profileNames(inContentsOf: $0) } ?? []
    }

    private static func file(_ path: String?, of program: String, _ environment: [String: String], in folder: URL?) -> URL? {
        let named = path ?? environment[variable(of: program)].flatMap { $0.isEmpty ? nil : $0 }
        return (named ?? userFile(program, environment)).map { URL(filePath: $0, relativeTo: folder) }
    }

    /// The user's own file, in XDG_CONFIG_HOME or otherwise in ~/.config (XDG Base Directory Specification); nil if there is none. A file
    /// that can't be read is returned too, so that it becomes an error instead of being ignored.
    private static func userFile(_ program: String, _ environment: [String: String]) -> String? {
        func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        guard let folder = folder("XDG_CONFIG_HOME") ?? folder("HOME").map({ "\($0)/.config" }) else { return nil }
        let file = "\(folder)/\(program)/config.json"
        return FileSystem.isAbsent(file) ? nil : file
    }
}
