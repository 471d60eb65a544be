import CommandLineProgram
import EndpointKit
import Foundation
import TestSupport
import Testing

@testable import marvel

@Suite struct MarvelConfigTests {
    private let settings: SettingsFolder
    private let terminal = Terminal()

    init() throws { settings = try SettingsFolder() }

    private func run(_ arguments: String..., environment: [String: String] = [:]) async -> ExitCode {
        await terminal.run(["config"] + arguments, environment: environment, in: settings.url)
    }

    @Test func `config show tells where settings come from, hides secrets, and warns of unknown variables`() async throws {
        try settings.write(#""requestTimeout": "5s""#)
        let environment = Terminal.keys.merging(["MARVEL_DEADLNE": "1s", "MARVEL_DEADLINE": "9s"]) { $1 }
        #expect(await run("show", "--origins", environment: environment) == .ok)
        let rows = terminal.data.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        for row in [
            "KEY VALUE ORIGIN", "requestTimeout 5s Config/marvel.json:6:21", "deadline 9s MARVEL_DEADLINE", "connectTimeout 10s default",
            "appVersion \(packageVersion) built-in", "authentication.privateKey <redacted> from MARVEL_PRIVATE_KEY built-in",
        ] { #expect(rows.contains(row), "\(terminal.data)") }
        #expect(!terminal.data.contains("abcd") && !terminal.data.contains("1234"))
        #expect(terminal.reports.contains { $0.hasPrefix("marvel: warning: MARVEL_DEADLNE: ") })
    }

    @Test func `config show shows the other settings without keys, and fails where a call would`() async throws {
        for environment in [[:], Terminal.keys, Terminal.keys.merging(["MARVEL_BASE_URL": "http://127.0.0.1:1"]) { $1 }] {
            #expect(await run("show", environment: environment) == .ok)
        }
        #expect(terminal.data.contains("<redacted> from MARVEL_PRIVATE_KEY"))
        try settings.write()
        #expect(await run("show") == .ok)
        let shown = terminal.reports.count
        #expect(await run("show", "--config", "Config/marvel.json") == .configuration)
        #expect(terminal.data.contains("https://gateway.marvel.com") && terminal.reports.count == shown + 2)
        #expect(await run("show", "--config", "none.json") == .configuration)
    }

    private static let checks: [(String, String, [String])] = [
        (
            #""deadline": 5, "profiles": { "p": { "deadline": 6 } }"#,
            """
            a.json:6:15: deadline: expected a duration above zero such as "500ms" or "30s", found 5; did you mean "5s"?
            a.json:6:51: profiles.p.deadline: expected a duration above zero such as "500ms" or "30s", found 6; did you mean "6s"?

            """, ["marvel: a.json has 2 problems."]
        ),
        (
            #""profiles": { "p": { "baseURL": "http://example.com" } }"#, "a.json:6:35: profiles.p.baseURL: expected https",
            ["marvel: a.json has a problem."]
        ), ("", "", ["a.json is valid."]),
    ]

    @Test(arguments: checks)
    func `config check lists every problem, those of profiles included`(more: String, start: String, reports: [String]) async throws {
        try settings.write(more, to: "a.json")
        let isValid = start.isEmpty
        #expect(await run("check", "a.json", environment: Terminal.keys) == (isValid ? .ok : .configuration))
        #expect(terminal.data.hasPrefix(start) && terminal.data.isEmpty == isValid && terminal.reports == reports)
    }

    @Test func `config check needs no secrets, and warns of those that aren't set, but not of variables it doesn't need`() async throws {
        try settings.write(to: "a.json")
        #expect(await run("check", "a.json") == .ok)
        #expect(terminal.data.isEmpty && terminal.reports.count == 3 && terminal.reports.last == "a.json is valid.")
        #expect(terminal.reports.first?.contains("authentication.publicKey: expected a value") == true)
        try settings.folder.write(Array(#"{ "baseURL": "https://example.com" }"#.utf8), to: "a.json")
        #expect(await run("check", "a.json", environment: Terminal.keys.merging(["MARVEL_DEADLNE": "1s"]) { $1 }) == .ok)
        #expect(terminal.reports.count == 5 && terminal.reports[3].hasPrefix("marvel: warning: MARVEL_DEADLNE: "))
    }

    @Test(arguments: ["marvel", "github", "httpbin"])
    func `config check accepts the files in Config without keys`(name: String) async throws {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
        #expect(await terminal.run(["config", "check", "Config/\(name).json"], in: root) == .ok)
        #expect(terminal.data.isEmpty)
    }

    @Test func `config check writes problems as JSON where JSON was asked for`() async throws {
        try settings.folder.write(Array(#"{ "baseURL": "https://example.com", "deadline": 5 }"#.utf8), to: "a.json")
        #expect(await run("check", "a.json", "--output", "json") == .configuration)
        let problem = terminal.json["results"]?[0]
        #expect(problem?["origin"] == "a.json:1:49" && problem?["key"] == "deadline" && problem?["suggestion"] == #""5s""#)
        #expect(terminal.reports.count == 1 && terminal.reports[0].hasPrefix(#"{"error":{"kind":"configuration","#))
    }
}
