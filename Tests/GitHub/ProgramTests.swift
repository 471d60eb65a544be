import CommandLineProgram
import EndpointKit
import EndpointKitTesting
import Foundation
import GitHubAPI
import TestSupport
import Testing

@testable import github

@Suite struct ProgramTests {
    private struct Output {
        var code: ExitCode
        var lines: [String]
        var reports: [String]
    }

    private func run(_ arguments: [String], environment: [String: String] = [:]) async -> Output {
        let lines = Recorder<String>()
        let reports = Recorder<String>()
        let console = Console(send: { lines.record(String(decoding: $0, as: UTF8.self)) }, report: { reports.record($0) })
        let code = await GitHub(console: console, environment: environment).run(arguments)
        return Output(code: code, lines: lines.values.joined().split(separator: "\n").map(String.init), reports: reports.values)
    }

    @Test func `github: a search prints a table of several pages, and says which host answered`() async {
        let output = await run(["search", "swift", "--pages", "3"])
        #expect(output.code == .ok)
        #expect(output.lines.count == 31)
        #expect(output.lines.first == "NAME                            STARS  LANGUAGE      DESCRIPTION")
        #expect(output.lines[1] == "example/swift-algorithms          100  Swift         algorithms, written in Swift")
        #expect(output.reports.count == 2)
        #expect(
            output.reports.first?.hasPrefix("github: calling a local stub server with made-up data at http://127.0.0.1:") == true)
        #expect(output.reports.last == "github: 30 of 40 repositories, from 3 pages.")
    }

    @Test func `github: GITHUB_URL names another host`() async throws {
        let standIn = try StandIn.start()
        let output = await run(["search", "csv", "--per-page", "2"], environment: ["GITHUB_URL": standIn.url.absoluteString])
        #expect(output.code == .ok && output.lines.count == 3)
        #expect(output.reports == ["github: 2 of 3 repositories, from 1 page."])
        #expect(standIn.requests.count == 1)
    }

    private static let file = URL(filePath: #filePath).appending(path: "../../../Config/github.json").standardized

    @Test func `github: the built-in settings equal the file's, with a token if there is one`() async throws {
        func shown(_ configuration: APIConfiguration) -> [String] { configuration.settings.map { "\($0.key)=\($0.value)" } }
        for (token, profile) in [("", nil), ("abc", "token")] {
            var file = try APIConfiguration(contentsOf: Self.file, profile: profile, environment: ["GITHUB_TOKEN": token])
            // Each request has these fields by default.
            file.headers = [:]
            file.appVersion = GitHub.program.version
            let builtIn = try GitHub.builtIn(["GITHUB_TOKEN": token])
            #expect(shown(builtIn).filter { !$0.hasPrefix("authentication") } == shown(file).filter { !$0.hasPrefix("authentication") })
            let request = HTTPRequest(origin: try #require(Origin(scheme: .https, host: "example.com")))
            let authorized = try await builtIn.authentication?.adapt(request)
            #expect(authorized?.headers["Authorization"] == (token.isEmpty ? nil : "Bearer abc"))
        }
    }

    @Test func `github: the host in a settings file is called as the file says`() async throws {
        let standIn = try StandIn.start()
        let environment = ["GITHUB_BASE_URL": standIn.url.absoluteString, "ENDPOINTKIT_PROXY_URL": "none", "GITHUB_TOKEN": "abc"]
        let arguments = ["search", "csv", "--config", Self.file.path]
        #expect(await run(arguments, environment: environment).code == .ok)
        #expect(await run(arguments + ["--profile", "token"], environment: environment).code == .ok)
        #expect(standIn.requests.map { $0.headers["Authorization"] } == [nil, "Bearer abc"])
        #expect(await run(["search", "csv"], environment: ["GITHUB_URL": standIn.url.absoluteString]).code == .ok)
        #expect(standIn.requests.allSatisfy { $0.headers["User-Agent"]?.hasSuffix("/\(GitHub.program.version)") == true })
    }

    @Test func `github: results before a failure are shown`() async throws {
        let standIn = try StandIn.start(quota: 2)
        let output = await run(["search", "swift", "--pages", "3"], environment: ["GITHUB_URL": standIn.url.absoluteString])
        #expect(output.code == .quota && output.lines.count == 21)
        #expect(standIn.requests.count == 3)
    }

    @Test func `github: a refusal is one line in GitHub's words`() async throws {
        let standIn = try StandIn.start(quota: 0)
        let output = await run(["search", "csv"], environment: ["GITHUB_URL": standIn.url.absoluteString])
        #expect(output.code == .quota && output.lines.isEmpty)
        #expect(standIn.requests.count == 1)
        #expect(output.reports == ["github: The server answered 403 Forbidden: API rate limit exceeded for 127.0.0.1."])
    }

    @Test(arguments: [
        ([], "A command is missing. See github --help."), (["search"], "<text> is missing. See github search --help."),
        (["find", "swift"], "github has no command \"find\". See github --help."),
        (["search", "swift", "--pages"], "--pages needs a value, <n>. See github search --help."),
        (["search", "swift", "--pages", "0"], "--pages needs a whole number from 1, not \"0\"."),
        (["search", "a", "b"], "\"b\" is one argument too many. See github search --help."),
        (["--verison"], "github has no option --verison (did you mean --version?). See github --help."),
    ])
    func `github: invalid arguments are rejected in one line that says what is valid`(arguments: [String], message: String) async {
        let output = await run(arguments)
        #expect(output.code == .usage && output.lines.isEmpty)
        #expect(output.reports == ["github: \(message)"])
    }

    @Test func `github: characters that control a terminal are omitted`() async throws {
        let page =
            #"{"total_count": 1, "incomplete_results": false, "items": [{"id": 1, "full_name": "a\u001b[2Jb\nc", "stargazers_count": 1}]}"#
        let server = try LoopbackServer { _ in HTTPResponse(body: Data(page.utf8)) }
        let output = await run(["search", "a"], environment: ["GITHUB_URL": server.url.absoluteString])
        #expect(output.lines.last?.hasPrefix("a [2Jb c ") == true)
    }

    @Test(arguments: [
        ("json", #"{"id": 1000, "name": "swift-algorithms", "full_name": "example/swift-algorithms", "owner": {"login": "example"}, "#),
        ("ndjson", #"{"id":1000,"name":"swift-algorithms","full_name":"example/swift-algorithms","owner":{"login":"example"},"#),
        ("csv", "1000,example/swift-algorithms,100,Swift,"),
    ])
    func `github: results are printed in every format`(format: String, start: String) async throws {
        let output = await run(["search", "swift", "--per-page=1", "--output", format])
        #expect(output.code == .ok)
        #expect(output.lines.contains { $0.filter { $0 != " " }.hasPrefix(start.filter { $0 != " " }) })
    }

    @Test func `github: JSON has every field that GitHub returns, and --fields selects from them`() async throws {
        let output = await run(["search", "swift", "--per-page=1", "--output=ndjson", "--fields=owner,stargazers_count,stars,topics"])
        #expect(output.lines == [#"{"owner":{"login":"example"},"stargazers_count":100,"stars":100,"topics":null}"#])
    }

    @Test func `github: a search without results says so`() async {
        let output = await run(["search", "nothing"])
        #expect(output.code == .ok && output.lines.count == 1 && output.reports.last == "github: no repositories.")
    }

    @Test func `github: a document with missing pages isn't closed`() async throws {
        let standIn = try StandIn.start(quota: 1)
        let environment = ["GITHUB_URL": standIn.url.absoluteString]
        let output = await run(["search", "swift", "--pages=2", "--output=json"], environment: environment)
        #expect(output.code == .quota && output.lines.count == 13 && isBroken(output.lines))
    }

    private func isBroken(_ lines: [String]) -> Bool { (try? JSON(parsing: lines.joined(separator: "\n"))) == nil }

    @Test func `github: --curl prints the command with the token hidden, and sends nothing`() async throws {
        let standIn = try StandIn.start()
        let environment = ["GITHUB_BASE_URL": standIn.url.absoluteString, "GITHUB_TOKEN": "abc"]
        let output = await run(["search", "csv", "--config", Self.file.path, "--profile", "token", "--curl"], environment: environment)
        #expect(output.code == .ok && output.lines.count == 1 && standIn.requests.isEmpty)
        #expect(output.lines.first?.hasPrefix("curl '\(standIn.url.absoluteString)search/repositories?") == true)
        #expect(output.lines.first?.contains("Authorization: <") == true && output.lines.first?.contains("abc") == false)
    }
}
