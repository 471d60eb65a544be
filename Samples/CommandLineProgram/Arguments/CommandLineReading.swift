internal import EndpointKit

/// Reads the arguments one after the other: which command they name, and its values. The completions read a line that isn't whole yet, and
/// the help one that may be wrong, so a problem is kept until the end.
struct CommandLineReading<Context: ProgramContext> {
    private let title: String
    /// The program and the commands that are named so far, each below the one before.
    private(set) var path: [Command<Context>]
    /// The option whose value comes next.
    private(set) var awaiting: Option?
    private(set) var asksForHelp = false
    private var words: [String: [String]] = [:]
    /// The options as they are written, with their names and values.
    private var given: [(written: String, name: String, value: String?)] = []
    private var problem: Failure?
    /// Whether `--` has ended the options.
    private(set) var isOver = false

    init(_ program: Program<Context>, _ arguments: some Sequence<String>) {
        path = [program.root]
        title = program.name
        for argument in arguments { take(argument) }
    }

    var command: Command<Context> { path[path.count - 1] }
    func has(_ name: String) -> Bool { given.contains { $0.name == name } }
    /// The text of an option, which may be invalid.
    func value(of name: String) -> String? { given.first { $0.name == name }?.value }

    /// The argument that the next word would be.
    var nextArgument: Argument? {
        command.arguments.first { words[$0.name] == nil } ?? command.arguments.last.flatMap { $0.isRepeated ? $0 : nil }
    }

    /// The options of the command, and those of all commands.
    var options: [Option] { command.options + Program<Context>.options }

    /// The options that may come next: before a command is named, those of every command, each name once.
    var possibleOptions: [Option] {
        let all = options + (command.run == nil ? command.commands.filter { !$0.isHidden }.flatMap(\.all).flatMap(\.options) : [])
        var names: Set<String> = []
        return all.filter { names.insert($0.name).inserted }.filter { option in
            if case .without(let argument, _) = option.use { words[argument] == nil } else { true }
        }
    }

    /// The words of an argument so far.
    func words(of argument: String) -> [String] { words[argument] ?? [] }

    /// The command's closure and the arguments to call it with. Throws a usage ``Failure`` for the first problem.
    func result() throws -> (run: @Sendable (Arguments, Context) async throws -> Void, arguments: Arguments) {
        if let problem { throw problem }
        if let awaiting { throw Failure.usage("--\(awaiting.name) needs a value, \(awaiting.kind?.placeholder ?? ""). \(hint)") }
        var values = words
        for option in given {
            guard let known = options.first(where: { $0.name == option.name }), (known.kind == nil) == (option.value == nil) else {
                throw unknownOption(option.written)
            }
            if let value = option.value, let problem = known.kind?.problem(of: value) {
                throw Failure.usage("--\(known.name) \(problem).")
            }
            switch known.use {
            case .with(let argument) where words[argument] == nil: throw Failure.usage("--\(known.name) needs <\(argument)>. \(hint)")
            case .without(let argument, let reason) where words[argument] != nil:
                throw Failure.usage("--\(known.name) \(reason). \(hint)")
            default: values[option.name] = [option.value ?? ""]
            }
        }
        guard let run = command.run else {
            if path.count == 1 { throw Failure.usage("A command is missing. \(hint)") }
            let names = command.commands.map(\.name).joined(separator: ", ")
            throw Failure.usage("\(Self.title(of: path)) needs one of \(names). \(hint)")
        }
        for argument in path.flatMap(\.arguments) {
            guard let texts = words[argument.name] else {
                if argument.isOptional { continue }
                throw Failure.usage("<\(argument.name)> is missing. \(hint)")
            }
            for text in texts {
                if let problem = argument.kind.problem(of: text) { throw Failure.usage("<\(argument.name)> \(problem).") }
            }
        }
        let standards = options.compactMap { option in option.standard.map { (option.name, $0) } }
        return (
            run,
            Arguments(title: Self.title(of: path), given: values, standards: Dictionary(standards) { first, _ in first })
        )
    }

