import EndpointKit
import TestSupport
import Testing

@testable import CommandLineProgram

@Suite struct CommandLineTests {
    private let output = Output()

    private func run(
        _ arguments: [String], environment: [String: String] = [:], columns: Int? = nil
    ) async -> (code: ExitCode, runs: [String]) {
        let tool = Tool(console: output.console(columns: columns), environment: environment)
        return (await Tool.program.run(arguments, in: tool), tool.runs.values)
    }

    @Test(arguments: [
        (["things"], "things"), (["things", "7"], "things id=7"), (["things", "7", "parts"], "parts id=7"),
        (["things", "--limit", "3", "7", "parts"], "parts id=7 limit=3"), (["things", "7", "parts", "--limit=3"], "parts id=7 limit=3"),
        (["--limit", "3", "things"], "things limit=3"), (["--all", "--limit=3", "things", "7"], "things id=7 limit=3 all="),
        (["-a", "things"], "things all="), (["things", "-oFILE"], "things file=FILE"), (["things", "-o", "FILE"], "things file=FILE"),
        (["things", "-o=FILE"], "things file=FILE"), (["things", "-o", "-"], "things file=-"), (["things", "-o-"], "things file=-"),
        (["things", "-aq"], "things all="), (["things", "-aoFILE"], "things file=FILE all="),
        (["things", "--order-by", "-name"], "things order-by=-name"), (["things", "--kinds", "small,big"], "things kinds=small,big"),
        (["things", "--since", "2014-04-29"], "things since=2014-04-29"), (["things", "--wait=1.5s"], "things wait=1.5s"),
        (["things", "--open"], "things open=true"), (["things", "--open", "7"], "things id=7 open=true"),
        (["things", "--open=false", "-a"], "things all= open=false"), (["--open=true", "things"], "things open=true"),
        (["--picture", "things", "7"], "things id=7 picture="), (["--newer=2014-04-29", "things"], "things newer=2014-04-29"),
        (["things", "--file", "--", "x"], nil), (["things", "--", "7"], "things id=7"),
        (["things", "--all=true", "-qoFILE"], "things file=FILE all="), (["-oFILE", "things"], "things file=FILE"),
        (["shelf", "add", "-q", "--color", "never", "false"], "add words=false"),
        (["things", "--all=false", "--quiet=FALSE", "--help=false"], "things"), (["things", "--picture=false"], "things"),
        (["things", "--open=False"], "things open=false"), (["things", "--order-by", "NAME"], "things order-by=name"),
        (["things", "--kinds=Big,SMALL"], "things kinds=big,small"), (["--sorts", "-Size,name", "things"], "things sorts=-size,name"),
        (["shelf", "add", "--quiet", "--", "false"], "add words=false"),
        (["shelf", "add", "a", "-", "b"], "add words=a+-+b"),
        (["shelf", "add", "--", "--limit", "-a"], "add words=--limit+-a"), (["shelf", "remove", "a=b"], "remove file=a=b"),
        (["--quiet", "shelf", "--color=never", "remove", "f"], "remove file=f"),
        (["--", "shelf", "remove", "f"], "remove file=f"), (["shelf", "remove", "--", "-f"], "remove file=-f"),
    ])
    func `CommandLine: options come before or after the command, with values in any form`(arguments: [String], run: String?) async {
        let result = await self.run(arguments)
        #expect(result.runs == [run].compactMap { $0 })
        #expect(result.code == (run == nil ? .usage : .ok))
    }

