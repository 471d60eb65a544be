import CommandLineProgram
import EndpointKit
import MarvelAPI
import Testing

@testable import marvel

@Suite struct ArgumentTests {
    private func characters(_ arguments: String...) throws -> CharactersCommand {
        try CharactersCommand(CharactersCommand.spec.parse(arguments))
    }

    @Test func `without options the service's own defaults hold`() throws {
        let command = try characters()
        #expect(command.limit == 20 && command.offset == 0 && command.output == .table)
        #expect(command.filter == CharacterFilter())
    }

    @Test func `all pages are as long as the service gives them, unless a length is named`() throws {
        #expect(try characters("--all").limit == 100)
        #expect(try characters("--all", "--limit", "7").limit == 7)
    }

    @Test func `every option reaches the filter`() throws {
        let command = try characters(
            "--limit", "100", "--offset=40", "--name", "A=B", "--name-starts-with", "-x", "--order-by", "-modified", "--modified-since",
            "2014-04-29", "--comics", "1,2", "--series", "3", "--events", "4", "--stories=5", "--output", "json")
        #expect(command.limit == 100 && command.offset == 40 && command.output == .json)
        #expect(
            command.filter
                == CharacterFilter(
                    name: "A=B", nameStartsWith: "-x", modifiedSince: Date(timeIntervalSince1970: 1_398_729_600), comics: [1, 2],
                    series: [3], events: [4], stories: [5], orderBy: .modifiedDescending))
    }

    private static let refused: [([String], String)] = [
        ([], "A command is missing. See marvel --help."),
        (["charcters"], "marvel has no command \"charcters\" (did you mean characters?). See marvel --help."),
        (["x"], "marvel has no command \"x\". See marvel --help."),
        (["--vresion"], "marvel has no option --vresion (did you mean --version?). See marvel --help."),
        (["help", "imag"], "marvel has no command \"imag\" (did you mean image?). See marvel --help."),
        (["characters", "--limit", "0"], "--limit needs a whole number from 1 to 100, not \"0\"."),
        (["characters", "--limit", "101"], "--limit needs a whole number from 1 to 100, not \"101\"."),
        (["characters", "--limit", "x"], "--limit needs a whole number from 1 to 100, not \"x\"."),
        (["characters", "--limit", "99999999999999999999"], "--limit needs a whole number from 1 to 100, not \"99999999999999999999\"."),
        (["characters", "--limit="], "--limit needs a whole number from 1 to 100, not \"\"."),
        (["characters", "--offset", "-1"], "--offset needs a whole number from 0, not \"-1\"."),
        (["characters", "--limit"], "--limit needs a value, <n>. See marvel characters --help."),
        (["characters", "--limit", "--offset", "3"], "--limit needs a value, <n>. See marvel characters --help."),
        (["characters", "--limit", "1", "--limit=2"], "--limit is given twice. See marvel characters --help."),
        (["characters", "--limt", "3"], "marvel characters has no option --limt (did you mean --limit?). See marvel characters --help."),
        (["characters", "--zzz"], "marvel characters has no option --zzz. See marvel characters --help."),
        (["characters", "x"], "\"x\" is one argument too many. See marvel characters --help."),
        (["characters", "--name", ""], "--name needs a value that isn't empty. See marvel characters --help."),
        (["characters", "--comics", "1,,2"], "--comics needs ids separated by commas, such as 21,42, not \"1,,2\"."),
        (["characters", "--max-items", "5"], "--max-items needs --all. See marvel characters --help."),
        (["characters", "--prefetch=1"], "--prefetch needs --all. See marvel characters --help."),
        (["characters", "--all", "--prefetch", "11"], "--prefetch needs a whole number from 0 to 10, not \"11\"."),
        (["characters", "--all", "--max-items", "0"], "--max-items needs a whole number from 1, not \"0\"."),
        (["characters", "--log", "cals"], "--log can't be \"cals\" (did you mean calls?)."),
        (["characters", "--order-by", "-nam"], "--order-by can't be \"-nam\" (did you mean -name?)."),
        (["characters", "--output", "yaml"], "--output can't be \"yaml\"; it is one of table, json, ndjson."),
        (
            ["characters", "--modified-since", "yesterday"],
            "--modified-since needs a date, such as 2014-04-29 or 2014-04-29T14:18:17Z, not \"yesterday\"."
        ),
        (["character"], "<id> is missing. See marvel character --help."),
        (["character", "x"], "An id is a whole number from 1, not \"x\". See marvel character --help."),
        (["character", "--", "-3"], "An id is a whole number from 1, not \"-3\". See marvel character --help."),
        (["character", "1", "2"], "\"2\" is one argument too many. See marvel character --help."),
        (["image", "1"], "marvel image needs -o <file>. See marvel image --help."),
        (["image", "1", "--variant", "-o", "f"], "--variant needs a value, <size>. See marvel image --help."),
        (
            ["image", "1", "--variant", "portrait_xlrge", "-o", "f"],
            "--variant can't be \"portrait_xlrge\" (did you mean portrait_xlarge?)."
        ),
        (["serve", "--port", "65536"], "--port needs a whole number from 0 to 65535, not \"65536\"."),
    ]

    @Test(arguments: refused)
    func `wrong arguments are refused in one line that says what is right`(arguments: [String], message: String) async {
        let terminal = Terminal()
        #expect(await terminal.run(arguments) == .usage)
        #expect(terminal.reports == ["marvel: \(message)"])
        #expect(terminal.data.isEmpty)
    }

    @Test(arguments: [
        (["--help"], "Usage: marvel <command>"), (["-h"], "Usage: marvel <command>"), (["help"], "Usage: marvel <command>"),
        (["help", "image"], "Usage: marvel image <id>"), (["image", "--help"], "Usage: marvel image <id>"),
        (["characters", "--limit", "x", "-h"], "Usage: marvel characters"), (["--version"], "marvel \(Marvel.version)\n"),
        (["config", "--help"], "Usage: marvel config show"), (["help", "config"], "Usage: marvel config show"),
    ])
    func `help and version are data`(arguments: [String], start: String) async {
        let terminal = Terminal()
        #expect(await terminal.run(arguments) == .ok)
        #expect(terminal.data.hasPrefix(start))
        #expect(terminal.reports.isEmpty)
    }

    @Test func `the help lists every command, option and exit code`() async {
        let terminal = Terminal()
        _ = await terminal.run(["--help"])
        for command in Marvel.spec.commands { #expect(terminal.data.contains("\n  \(command.spec.name)")) }
        for code in ExitCode.allCases { #expect(terminal.data.contains("\n  \(code.rawValue) ")) }
        for command in Marvel.spec.commands {
            let help = Marvel.spec.help(for: command.spec)
            for option in command.spec.options { #expect(help.contains("--\(option.name) \(option.value)")) }
        }
    }
}
