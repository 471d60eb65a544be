import EndpointKit
import EndpointKitAsyncHTTPClient
import EndpointKitTesting
import Testing

@Suite struct ConformanceTests {
    @Test(.serialized, arguments: TransportConformance.checks)
    func `AsyncHTTPClientTransport: it keeps the transport contract, except for what SwiftNIO's parser doesn't support`(
        _ check: TransportConformance.Check
    ) async throws {
        try await check.run(AsyncHTTPClientTransport(), leavingOut: .asyncHTTPClient)
    }

    @Test func `AsyncHTTPClientTransport: every exclusion names a check`() throws { try TransportConformance.validate(.asyncHTTPClient) }
}
