internal import CommandLineProgram
internal import EndpointKit

/// The program: it takes arguments and returns an exit code.
struct Marvel: Sendable {
    static let name = "marvel"
    static let version = "0.1.0"

    var console: Console
    var environment: [String: String]
    /// The clock for the waits between two attempts.
    var clock: any Clock<Duration> = ContinuousClock()
    /// The folder to which the paths of settings files are relative; nil for the working directory.
    var folder: URL?

    static let spec = ProgramSpec<Marvel>(
        name: name, version: version,
        summary: """
            Shows Marvel's characters. Without keys it runs a gateway of its own on this machine, and asks that.
            Settings are read from Config/marvel.json, or from ~/.config/marvel/config.json. What Config/marvel.json says of variables and files
            counts only with --config Config/marvel.json.
            """,
        commands: [
            CharactersCommand.self, CharacterCommand.self, ImageCommand.self, ServeCommand.self, ConfigShowCommand.self,
            ConfigCheckCommand.self,
        ],
        environment: [
            ("MARVEL_PUBLIC_KEY", "your public key"), ("MARVEL_PRIVATE_KEY", "your private key; it is never sent"),
            ("MARVEL_BASE_URL", "the service's address (https://gateway.marvel.com)"),
            ("MARVEL_REQUEST_TIMEOUT…", "any key of the settings, after MARVEL_"),
        ])

    func run(_ arguments: [String]) async -> ExitCode {
        await Self.spec.run(arguments, in: self, console: console) { Failure(asking: $0) }
    }
}
