import EndpointKit
import EndpointKitTesting
import Testing

@Suite struct LimitingConformanceTests {
    private static let transport = SharingTransport(
        around: QuotaTransport(around: CurlTransport(), Quota(calls: 1_000_000, per: .seconds(1))))

    @Test(.serialized, arguments: TransportConformance.checks)
    func `SharingTransport and QuotaTransport keep the contract of what is inside`(_ check: TransportConformance.Check) async throws {
        try await check.run(Self.transport)
    }
}
