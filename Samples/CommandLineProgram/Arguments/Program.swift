internal import EndpointKit

/// A program: its commands, and the rest of the text in its help.
package struct Program<Context: ProgramContext>: Sendable {
    package var name: String
    package var version: String
    /// A few sentences for the help: what the program does, and where it finds its settings.
    package var about: String
    /// The variables that the program reads, with their meanings.
    package var environment: [(name: String, meaning: String)]
    private let main: Command<Context>

    /// Creates a program with commands, or with a single unnamed command, which has these `options` and calls `run`.
    package init(
        _ name: String, version: String = packageVersion, _ summary: String, about: String,
        environment: [(name: String, meaning: String)] = [],
        options: [Option] = [], commands: [Command<Context>] = [], run: (@Sendable (Arguments, Context) async throws -> Void)? = nil
    ) {
        self.name = name
        self.version = version
        self.about = about
        self.environment = environment
        main = Command(name, summary, options: options, commands: commands, run: run)
    }

    /// The unnamed command, which contains all others.
    package var root: Command<Context> {
        var root = main
        root.options.append(versionOption)
        root.commands += [helpCommand, completionsCommand, manualCommand, candidatesCommand]
        return root
    }

    /// The options that all commands have.
    static var options: [Option] {
        [
            Option("color", .choice(ColourChoice.self), "when to use colors", standard: ColourChoice.auto.rawValue),
            Option(flag: "quiet", short: "q", "no notes; only failures and the required attribution"),
            Option(flag: "help", short: "h", "explain the command"),
        ].section(.program)
    }

    private var versionOption: Option { Option(flag: "version", "print the program's version") }

    /// Runs the command that the arguments name, or writes the help or the version. Never throws: a failure becomes an exit code, and a line
    /// on the error stream for each problem, or a JSON document after `--output json` or `ndjson`.
    ///
    /// - Parameter failure: turns an error that isn't a ``Failure`` into one.
    package nonisolated(nonsending) func run(
        _ arguments: [String], in context: Context, failure: @escaping @Sendable (any Error) -> Failure = { Failure($0) }
    ) async -> ExitCode {
        let line = CommandLineReading(self, arguments)
        var context = context
        context.console.prepare(
            ColourChoice(rawValue: line.value(of: "color")?.lowercased() ?? "") ?? .auto, isQuiet: line.has("quiet"),
            format: OutputFormat(rawValue: line.value(of: "output")?.lowercased() ?? ""), environment: context.environment)
        if line.asksForHelp {
            return await outcome(in: context, failure) { try $0.console.write(help(for: line.path, console: $0.console)) }
        }
        if line.has("version"), line.path.count == 1 {
            return await outcome(in: context, failure) { try $0.console.write("\(name) \(version)\n") }
        }
        let start = await outcome(in: context, failure) { _ in try System.checkDescriptors(for: name) }
        if start != .ok { return start }
        // A command that only prints ends quickly, so it doesn't have to be cancelled.
        return await RunningProcess.interruptible { [context] in
            await outcome(in: context, failure) { context in
                let (command, arguments) = try line.result()
                try await command(arguments, context)
            }
        }
    }

    private nonisolated(nonsending) func outcome(
        in context: Context, _ failure: (any Error) -> Failure, of body: nonisolated(nonsending) (Context) async throws -> Void
    ) async -> ExitCode {
        do {
            try await body(context)
            return .ok
        } catch is BrokenPipe {
            // The reader has closed the output, as in `marvel characters | head -1`.
            return .ok
        } catch {
            let failure = error as? Failure ?? failure(error)
            context.console.report(failure, of: name)
            return failure.code
        }
    }
}

// Every program has these commands.
extension Program {
    var helpCommand: Command<Context> {
        let words = Argument("command", .text, "the command; none for the whole program", isOptional: true, isRepeated: true)
        return Command("help", "explains the program or a command", arguments: [words]) { arguments, context in
            var path = [root]
            for name in arguments.all("command") {
                guard let next = path.last?.command(name) else { throw CommandLineReading.unknownCommand(name, below: path) }
                path.append(next)
            }
            try context.console.write(help(for: path, console: context.console))
        }
    }

    private var completionsCommand: Command<Context> {
        let shell = Argument("shell", .choice(Shell.self), "the shell: \(Shell.allCases.map(\.rawValue).joined(separator: ", "))")
        return Command("completions", "prints the completions for a shell, to be read when it starts", arguments: [shell]) {
            arguments, context in
            if let shell = arguments.choice("shell", of: Shell.self) { try context.console.write(shell.script(for: name)) }
        }
    }

    private var manualCommand: Command<Context> {
        Command("manual", "prints the manual page: \(name) manual | man -l -") { _, context in
            try context.console.write(manual)
        }
    }

    /// The hidden command that the shells' scripts call with the words of a line, up to the word to complete.
    private var candidatesCommand: Command<Context> {
        let words = Argument("words", .any, "the words up to the cursor", isOptional: true, isRepeated: true)
        var command = Command<Context>(Shell.command, "lists what may come next", arguments: [words]) { arguments, context in
            let found = candidates(after: arguments.all("words")) { context.profiles(of: $0) }
            try context.console.write(found.map { "\($0)\n" }.joined())
        }
        command.isHidden = true
        return command
    }
}
