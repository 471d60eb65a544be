import EndpointConformance
import EndpointKit
import EndpointKitTesting
import Testing

@Suite struct CurlTransportConformanceTests {
    @Test(.serialized, arguments: TransportConformance.checks)
    func `CurlTransport: it keeps the transport contract`(_ check: TransportConformance.Check) async throws {
        try await check.run(CurlTransport())
    }

    @Test func `CurlTransport: the framing table has its rows`() { #expect(TransportConformance.framingRowCount >= 400) }

    @Test func `TransportConformance: every check has a unique name`() {
        let names = TransportConformance.checks.map(\.name)
        #expect(Set(names).count == names.count)
    }
}
