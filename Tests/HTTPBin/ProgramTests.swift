import EndpointKit
import EndpointKitTesting
import HTTPBinAPI
import TestSupport
import Testing

@testable import httpbin

@Suite struct ProgramTests {
    private func run(_ configuration: APIConfiguration) async -> (isAnswered: Bool, lines: [String]) {
        let lines = Recorder<String>()
        let client = HTTPBinClient(
            configuration: configuration, token: AccessToken(StandIn.refusedToken), clock: ManualClock(skipsSleeps: true))
        let isAnswered = await Program(client: client) { lines.record($0) }.run()
        return (isAnswered, lines.values)
    }

    @Test func `each thing that is asked is a line, with what came`() async throws {
        let standIn = try StandIn()
        let output = await run(Program.configuration(of: standIn))
        withExtendedLifetime(standIn) {}
        #expect(output.isAnswered)
        #expect(
            output.lines == [
                "a form: name=Ada Lovelace, sum=1+1, at once",
                "a forbidden page: Not for you, code 999",
                #"a rejected token: accepted with the token "second", after 2 attempts"#,
                "a transient failure: 200 OK, after 2 attempts",
                "an empty body: 200 OK, decoded with no members, at once",
                "JSON behind a guard: hello world, at once",
            ])
    }

    @Test func `a host that can't be reached is a line for each, and no success`() async throws {
        let port = try RefusingPort()
        var configuration = Program.configuration(of: try StandIn())
        configuration.baseURL = port.url
        let output = await run(configuration)
        #expect(!output.isAnswered && output.lines.count == 6)
    }
}
