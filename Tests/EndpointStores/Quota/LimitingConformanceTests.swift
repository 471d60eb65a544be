import EndpointConformance
import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct LimitingConformanceTests {
    private static let transport = QuotaTransport(around: PlatformTransport(), Quota(calls: 1_000_000, per: .seconds(1)))

    @Test(.serialized, arguments: TransportConformance.checks)
    func `QuotaTransport: it keeps the contract of the transport that it wraps`(_ check: TransportConformance.Check) async throws {
        try await check.run(Self.transport)
    }
}
