import EndpointConformance
import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct CookieConformanceTests {
    /// The purpose of a jar is to keep cookies.
    private static let checks = StepTransport.checks.filter { $0.name != "a cookie isn't kept" }

    @Test(.serialized, arguments: checks)
    func `CookieJar: the steps of a client with a jar keep the contract of its transport`(_ check: TransportConformance.Check) async throws
    {
        try await check.run(StepTransport(around: PlatformTransport(), cookies: CookieJar()))
    }
}
