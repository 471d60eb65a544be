import EndpointConformance
import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct CookieTransportConformanceTests {
    /// The purpose of a CookieTransport is to keep cookies.
    private static let checks = TransportConformance.checks.filter { $0.name != "a cookie isn't kept" }

    @Test(.serialized, arguments: checks)
    func `CookieTransport: it keeps the contract of the transport that it wraps`(_ check: TransportConformance.Check) async throws {
        try await check.run(CookieTransport(around: PlatformTransport(), jar: CookieJar()))
    }
}