    static func title(of path: [Command<Context>]) -> String { path.map(\.name).joined(separator: " ") }

    static func unknownCommand(_ name: String, below path: [Command<Context>]) -> Failure {
        let known = path.last?.commands.filter { !$0.isHidden }.map(\.name) ?? []
        let suggestion = Spelling.suggestion(for: name, among: known)
        return .usage("\(title(of: path)) has no command \"\(name)\"\(suggestion). See \(title(of: path)) --help.")
    }

    private var hint: String { "See \(Self.title(of: path)) --help." }
}

extension CommandLineReading {
    private mutating func take(_ argument: String) {
        if let option = awaiting {
            awaiting = nil
            if isValue(argument) { return add(option, "--\(option.name)", argument) }
            note(.usage("--\(option.name) needs a value, \(option.kind?.placeholder ?? ""). \(hint)"))
        }
        if isOver || argument == "-" || !argument.hasPrefix("-") {
            takeWord(argument)
        } else if argument == "--" {
            isOver = true
        } else if argument.hasPrefix("--") {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            takeOption(known { $0.option(parts[0].dropFirst(2)) }, String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
        } else {
            takeShort(argument.dropFirst())
        }
    }

    /// `-o`, `-oFILE`, `-o=FILE`, or several flags at once.
    private mutating func takeShort(_ letters: Substring) {
        guard let letter = letters.first else { return }
        let rest = letters.dropFirst()
        let option = known { $0.option(short: letter) }
        if option?.takesWord != true, rest.first != "=" {
            takeOption(option, "-\(letter)", nil)
            if option != nil { takeShort(rest) }
        } else {
            takeOption(option, "-\(letter)", rest.isEmpty ? nil : String(rest.first == "=" ? rest.dropFirst() : rest))
        }
    }

    private mutating func takeOption(_ option: Option?, _ written: String, _ value: String?) {
        guard let option else { return note(unknownOption(written)) }
        if option.name == "help" {
            asksForHelp = true
        } else if option.kind == nil, value != nil {
            note(.usage("\(written) takes no value. \(hint)"))
        } else if !option.takesWord || value != nil {
            add(option, written, value ?? (option.kind == .boolean ? "true" : nil))
        } else {
            awaiting = option
        }
    }

    private mutating func add(_ option: Option, _ written: String, _ value: String?) {
        if has(option.name) { note(.usage("\(written) is given twice. \(hint)")) }
        given.append((written, option.name, value))
    }

    private mutating func takeWord(_ word: String) {
        if let argument = nextArgument {
            words[argument.name, default: []].append(word)
        } else if let next = command.command(word) {
            path.append(next)
        } else if isOver || command.commands.isEmpty {
            note(.usage("\"\(word)\" is one argument too many. \(hint)"))
        } else {
            note(Self.unknownCommand(word, below: path))
        }
    }

    private mutating func note(_ failure: Failure) { problem = problem ?? failure }

    /// An option of the command; or, where its name may still come, of one below.
    func known(_ find: (Command<Context>) -> Option?) -> Option? {
        find(Command(title, "", options: options)) ?? command.all.lazy.compactMap(find).first
    }

    /// A value may begin with a dash, as in `--order-by -name`, but may not be another option.
    private func isValue(_ argument: String) -> Bool {
        guard argument.hasPrefix("-"), argument != "-" else { return true }
        let letters = argument.dropFirst()
        return !argument.hasPrefix("--") && (letters.count != 1 || known { $0.option(short: letters[letters.startIndex]) } == nil)
    }

    private func unknownOption(_ written: String) -> Failure {
        let known = possibleOptions.map { "--\($0.name)" }
        return .usage("\(Self.title(of: path)) has no option \(written)\(Spelling.suggestion(for: written, among: known)). \(hint)")
    }
}
