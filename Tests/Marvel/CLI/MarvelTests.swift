import CommandLineProgram
import EndpointKit
import Foundation
import TestSupport
import Testing

@testable import marvel

@Suite struct MarvelTests {
    private static let refused: [([String], String)] = [
        (["characters", "--limit", "101"], "--limit needs a whole number from 1 to 100, not \"101\"."),
        (["characters", "--offset", "-1"], "--offset needs a whole number from 0, not \"-1\"."),
        (["characters", "--retry", "11"], "--retry needs a whole number from 0 to 10, not \"11\"."),
        (["characters", "--all", "--prefetch", "11"], "--prefetch needs a whole number from 0 to 10, not \"11\"."),
        (["characters", "--all", "--max-items", "0"], "--max-items needs a whole number from 1, not \"0\"."),
        (["characters", "--max-items", "5"], "--max-items needs --all. See marvel characters --help."),
        (["characters", "--prefetch=1"], "--prefetch needs --all. See marvel characters --help."),
        (["characters", "7", "--limit", "3"], "--limit is for a list, not for one character. See marvel characters --help."),
        (["characters", "7", "creators"], "marvel characters has no command \"creators\". See marvel characters --help."),
        (
            ["comics", "7", "characters", "--comics", "8"],
            "marvel comics characters has no option --comics. See marvel comics characters --help."
        ),
        (["characters", "--image"], "--image needs <id>. See marvel characters --help."),
        (
            ["comics", "7", "--image", "--output", "csv"],
            "--image needs --output table. marvel image 7 --of comics -o <file> saves the picture. See marvel comics --help."
        ),
        (["characters", "--output", "yaml"], "--output can't be \"yaml\"; it is one of table, json, ndjson, csv."),
        (["stories", "--fields", "id,titel"], "--fields can't be \"titel\" (did you mean title?)."),
        (["characters", "--order-by", "name,-modifed"], "--order-by can't be \"-modifed\" (did you mean -modified?)."),
        (["comics", "--format", "trade"], "--format can't be \"trade\" (did you mean trade paperback?)."),
        (["characters", "--name", ""], "--name needs a value that isn't empty."),
        (["characters", "--comics", "1,,2"], "--comics needs ids separated by commas, such as 21,42, not \"1,,2\"."),
        (["comics", "--issue-number", "one"], "--issue-number needs a number, such as 3 or 1.5, not \"one\"."),
        (
            ["comics", "--date-range", "2013-02-01,2013-01-01"],
            "--date-range needs two dates with the earlier first, such as 2013-01-01,2013-01-31, not \"2013-02-01,2013-01-01\"."
        ),
        (["characters", "--log", "cals"], "--log can't be \"cals\" (did you mean calls?)."),
        (["characters", "--curl", "--dry-run"], "--curl and --dry-run can't be used together. See marvel characters --help."),
        (
            ["characters", "--replay", "a", "--record", "b"],
            "--record and --replay can't be used together. See marvel characters --help."
        ),
        (
            ["characters", "--record", "-"],
            "--record needs a file: a recording isn't read from or written to the standard streams. See marvel characters --help."
        ),
        (["character", "--", "-3"], "<id> needs a whole number from 1, not \"-3\"."),
        (["image", "1"], "marvel image needs -o <file>. See marvel image --help."),
        (["image", "1", "--variant", "detial", "-o", "f"], "--variant can't be \"detial\" (did you mean detail?)."),
        (["image", "1", "--of", "comcs", "-o", "f"], "--of can't be \"comcs\" (did you mean comics?)."),
        (["serve", "--port", "65536"], "--port needs a whole number from 0 to 65535, not \"65536\"."),
        (
            ["serve", "--fail", "5%:200"],
            "--fail needs a share from 0% to 100%, or with a status from 400 to 599 such as 5%:503, not \"5%:200\"."
        ),
        (["config"], "marvel config needs one of show, check. See marvel config --help."),
    ]

    @Test(arguments: refused)
    func `wrong arguments are refused in one line that says what is right`(arguments: [String], message: String) async {
        let terminal = await Terminal.run(arguments, expecting: .usage)
        #expect(terminal.reports == ["marvel: \(message)"] && terminal.data.isEmpty)
    }

    @Test func `the help names every command, and that of a command every option`() async {
        let whole = Terminal()
        #expect(await whole.run(["--help"]) == .ok)
        for command in Marvel.program.root.commands where command.run != nil && !command.isHidden {
            let terminal = await Terminal.run([command.name, "--help"], expecting: .ok)
            #expect(whole.data.contains("\n  \(command.name) ") || whole.data.contains("\n  \(command.name)\n"))
            for option in command.options { #expect(terminal.data.contains("--\(option.name)")) }
        }
    }

    @Test func `the version and the help need no settings file that can be read`() async throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(at: folder.file("Config"), withIntermediateDirectories: false)
        try folder.write(Array("{".utf8), to: "Config/marvel.json")
        let terminal = await Terminal.run(["--version"], in: folder.url, expecting: .ok)
        #expect(terminal.data == "marvel \(packageVersion)\n")
        #expect(await terminal.run(["config", "show", "--help"], in: folder.url) == .ok)
        #expect(terminal.reports.isEmpty)
    }

    /// The commands of README's session, each with the output that README shows.
    private static func session() throws -> [(command: String, output: String)] {
        let readme = URL(filePath: #filePath).appending(path: "../../../../README.md").standardizedFileURL
        let text = try String(contentsOf: readme, encoding: .utf8)
        let block = try #require(text.split(separator: "```console\n").dropFirst().first?.split(separator: "```\n").first)
        return ("\n" + block).split(separator: "\n$ ").map { step in
            let line = step.prefix { $0 != "\n" }
            return (String(line), step.dropFirst(line.count + 1).trimmingCharacters(in: .newlines))
        }
    }

    @Test func `each command of README's session prints the text in README`() async throws {
        let bin = URL(filePath: BuiltProgram.path(of: "marvel")).deletingLastPathComponent().path(percentEncoded: false)
        let session = try Self.session()
        #expect(session.count >= 4)
        for (command, output) in session {
            let folder = try Folder()
            let result = try await ChildProcess.run(
                "/bin/sh", ["-c", "\(command) 2>&1"], environment: ["PATH": "\(bin):/usr/bin:/bin"], directory: folder.url)
            // The attribution has the current year.
            #expect(result.outputText.replacing(/© \d{4}/, with: "© 2026").trimmingCharacters(in: .newlines) == output, "\(command)")
        }
    }
}
