import CommandLineProgram
import EndpointKit
import EndpointKitTesting
import HTTPBinAPI
import TestSupport
import Testing

@testable import httpbin

@Suite struct ProgramTests {
    private func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) async -> (code: ExitCode, lines: [String], reports: [String]) {
        let lines = Recorder<String>()
        let reports = Recorder<String>()
        let console = Console(send: { lines.record(String(decoding: $0, as: UTF8.self)) }, report: { reports.record($0) })
        let program = HTTPBin(console: console, environment: environment, clock: ManualClock(skipsSleeps: true))
        return (await program.run(arguments), lines.values, reports.values)
    }

    private static let file = URL(filePath: #filePath).appending(path: "../../../Config/httpbin.json").standardized.path

    @Test func `httpbin command: each request is a line with its result`() async throws {
        let output = await run([])
        #expect(output.code == .ok)
        #expect(output.reports.first?.hasPrefix("httpbin: calling a local stub server with made-up data at http://127.0.0.1:") == true)
        #expect(
            output.lines.joined() == """
                QUESTION             ANSWER                            ATTEMPTS
                a form               name=Ada Lovelace, sum=1+1               1
                a forbidden page     Not for you, code 999                    -
                a rejected token     accepted with the token "second"         2
                a transient failure  200 OK                                   2
                an empty body        200 OK, decoded with no members          1
                a session            theme=dark                               1
                JSON behind a guard  hello world                              1

                """)
    }

    @Test func `httpbin command: results can be JSON`() async throws {
        let output = await run(["--output", "ndjson", "--fields", "question,attempts"])
        #expect(
            output.lines.joined().hasPrefix(
                #"{"question":"a form","attempts":1}"# + "\n" + #"{"question":"a forbidden page","attempts":null}"#))
    }

    @Test func `httpbin command: an unreachable host is one line per request, and no success`() async throws {
        let port = try RefusingPort()
        let environment = ["HTTPBIN_BASE_URL": port.url.absoluteString, "ENDPOINTKIT_PROXY_URL": "none"]
        let output = await run(["--config", Self.file], environment: environment)
        #expect(output.code == .network && output.lines.joined().split(separator: "\n").count == 8 && output.reports.isEmpty)
    }

    @Test func `httpbin command: the host in a settings file is called as the file says`() async throws {
        let standIn = try StandIn.start()
        let environment = ["HTTPBIN_BASE_URL": standIn.url.absoluteString, "ENDPOINTKIT_PROXY_URL": "none"]
        #expect(await run(["--config", Self.file], environment: environment).code == .ok)
        #expect(standIn.requests.count > 6)
        #expect(standIn.requests.allSatisfy { $0.headers["User-Agent"]?.hasSuffix("/\(HTTPBin.program.version)") == true })
    }

    @Test func `httpbin command: the built-in settings equal the file's`() throws {
        func shown(_ configuration: APIConfiguration) -> [String] { configuration.settings.map { "\($0.key)=\($0.value)" } }
        var file = try APIConfiguration(contentsOf: URL(filePath: Self.file), environment: [:])
        file.appVersion = HTTPBin.program.version
        #expect(shown(try HTTPBin.builtIn()) == shown(file))
    }
}
