import EndpointConformance
import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct StubTransportConformanceTests {
    @Test(.serialized, arguments: TransportConformance.checks)
    func `StubTransport: as a wrapper of another transport, it keeps the contract, except for checks that a closure can't pass`(
        _ check: TransportConformance.Check
    ) async throws {
        let base = PlatformTransport()
        try await check.run(StubTransport { try await base.send($0) }, leavingOut: .stub)
    }

    @Test func `StubTransport: every exclusion names a check`() throws { try TransportConformance.validate(.stub) }
}
