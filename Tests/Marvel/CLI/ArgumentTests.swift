import EndpointKit
import EndpointKitTesting
import Foundation
import MarvelAPI
import TestSupport
import Testing

@testable import CommandLineProgram
@testable import marvel

@Suite struct ArgumentTests {
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
        (["characters", "7", "--limit", "3"], "--limit is for a list, not for one character. See marvel characters --help."),
        (
            ["comics", "--has-digital-issue", "false"],
            "--has-digital-issue takes its value after \"=\": --has-digital-issue=false. Write -- before a word \"false\"."
        ),
        (["comics", "--order-by", "title,-title"], "--order-by has title twice."),
        (["comics", "--no-variants=no"], "--no-variants needs true or false, not \"no\"."),
        (["characters", "--order-by", "name,-nam"], "--order-by can't be \"-nam\" (did you mean -name?)."),
        (
            ["stories", "--fields", "id,thumbnail"],
            "--fields thumbnail is for --output json and ndjson; a table has no such column. See marvel stories --help."
        ),
        (["characters", "7", "--name", "a"], "--name is for a list, not for one character. See marvel characters --help."),
        (["characters", "--image"], "--image needs <id>. See marvel characters --help."),
        (["characters", "7", "creators"], "marvel characters has no command \"creators\". See marvel characters --help."),
        (
            ["comics", "7", "characters", "--comics", "8"],
            "marvel comics characters has no option --comics. See marvel comics characters --help."
        ),
        (["stories", "--fields", "id,titel"], "--fields can't be \"titel\" (did you mean title?)."),
        (["comics", "--format", "trade"], "--format can't be \"trade\" (did you mean trade paperback?)."),
        (
            ["comics", "--date-range", "2013-02-01,2013-01-01"],
            "--date-range needs two dates with the earlier first, such as 2013-01-01,2013-01-31, not \"2013-02-01,2013-01-01\"."
        ),
        (["characters", "--curl", "--dry-run"], "--curl and --dry-run can't be used together. See marvel characters --help."),
        (["characters", "--retry", "11"], "--retry needs a whole number from 0 to 10, not \"11\"."),
        (["characters", "--limit", "1", "--limit=2"], "--limit is given twice. See marvel characters --help."),
        (["characters", "--limt", "3"], "marvel characters has no option --limt (did you mean --limit?). See marvel characters --help."),
        (["characters", "--zzz"], "marvel characters has no option --zzz. See marvel characters --help."),
        (["characters", "x"], "<id> needs a whole number from 1, not \"x\"."),
        (["characters", "--name", ""], "--name needs a value that isn't empty."),
        (["characters", "--comics", "1,,2"], "--comics needs ids separated by commas, such as 21,42, not \"1,,2\"."),
        (["characters", "--max-items", "5"], "--max-items needs --all. See marvel characters --help."),
        (["characters", "--prefetch=1"], "--prefetch needs --all. See marvel characters --help."),
        (["characters", "--all", "--prefetch", "11"], "--prefetch needs a whole number from 0 to 10, not \"11\"."),
        (["characters", "--all", "--max-items", "0"], "--max-items needs a whole number from 1, not \"0\"."),
        (["characters", "--log", "cals"], "--log can't be \"cals\" (did you mean calls?)."),
        (["characters", "--order-by", "-nam"], "--order-by can't be \"-nam\" (did you mean -name?)."),
        (["characters", "--output", "yaml"], "--output can't be \"yaml\"; it is one of table, json, ndjson, csv."),
        (
            ["characters", "--modified-since", "yesterday"],
            "--modified-since needs a date, such as 2014-04-29 or 2014-04-29T14:18:17Z, not \"yesterday\"."
        ),
        (["character"], "<id> is missing. See marvel character --help."),
        (["character", "x"], "<id> needs a whole number from 1, not \"x\"."),
        (["character", "--", "-3"], "<id> needs a whole number from 1, not \"-3\"."),
        (["character", "1", "2"], "\"2\" is one argument too many. See marvel character --help."),
        (["image", "1"], "marvel image needs -o <file>. See marvel image --help."),
        (["image", "1", "-o"], "-o needs a value, <file>. See marvel image --help."),
        (["image", "1", "--variant", "-o", "f"], "--variant needs a value, <word>. See marvel image --help."),
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

