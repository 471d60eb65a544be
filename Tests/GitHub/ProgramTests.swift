import EndpointKit
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

    private static let settings = URL(filePath: #filePath).appending(path: "../../../Config/github.json").standardized

    private func run(_ arguments: [String], environment: [String: String] = [:], settings: URL = settings) async -> Output {
        let lines = Recorder<String>()
        let reports = Recorder<String>()
        let program = Program(environment: environment, print: { lines.record($0) }, report: { reports.record($0) }, settings: settings)
        let code = await program.run(arguments)
        return Output(code: code, lines: lines.values, reports: reports.values)
    }

    @Test func `a search prints a table of several pages, and says who answered`() async {
        let output = await run(["search", "swift", "--pages", "3"])
        #expect(output.code == .ok)
        #expect(output.lines.count == 31)
        #expect(output.lines.first == "NAME                           STARS  LANGUAGE  DESCRIPTION")
        #expect(output.lines[1] == "example/swift-algorithms         100  Swift     algorithms, written in Swift")
        #expect(output.reports.count == 2)
        #expect(
            output.reports.first?.hasPrefix("github: searching a local stand-in with made-up repositories at http://127.0.0.1:") == true)
        #expect(output.reports.last == "github: 30 of 40 repositories, from 3 pages.")
    }

    @Test func `GITHUB_URL names another host`() async throws {
        let standIn = try StandIn()
        let output = await run(["search", "csv", "--per-page", "2"], environment: ["GITHUB_URL": standIn.url.absoluteString])
        #expect(output.code == .ok && output.lines.count == 3)
        #expect(output.reports == ["github: 2 of 3 repositories, from 1 page."])
        #expect(standIn.requests.count == 1)
    }

    @Test func `the real host is asked as the settings file says, with a token where there is one`() async throws {
        let standIn = try StandIn()
        let address = ["ENDPOINTKIT_BASE_URL": standIn.url.absoluteString, "ENDPOINTKIT_PROXY_URL": "none"]
        #expect(await run(["search", "csv", "--live"], environment: address).code == .ok)
        #expect(await run(["search", "csv", "--live"], environment: address.merging(["GITHUB_TOKEN": "abc"]) { $1 }).code == .ok)
        #expect(standIn.requests.map { $0.headers["Authorization"] } == [nil, "Bearer abc"])
    }

    @Test func `a settings file of another host gets no token, nor anything it names`() async throws {
        let standIn = try StandIn()
        let folder = try Folder()
        let text = #"{ "baseURL": "\#(standIn.url.absoluteString)", "proxy": "none", "headers": { "X-A": { "env": "CLOUD_KEY" } } }"#
        try folder.write(Array(text.utf8), to: "github.json")
        let settings = folder.file("github.json")
        let first = await run(["search", "csv", "--live"], environment: ["CLOUD_KEY": "hunter2"], settings: settings)
        #expect(first.code == .ok && first.reports.first?.hasSuffix("github.json names: headers.X-A.") == true)
        #expect(standIn.requests.map { $0.headers["X-A"] } == [nil])
        let output = await run(["search", "csv", "--live"], environment: ["GITHUB_TOKEN": "hunter2"], settings: settings)
        #expect(output.code == .failure && standIn.requests.count == 1)
    }

    @Test func `what came before a failure is shown`() async throws {
        let standIn = try StandIn(quota: 2)
        let output = await run(["search", "swift", "--pages", "3"], environment: ["GITHUB_URL": standIn.url.absoluteString])
        #expect(output.code == .failure && output.lines.count == 21)
        #expect(standIn.requests.count == 3)
    }

    @Test func `a refusal is one line in GitHub's words`() async throws {
        let standIn = try StandIn(quota: 0)
        let output = await run(["search", "csv"], environment: ["GITHUB_URL": standIn.url.absoluteString])
        #expect(output.code == .failure && output.lines.isEmpty)
        #expect(standIn.requests.count == 1)
        #expect(output.reports == ["github: The server answered 403 Forbidden: API rate limit exceeded for 127.0.0.1."])
    }

    @Test(arguments: [
        [], ["search"], ["find", "swift"], ["search", "swift", "--pages"], ["search", "swift", "--pages", "0"], ["search", "a", "b"],
    ])
    func `other arguments get the usage`(arguments: [String]) async {
        let output = await run(arguments)
        #expect(output.code == .usage && output.lines.isEmpty)
        #expect(output.reports == [Arguments.usage])
    }

    @Test func `what a terminal would act on is left out`() throws {
        let json = #"{"id":1,"full_name":"a\u001B[2Jb\nc","stargazers_count":1,"language":"\u202Ed"}"#
        let repository = try JSONDecoder().decode(Repository.self, from: Data(json.utf8))
        #expect(RepositoryTable.lines(of: [repository]).last == "a [2Jb c      1  d")
    }
}
