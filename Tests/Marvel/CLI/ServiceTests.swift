import EndpointKit
import Testing

@testable import marvel

@Suite struct ServiceTests {
    @Test func `marvel: the variables name the service, which is otherwise a local gateway`() async throws {
        try await Session("service", url: try GatewayCaller.url).check()
    }

    @Test func `marvel: a local gateway is a short note on a terminal`() async throws {
        try await Session("service-terminal", columns: 80).check()
    }

    @Test func `marvel: made-up keys differ each time`() {
        #expect(Keys.madeUp().publicKey != Keys.madeUp().publicKey && Keys.madeUp().privateKey != Keys.madeUp().privateKey)
    }
}