    private static let refused: [([String], String)] = [
        ([], "A command is missing. See tool --help."),
        (["thigns"], "tool has no command \"thigns\" (did you mean things?). See tool --help."),
        (["__complet"], "tool has no command \"__complet\". See tool --help."),
        (["shelf"], "tool shelf needs one of add, remove. See tool shelf --help."),
        (["shelf", "ad"], "tool shelf has no command \"ad\" (did you mean add?). See tool shelf --help."),
        (["shelf", "add"], "<words> is missing. See tool shelf add --help."),
        (["shelf", "remove", "a", "b"], "\"b\" is one argument too many. See tool shelf remove --help."),
        (["shelf", "remove", ""], "<file> needs a value that isn't empty."),
        (["things", "7", "part"], "tool things has no command \"part\" (did you mean parts?). See tool things --help."),
        (["things", "parts"], "<id> needs a whole number from 1, not \"parts\"."),
        (["things", "7", "parts", "--all"], "tool things parts has no option --all. See tool things parts --help."),
        (["--all", "shelf", "remove", "f"], "tool shelf remove has no option --all. See tool shelf remove --help."),
        (["--limt", "3"], "tool has no option --limt (did you mean --limit?). See tool --help."),
        (["things", "-x"], "tool things has no option -x. See tool things --help."),
        (["things", "--limit"], "--limit needs a value, <n>. See tool things --help."),
        (["things", "--limit", "-a"], "--limit needs a value, <n>. See tool things --help."),
        (["things", "--limit", "0"], "--limit needs a whole number from 1 to 100, not \"0\"."),
        (["things", "--limit", "1", "--limit=2"], "--limit is given twice. See tool things --help."),
        (["things", "--all=1"], "--all needs true or false, not \"1\"."),
        (["things", "-a=false"], "-a takes no value; --all=false does. See tool things --help."),
        (["things", "--all", "false"], "--all takes its value after \"=\": --all=false. Write -- before a word \"false\"."),
        (["things", "--open", "True"], "--open takes its value after \"=\": --open=true. Write -- before a word \"True\"."),
        (["-q", "false", "things"], "--quiet takes its value after \"=\": --quiet=false. Write -- before a word \"false\"."),
        (["things", "--all=false", "--all"], "--all is given twice. See tool things --help."),
        (["--output", "csv"], "A command is missing. See tool --help."), (["--limit", "5"], "A command is missing. See tool --help."),
        (["shelf", "--limit=5"], "tool shelf has no option --limit. See tool shelf --help."),
        (["things", "--sorts", "name,-size,-name"], "--sorts has name twice."),
        (["things", "--sorts", "name,siz"], "--sorts can't be \"siz\" (did you mean size?)."),
        (["fail", "--limit"], "tool fail has no option --limit. See tool fail --help."),
        (["things", "--open=no"], "--open needs true or false, not \"no\"."),
        (["things", "--picture"], "--picture needs <id>. See tool things --help."),
        (["--newer", "2014-04-29", "things", "7"], "--newer is for a list. See tool things --help."),
        (["things", "--order-by", "nam"], "--order-by can't be \"nam\" (did you mean name?)."),
        (["things", "--kinds", "big,smal"], "--kinds can't be \"smal\" (did you mean small?)."),
        (["things", "--kinds", "x"], "--kinds can't be \"x\"; it is one of big, small."),
        (["things", "--since", "soon"], "--since needs a date, such as 2014-04-29 or 2014-04-29T14:18:17Z, not \"soon\"."),
        (["things", "--wait", "5"], "--wait needs a duration above zero, such as 500ms or 30s, not \"5\"."),
        (["things", "--wait", "0s"], "--wait needs a duration above zero, such as 500ms or 30s, not \"0s\"."),
        (["things", "-o", ""], "-o needs a value that isn't empty."), (["things", "--file="], "--file needs a value that isn't empty."),
        (["things", "caf\u{FFFD}"], "\"caf\u{FFFD}\" has U+FFFD, which replaces bytes that aren't UTF-8. See tool things --help."),
        (["--file=\u{FFFD}", "things"], "\"--file=\u{FFFD}\" has U+FFFD, which replaces bytes that aren't UTF-8. See tool --help."),
        (["things", "--color", "sometimes"], "--color can't be \"sometimes\"; it is one of auto, always, never."),
        (["help", "shlef"], "tool has no command \"shlef\" (did you mean shelf?). See tool --help."),
    ]

    @Test(arguments: refused)
    func `CommandLine: invalid arguments are rejected in one line that says what is valid`(arguments: [String], message: String) async {
        let result = await run(arguments)
        #expect(result.code == .usage && result.runs.isEmpty)
        #expect(output.reports == ["tool: \(message)"])
        #expect(output.text.isEmpty)
    }

