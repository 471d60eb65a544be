internal import EndpointKit

/// The command, or the help or version, that the arguments ask for.
enum Invocation {
    case version
    /// The help of one command; nil for the whole program.
    case help(CommandSpec?)
    case command(any Command)

    static let commands: [any Command.Type] = [
        CharactersCommand.self, CharacterCommand.self, ImageCommand.self, ServeCommand.self, ConfigShowCommand.self,
        ConfigCheckCommand.self,
    ]

    init(_ arguments: [String]) throws {
        guard let first = arguments.first else { throw Failure.usage("A command is missing. See marvel --help.") }
        var rest = arguments.dropFirst()
        switch first {
        case "--version": self = .version
        case "--help", "-h": self = .help(nil)
        case "help": self = .help(try rest.first == nil ? nil : Self.command(&rest).spec)
        default:
            rest = arguments[...]
            let command = try Self.command(&rest)
            if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
                self = .help(command.spec)
            } else {
                self = .command(try command.init(try command.spec.parse(rest)))
            }
        }
    }

    /// Removes the command's name, of one or two words, from the arguments.
    private static func command(_ arguments: inout ArraySlice<String>) throws -> any Command.Type {
        let name = arguments.popFirst() ?? ""
        if let command = commands.first(where: { $0.spec.name == name }) { return command }
        let parts = commands.map { $0.spec.name.split(separator: " ").map(String.init) }.filter { $0.count == 2 && $0[0] == name }.map {
            $0[1]
        }
        if !parts.isEmpty {
            let part = arguments.popFirst() ?? ""
            if let command = commands.first(where: { $0.spec.name == "\(name) \(part)" }) { return command }
            throw Failure.usage("marvel \(name) needs one of \(parts.joined(separator: ", ")). See marvel --help.")
        }
        let isOption = name.hasPrefix("-")
        let known = isOption ? ["--help", "--version"] : commands.map { $0.spec.name }
        let suggestion = Spelling.suggestion(for: name, among: known)
        throw Failure.usage(
            "marvel has no \(isOption ? "option \(name)" : "command \"\(name)\"")\(suggestion). See marvel --help.")
    }
}