    @Test(arguments: ["json", "ndjson", "csv"])
    func `a picture is refused where there is no table`(form: String) async throws {
        let server = try RecordingServer()
        let terminal = Terminal()
        #expect(await terminal.run(["comics", "7", "--image", "--output", form], against: server.url) == .usage)
        #expect(
            terminal.reports.first?.contains("--image needs --output table. marvel image 7 --of comics -o <file> saves the picture.")
                == true)
        #expect(server.requests.isEmpty)
    }

    @Test(
        arguments: [
            (["comics", "--no-variants=false", "--has-digital-issue=false"], ["noVariants": "false", "hasDigitalIssue": "false"]),
            (["comics", "--has-digital-issue=true"], ["noVariants": nil, "hasDigitalIssue": "true"]),
            (["characters", "--order-by", "name,-modified"], ["orderBy": "name,-modified"]),
            (["characters", "--order-by", "-name"], ["orderBy": "-name"]),
            (["comics", "--format", "Trade Paperback"], ["format": "trade paperback"]),
            (["series", "--contains=COMIC", "--series-type", "One Shot"], ["contains": "comic", "seriesType": "one shot"]),
            (["events", "7", "creators", "--order-by=-suffix,lastName"], ["orderBy": "-suffix,lastName"]),
        ] as [([String], [String: String?])])
    func `a flag may be false, an order have several keys, and a word any case`(arguments: [String], query: [String: String?]) async throws
    {
        let server = try RecordingServer { _ in HTTPResponse(body: Data(Fixture.page([]).utf8)) }
        #expect(await Terminal().run(arguments, against: server.url) == .ok)
        for (name, value) in query { #expect(server.requests.first?.query[name] == value) }
    }

    @Test func `the help of each command has its options, and that of the program its commands`() async {
        let whole = Terminal()
        #expect(await whole.run(["--help"]) == .ok)
        for code in ExitCode.allCases { #expect(whole.data.contains("\n  \(code.rawValue) ")) }
        for command in Marvel.program.root.commands where command.run != nil && !command.isHidden {
            let terminal = Terminal()
            #expect(await terminal.run([command.name, "--help"]) == .ok)
            #expect(whole.data.contains("\n  \(command.name) ") || whole.data.contains("\n  \(command.name)\n"))
            for option in command.options { #expect(terminal.data.contains("--\(option.name)")) }
        }
    }

    @Test func `the version is data`() async {
        let terminal = Terminal()
        #expect(await terminal.run(["--version"]) == .ok)
        #expect(terminal.data == "marvel \(Marvel.program.version)\n" && terminal.reports.isEmpty)
    }

    /// The parameters that a list has, by the names of the API; each has `modifiedSince`, `orderBy`, `limit` and `offset`, too.
    private static let parameters: [String: String] = [
        "characters": "name nameStartsWith comics series events stories",
        "comics": """
        format formatType noVariants dateDescriptor dateRange title titleStartsWith startYear issueNumber diamondCode digitalId upc isbn \
        ean issn hasDigitalIssue creators characters series events stories sharedAppearances collaborators
        """,
        "creators": """
        firstName middleName lastName suffix nameStartsWith firstNameStartsWith middleNameStartsWith lastNameStartsWith comics series \
        events stories
        """,
        "events": "name nameStartsWith creators characters series comics stories",
        "series": "title titleStartsWith startYear seriesType contains creators characters comics events stories",
        "stories": "comics series events creators characters",
    ]

    @Test(arguments: Marvel.resources.map { $0.name })
    func `each parameter of a list is an option, which the service gets`(name: String) async throws {
        let names =
            try #require(Self.parameters[name]).split(separator: " ").map(String.init) + ["modifiedSince", "orderBy", "limit", "offset"]
        let command = try #require(Marvel.program.root.commands.first { $0.name == name })
        var arguments = [name]
        var expected: [String: String] = [:]
        for parameter in names {
            let option = parameter.reduce("") { $0 + ($1.isUppercase ? "-\($1.lowercased())" : "\($1)") }
            let kind = try #require(command.options.first { $0.name == option }, "\(option)").kind
            let value: String? =
                switch kind {
                case .text?: "#O & Co"
                case .ids?: "21,42"
                case .integer?: "7"
                case .number?: "1.5"
                case .date?: "2014-04-29T14:18:17Z"
                case .dateRange?: "2013-01-01T00:00:00Z,2013-01-31T00:00:00Z"
                case .choice(let words)?, .orders(let words)?: words.last
                default: nil
                }
            arguments += ["--\(option)"] + (value.map { [$0] } ?? [])
            expected[parameter] = value ?? "true"
        }
        let server = try RecordingServer { _ in HTTPResponse(body: Data(Fixture.page([]).utf8)) }
        let terminal = Terminal()
        #expect(await terminal.run(arguments, against: server.url) == .ok)
        let query = try #require(server.requests.first?.query)
        #expect(server.requests.first?.path.encoded == "/v1/public/\(name)")
        for (parameter, value) in expected { #expect(query.values(for: parameter) == [value]) }
        #expect(Set(query.map(\.name)) == Set(expected.keys).union(["ts", "apikey", "hash"]))
    }
}