    @Test(arguments: [
        (["--help"], "Usage: tool <command> [options]\n"), (["-h"], "Usage: tool <command>"), (["help"], "Usage: tool <command>"),
        (["things", "--limit", "x", "-h"], "Usage: tool things [<id>] [options]\n       tool things <id> <command> [options]\n"),
        (["help", "things", "parts"], "Usage: tool things <id> parts [options]\n"),
        (["things", "7", "parts", "--help"], "Usage: tool things <id> parts"), (["shelf", "-h"], "Usage: tool shelf <command>"),
        (["shelf", "add", "-h"], "Usage: tool shelf add <words>… [options]\n"), (["--version"], "tool 1.2.3\n"),
    ])
    func `CommandLine: help and version go to standard output`(arguments: [String], start: String) async {
        #expect(await run(arguments).code == .ok)
        #expect(output.text.hasPrefix(start))
        #expect(output.reports.isEmpty)
    }

    @Test func `CommandLine: an argument that is optional for a command is required for its subcommand`() async {
        _ = await run(["help", "things"])
        #expect(output.text.contains("\n  [<id>]  "))
        let below = await run(["help", "things", "parts"])
        #expect(below.code == .ok && output.text.contains("\n  <id>  "))
    }

    @Test(arguments: [30, 80, 120])
    func `CommandLine: the help fits the width of the terminal`(columns: Int) async {
        _ = await run(["things", "--help", "--color=never"], environment: ["NO_COLOR": "1"], columns: columns)
        #expect(output.text.contains("--order-by") && output.text.contains("--color"))
        if columns >= 80 { #expect(output.text.split(separator: "\n").allSatisfy { TerminalText.width(String($0)) <= columns }) }
    }

    @Test func `CommandLine: failures and notes of every command are JSON if JSON was requested`() async {
        #expect(await run(["fail", "--output", "json"]).code == .usage)
        #expect(await run(["--output=JSON", "shelf", "remove"]).code == .usage)
        #expect(await run(["things", "--output=ndjson", "--since", "2000-01-01"]).code == .ok)
        let lines = output.reports.compactMap { try? JSON(parsing: $0) }
        #expect(
            lines.map { $0["error"]?["message"]?.string ?? $0["note"]?.string } == [
                "tool fail has no option --output. See tool fail --help.",
                "tool shelf remove has no option --output. See tool shelf remove --help.", "It ran.",
            ])
    }

    @Test(arguments: [["--output", "json"], ["--output=ndjson"]])
    func `CommandLine: a failure is JSON if JSON was requested`(option: [String]) async {
        #expect(await run(["things", "--limit", "0"] + option).code == .usage)
        let error = output.reports.first ?? ""
        #expect(output.reports.count == 1)
        #expect(error.hasPrefix(#"{"error":{"kind":"usage","exitCode":64,"message":"--limit needs a whole number from 1 to 100, not "#))
    }

    @Test func `CommandLine: each line of a failure begins with the program's name`() async {
        #expect(await run(["fail"]).code == .service)
        #expect(output.reports == ["tool: It broke.", "tool: Twice."])
    }

    @Test(
        arguments: [
            ([:], 80, [], true), ([:], nil, [], false), (["NO_COLOR": "1"], 80, [], false), (["NO_COLOR": ""], 80, [], true),
            (["TERM": "dumb"], 80, [], false), (["NO_COLOR": "1"], 80, ["--color", "always"], true), ([:], nil, ["--color=always"], true),
            ([:], 80, ["--color=never"], false),
        ] as [([String: String], Int?, [String], Bool)])
    func `CommandLine: colors are for terminals, unless the user says otherwise`(
        environment: [String: String], columns: Int?, option: [String], isColoured: Bool
    ) async {
        _ = await run(["fail"] + option, environment: environment, columns: columns)
        #expect(output.reports.first == (isColoured ? "\u{1B}[31mtool: \u{1B}[0mIt broke." : "tool: It broke."))
    }

    @Test func `CommandLine: an option name that several commands share takes a value in all of them or in none`() {
        var kinds: [String: Bool] = [:]
        for option in Tool.program.root.all.flatMap(\.options) {
            #expect((kinds.updateValue(option.kind == nil, forKey: option.name) ?? (option.kind == nil)) == (option.kind == nil))
        }
    }
}
