import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// What people see: the program in a terminal of so many columns, against files in which `\e` is the escape character.
@Suite struct GoldenTests {
    private static let folder = URL(filePath: #filePath).appending(path: "../Golden").standardizedFileURL

    private func expect(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let file = Self.folder.appending(path: name)
        let shown = text.replacing("\u{1B}", with: "\\e").replacing("\r", with: "\\r")
        if !FileManager.default.fileExists(atPath: file.path) {
            try Data(shown.utf8).write(to: file)
            Issue.record("\(name) wasn't there, and is new: look at it, and keep it if it is right.", sourceLocation: sourceLocation)
        }
        #expect(shown == (try String(contentsOf: file, encoding: .utf8)), sourceLocation: sourceLocation)
    }

    private static let heroes = [
        ("Spider-Man", 3), ("A Hero Whose Name Has Many More Words Than Anybody Could Ever Want To Read In One Line Of A Table", 4),
        ("漫画家の長い長い長い名前のヒーロー、そしてその友人たちと敵たちとみんなの物語", 5), ("#O", 6), ("🕷️ Spider", 7),
    ]

    private func service() throws -> LoopbackServer {
        try LoopbackServer { request in
            let offset = Int(request.query["offset"] ?? "") ?? 0
            let heroes = Self.heroes.enumerated().dropFirst(offset).prefix(Int(request.query["limit"] ?? "") ?? 0)
            let results = heroes.map { Fixture.character(id: 1_009_610 + $0.offset, name: $0.element.0) }
            return HTTPResponse(body: Data(Fixture.page(results, offset: offset, total: Self.heroes.count).utf8))
        }
    }

    private func run(
        _ arguments: [String], columns: UInt16, against url: URL? = nil, environment: [String: String] = [:]
    ) async throws -> String {
        let service = url.map { ["MARVEL_PUBLIC_KEY": "1234", "MARVEL_PRIVATE_KEY": "abcd", "MARVEL_BASE_URL": $0.absoluteString] } ?? [:]
        let folder = try Folder()
        let process = try await ChildProcess.start(
            BuiltProgram.path(of: "marvel"), arguments, environment: ["TERM": "xterm"].merging(service) { $1 }.merging(environment) { $1 },
            directory: folder.url, columns: columns)
        return await process.result.outputText
    }

    @Test(arguments: [40, 80, 120] as [UInt16])
    func `a table fits the terminal, with wide characters, too`(columns: UInt16) async throws {
        let server = try service()
        let text = try await run(["characters"], columns: columns, against: server.url)
        try expect(text, "table-\(columns).txt")
    }

    @Test func `a table without colours is plain text`() async throws {
        let server = try service()
        let coloured = try await run(["characters"], columns: 80, against: server.url)
        for (arguments, environment) in [([], ["NO_COLOR": "1"]), (["--color=never"], [:]), ([], ["TERM": "dumb"])]
            as [([String], [String: String])]
        {
            let plain = try await run(["characters"] + arguments, columns: 80, against: server.url, environment: environment)
            #expect(plain == coloured.replacing("\u{1B}[1m", with: "").replacing("\u{1B}[0m", with: ""))
        }
    }

    @Test(arguments: [([], "help-program.txt"), (["stories"], "help-stories.txt")] as [([String], String)])
    func `the help is easy to find one's way in`(command: [String], name: String) async throws {
        try expect(try await run(command + ["--help"], columns: 80), name)
    }

    @Test func `a failure is a red name and a line that says what to do`() async throws {
        try expect(try await run(["charcters"], columns: 80), "error.txt")
    }

    @Test func `progress is the last line of the terminal, and is gone at the end`() async throws {
        let server = try service()
        let arguments = ["characters", "--all", "--limit", "2", "--output", "csv", "--fields", "id,name"]
        let text = try await run(arguments, columns: 80, against: server.url)
        // How fast this machine is stands in no file.
        try expect(text.replacing(#/ of 5, [^\u{1B}]*/#, with: " of 5"), "progress.txt")
    }

    @Test(arguments: [
        (["KITTY_WINDOW_ID": "1"], "\u{1B}_Ga=T,f=100,m="), (["TERM_PROGRAM": "iTerm.app"], "\u{1B}]1337;File=inline=1;size="),
    ])
    func `a picture is shown where a terminal can show it, and never in a pipe`(environment: [String: String], start: String) async throws {
        let arguments = ["character", "1009610", "--image", "--local", "--quiet"]
        #expect(try await run(arguments, columns: 80, environment: environment).hasPrefix(start))
        let other = try await run(["character", "1009610", "--image", "--local"], columns: 80)
        #expect(!other.contains("\u{1B}_G") && other.contains("marvel: a picture is shown only in the terminals kitty, iTerm2 and WezTerm"))
        let piped = try await ChildProcess.run(BuiltProgram.path(of: "marvel"), arguments, environment: environment)
        #expect(piped.exit == .code(0) && !piped.outputText.contains("\u{1B}"))
    }
}
