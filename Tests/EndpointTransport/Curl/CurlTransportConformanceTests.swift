import EndpointKit
import EndpointKitTesting
import Testing

@Suite struct CurlTransportConformanceTests {
    @Test(.serialized, arguments: TransportConformance.checks)
    func `CurlTransport keeps the contract`(_ check: TransportConformance.Check) async throws {
        try await check.run(CurlTransport())
    }

    @Test func `the framing table has its rows`() { #expect(TransportConformance.framingRowCount >= 400) }

    @Test func `every check has a name of its own`() {
        let names = TransportConformance.checks.map(\.name)
        #expect(Set(names).count == names.count)
    }
}
