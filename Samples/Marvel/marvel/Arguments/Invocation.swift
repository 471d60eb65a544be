/// What the arguments ask for.
enum Invocation {
    case version
    /// nil for the whole program.
    case help(CommandSpec?)
    case command(any Command)

    static let commands: [any Command.Type] = [CharactersCommand.self, CharacterCommand.self, ImageCommand.self, ServeCommand.self]

    init(_ arguments: [String]) throws {
        guard let first = arguments.first else { throw Failure.usage("There is no command. See marvel --help.") }
        let rest = arguments.dropFirst()
        switch first {
        case "--version": self = .version
        case "--help", "-h": self = .help(nil)
        case "help": self = .help(try rest.first.map { try Self.command($0).spec })
        default:
            let command = try Self.command(first)
            if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
                self = .help(command.spec)
            } else {
                self = .command(try command.init(try command.spec.parse(rest)))
            }
        }
    }

    private static func command(_ name: String) throws -> any Command.Type {
        if let command = commands.first(where: { $0.spec.name == name }) { return command }
        let isOption = name.hasPrefix("-")
        let known = isOption ? ["--help", "--version"] : commands.map { $0.spec.name }
        let suggestion = Spelling.suggestion(for: name, among: known)
        throw Failure.usage(
            "\(isOption ? name : "\"\(name)\"") is no \(isOption ? "option" : "command") of marvel\(suggestion). See marvel --help.")
    }
}
