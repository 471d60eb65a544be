internal import EndpointKit

/// Reads the arguments one after the other: the command that they name, and its values. Completions read an unfinished line, and the help
/// may read an invalid one, so problems are reported only at the end.
struct CommandLineReading<Context: ProgramContext> {
    private let title: String
    /// The program and the commands named so far, each a subcommand of the previous one.
    private(set) var path: [Command<Context>]
    /// The option whose value comes next.
    private(set) var awaiting: Option?
    /// The name of that option, as written.
    private var awaitingName = ""
    private(set) var asksForHelp = false
    private var words: [String: [String]] = [:]
    /// The options as written, with their names and values.
    private var given: [Given] = []
    /// The long form of the last word, such as `--quiet`, if that word is a flag without a value.
    private var lastFlag: String?
    private var problem: Failure?
    /// Whether `--` has ended the options.
    private(set) var isOver = false

    private struct Given {
        var written: String
        var name: String
        /// nil for a flag.
        var value: String?
        /// Whether the flag ends in `=false`, which has the same effect as leaving the flag out.
        var isOff = false
    }

    init(_ program: Program<Context>, _ arguments: some Sequence<String>) {
        path = [program.root]
        title = program.name
        for argument in arguments { take(argument) }
    }

    var command: Command<Context> { path[path.count - 1] }
    func has(_ name: String) -> Bool { given.contains { $0.name == name && !$0.isOff } }
    /// The text of an option, which may be invalid.
    func value(of name: String) -> String? { given.first { $0.name == name }?.value }

    /// The argument that the next word would be.
    var nextArgument: Argument? {
        command.arguments.first { words[$0.name] == nil } ?? command.arguments.last.flatMap { $0.isRepeated ? $0 : nil }
    }

    /// The options of the command, and those that every command has.
    var options: [Option] { command.options + Program<Context>.options }

    /// The options that may come next. Before a command is named, these are the options of every command, each name once.
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
        if let awaiting { throw missingValue(of: awaiting) }
        var values = words
        for option in given {
            guard let known = options.first(where: { $0.name == option.name }), (known.kind == nil) == (option.value == nil) else {
                // An option of a subcommand becomes valid once that subcommand is named.
                if command.run == nil, mayCome(option.name) { continue }
                throw unknownOption(option.written)
            }
            if option.isOff { continue }
            let value = option.value.map { known.kind?.canonical($0) ?? $0 }
            if let value, let problem = known.kind?.problem(of: value) { throw Failure.usage("\(option.written) \(problem).") }
            switch known.use {
            case .with(let argument) where words[argument] == nil: throw Failure.usage("\(option.written) needs <\(argument)>. \(hint)")
            case .without(let argument, let reason) where words[argument] != nil:
                throw Failure.usage("\(option.written) \(reason). \(hint)")
            default: values[option.name] = [value ?? ""]
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
            values[argument.name] = try texts.map { text in
                let value = argument.kind.canonical(text)
                if let problem = argument.kind.problem(of: value) { throw Failure.usage("<\(argument.name)> \(problem).") }
                return value
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
        // Swift writes U+FFFD for bytes that aren't UTF-8, so the request would differ from the argument.
        if argument.contains("\u{FFFD}") { note(.usage("\"\(argument)\" has U+FFFD, which replaces bytes that aren't UTF-8. \(hint)")) }
        let flag = lastFlag
        lastFlag = nil
        if let option = awaiting {
            awaiting = nil
            if isValue(argument) { return add(option, awaitingName, argument) }
            note(missingValue(of: option))
        }
        if isOver || argument == "-" || !argument.hasPrefix("-") {
            guard let flag, Bool(argument.lowercased()) != nil else { return takeWord(argument) }
            note(.usage("\(flag) takes its value after \"=\": \(flag)=\(argument.lowercased()). Write -- before a word \"\(argument)\"."))
        } else if argument == "--" {
            isOver = true
        } else if argument.hasPrefix("--") {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].trimmingPrefix("--")
            // An option of another command is invalid here, but is still read: its value isn't an argument, and --output determines how
            // a failure is written.
            let option = known { $0.option(name) } ?? path[0].all.lazy.compactMap { $0.option(name) }.first
            takeOption(option, String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
        } else {
            takeShort(argument.trimmingPrefix("-"))
        }
    }

    /// `-o`, `-oFILE`, `-o=FILE`, or several flags at once.
    private mutating func takeShort(_ letters: Substring) {
        guard let letter = letters.unicodeScalars.first.map({ Character($0) }) else { return }
        let rest = Substring(letters.unicodeScalars.dropFirst())
        let option = known { $0.option(short: letter) }
        if option?.takesWord != true, !rest.hasPrefix("=") {
            takeOption(option, "-\(letter)", nil)
            if option != nil { takeShort(rest) }
        } else {
            takeOption(option, "-\(letter)", rest.isEmpty ? nil : String(rest.trimmingPrefix("=")))
        }
    }

    private mutating func takeOption(_ option: Option?, _ written: String, _ value: String?) {
        guard let option else { return note(unknownOption(written)) }
        if option.takesWord {
            if let value { add(option, written, value) } else { (awaiting, awaitingName) = (option, written) }
            return
        }
        if value == nil { lastFlag = "--\(option.name)" }
        if option.kind == .boolean { return add(option, written, value ?? "true") }
        if value != nil, !written.hasPrefix("--") {
            return note(.usage("\(written) takes no value; --\(option.name)=false does. \(hint)"))
        }
        guard let isOn = Bool(value?.lowercased() ?? "true") else {
            return note(.usage("\(written) needs true or false, not \"\(value ?? "")\"."))
        }
        if option.name == "help" { asksForHelp = isOn } else { add(option, written, nil, isOff: !isOn) }
    }

    private mutating func add(_ option: Option, _ written: String, _ value: String?, isOff: Bool = false) {
        if given.contains(where: { $0.name == option.name }) { note(.usage("\(written) is given twice. \(hint)")) }
        given.append(Given(written: written, name: option.name, value: value, isOff: isOff))
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

    /// An option of the command or, if a subcommand's name may still follow, of a subcommand.
    func known(_ find: (Command<Context>) -> Option?) -> Option? {
        find(Command(title, "", options: options)) ?? command.all.lazy.compactMap(find).first
    }

    /// Whether it is an option of the command or, if a subcommand's name may still follow, of a subcommand.
    func mayCome(_ name: String) -> Bool {
        options.contains { $0.name == name } || command.run == nil && command.all.contains { $0.option(name) != nil }
    }

    private func missingValue(of option: Option) -> Failure {
        guard mayCome(option.name) else { return unknownOption(awaitingName) }
        return .usage("\(awaitingName) needs a value, \(option.kind?.placeholder ?? ""). \(hint)")
    }

    /// A value may begin with a dash, as in `--order-by -name`, but may not be another option.
    private func isValue(_ argument: String) -> Bool {
        guard argument.hasPrefix("-"), argument != "-" else { return true }
        if argument.hasPrefix("--") { return false }
        let letters = argument.unicodeScalars.dropFirst().map { Character($0) }
        return letters.count != 1 || known { $0.option(short: letters[0]) } == nil
    }

    private func unknownOption(_ written: String) -> Failure {
        let known = possibleOptions.map { "--\($0.name)" }
        return .usage("\(Self.title(of: path)) has no option \(written)\(Spelling.suggestion(for: written, among: known)). \(hint)")
    }
}
