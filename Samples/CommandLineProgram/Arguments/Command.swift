/// A command, described once: the parser, the help, the errors, the completions and the manual page come from this value.
///
/// A command may have subcommands. Their names come after its arguments: `marvel characters <id> comics`.
package struct Command<Context: Sendable>: Sendable {
    package var name: String
    /// One line without a full stop, such as "lists characters".
    package var summary: String
    package var arguments: [Argument]
    package var options: [Option]
    package var commands: [Command]
    /// Whether the help leaves out the command.
    package var isHidden = false
    /// nil for a command that requires a subcommand.
    package var run: (@Sendable (Arguments, Context) async throws -> Void)?

    package init(
        _ name: String, _ summary: String, arguments: [Argument] = [], options: [Option] = [], commands: [Command] = [],
        run: (@Sendable (Arguments, Context) async throws -> Void)? = nil
    ) {
        self.name = name
        self.summary = summary
        self.arguments = arguments
        self.options = options
        self.commands = commands
        self.run = run
    }

    /// The command and its subcommands at every level.
    package var all: [Command] { [self] + commands.flatMap(\.all) }

    func command(_ name: String) -> Command? { commands.first { $0.name == name } }
    func option(_ name: some StringProtocol) -> Option? { options.first { $0.name == name } }
    func option(short: Character) -> Option? { options.first { $0.short == short } }
}

/// The environment in which a program runs.
package protocol ProgramContext: Sendable {
    var console: Console { get set }
    var environment: [String: String] { get }
    /// The profiles in the settings file at a path, to complete `--profile`. A nil path means the file that is used without `--config`.
    /// Empty by default.
    func profiles(of file: String?) -> [String]
}

extension ProgramContext {
    package func profiles(of file: String?) -> [String] { [] }
}
