import EndpointKit
import EndpointKitAsyncHTTPClient
import EndpointKitTesting
import Testing

@Suite struct ConformanceTests {
    @Test(.serialized, arguments: TransportConformance.checks)
    func `AsyncHTTPClientTransport keeps the contract, but for what SwiftNIO's parser can't`(
        _ check: TransportConformance.Check
    ) async throws {
        try await check.run(AsyncHTTPClientTransport(), leavingOut: .asyncHTTPClient)
    }

    @Test func `every exclusion is the name of a check`() throws { try TransportConformance.validate(.asyncHTTPClient) }
}
