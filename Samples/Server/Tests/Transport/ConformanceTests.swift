import EndpointConformance
import EndpointKit
import EndpointKitAsyncHTTPClient
import EndpointKitServer
import EndpointKitTesting
import InMemoryTracing
import Testing

@Suite struct ConformanceTests {
    @Test(.serialized, arguments: TransportConformance.checks)
    func `AsyncHTTPClientTransport: it keeps the transport contract, except for what the libraries below it don't support`(
        _ check: TransportConformance.Check
    ) async throws {
        try await check.run(AsyncHTTPClientTransport(), leavingOut: .asyncHTTPClient)
    }

    @Test(.serialized, arguments: TransportConformance.checks)
    func `CallTracer: it keeps the contract of the transport that it wraps`(_ check: TransportConformance.Check) async throws {
        try await check.run(CallTracer(around: CurlTransport(), tracer: InMemoryTracer()))
    }

    @Test func `AsyncHTTPClientTransport: every exclusion names a check`() throws { try TransportConformance.validate(.asyncHTTPClient) }
}
