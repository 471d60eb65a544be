internal import EndpointKit

/// A program's name and commands, for the parser and the help.
package struct ProgramSpec<Context: Sendable>: Sendable {
    package var name: String
    package var version: String?
    /// A few lines for the help: what the program does, and where it finds its settings.
    package var summary: String
    /// A program with one command may leave that command's name empty.
    package var commands: [any Command<Context>.Type]
    /// The variables that the program reads, with their meanings.
    package var environment: [(name: String, meaning: String)]

    package init(
        name: String, version: String? = nil, summary: String, commands: [any Command<Context>.Type],
        environment: [(name: String, meaning: String)] = []
    ) {
        self.name = name
        self.version = version
        self.summary = summary
        self.commands = commands
        self.environment = environment
    }

    /// Runs the command that the arguments name, or writes the help or the version. Never throws: a failure is a line on the error stream
    /// for each problem, and an exit code.
    ///
    /// - Parameter failure: what the program makes of an error that is no ``Failure`` yet.
    package func run(
        _ arguments: [String], in context: Context, console: Console, failure: (any Error) -> Failure = { Failure($0) }
    ) async -> ExitCode {
        do {
            switch try invocation(arguments) {
            case .version(let version): try console.write("\(name) \(version)\n")
            case .help(let commands):
                try console.write(commands.isEmpty ? help : commands.map(help(for:)).joined(separator: "\n"))
            case .command(let command): try await command.run(in: context)
            }
            return .ok
        } catch is BrokenPipe {
            // The reader of the output needs no more of it: `marvel characters | head -1`.
            return .ok
        } catch {
            let failure = error as? Failure ?? failure(error)
            for line in failure.lines { console.report("\(name): \(line)") }
            return failure.code
        }
    }
}

extension ProgramSpec {
    /// The command, or the help or version, that the arguments ask for.
    private enum Invocation {
        case version(String)
        /// The help of commands; of none for the whole program.
        case help([CommandSpec])
        case command(any Command<Context>)
    }

    /// The command of a program that has only one, and no name for it.
    var only: (any Command<Context>.Type)? { commands.first { $0.spec.name.isEmpty } }

    private var hint: String { "See \(name) --help." }

    private func invocation(_ arguments: [String]) throws -> Invocation {
        guard let first = arguments.first ?? only.map({ _ in "" }) else { throw Failure.usage("A command is missing. \(hint)") }
        var rest = arguments.dropFirst()
        switch (first, version) {
        case ("--version", let version?): return .version(version)
        case ("--help", _), ("-h", _): return .help([])
        case ("help", _) where only == nil: return .help(try rest.first == nil ? [] : group(rest) ?? [command(&rest).spec])
        default:
            if let group = group(arguments[...]), arguments.count > 1 { return .help(group) }
            rest = arguments[...]
            let command = try command(&rest)
            if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
                return .help(only == nil ? [command.spec] : [])
            }
            return .command(try command.init(try command.spec.parse(rest)))
        }
    }

    /// The commands whose first word is the only argument, but for a request for help; nil for none.
    private func group(_ arguments: ArraySlice<String>) -> [CommandSpec]? {
        guard let name = arguments.first, arguments.dropFirst().allSatisfy({ $0 == "--help" || $0 == "-h" }) else { return nil }
        let group = commands.map { $0.spec }.filter { $0.name.hasPrefix(name + " ") }
        return group.isEmpty ? nil : group
    }

    /// Removes the command's name, of one or two words, from the arguments.
    private func command(_ arguments: inout ArraySlice<String>) throws -> any Command<Context>.Type {
        if let only { return only }
        let name = arguments.popFirst() ?? ""
        if let command = commands.first(where: { $0.spec.name == name }) { return command }
        let parts = commands.map { $0.spec.name.split(separator: " ").map(String.init) }.filter { $0.count == 2 && $0[0] == name }.map {
            $0[1]
        }
        if !parts.isEmpty {
            let part = arguments.popFirst() ?? ""
            if let command = commands.first(where: { $0.spec.name == "\(name) \(part)" }) { return command }
            throw Failure.usage("\(self.name) \(name) needs one of \(parts.joined(separator: ", ")). \(hint)")
        }
        let isOption = name.hasPrefix("-")
        let known = isOption ? ["--help"] + (version == nil ? [] : ["--version"]) : commands.map { $0.spec.name }
        let suggestion = Spelling.suggestion(for: name, among: known)
        throw Failure.usage("\(self.name) has no \(isOption ? "option \(name)" : "command \"\(name)\"")\(suggestion). \(hint)")
    }
}
