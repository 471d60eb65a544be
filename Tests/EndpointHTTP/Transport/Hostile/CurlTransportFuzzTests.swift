import EndpointKit
import TestSupport
import Testing

@Suite struct CurlTransportFuzzTests {
    @Test func `CurlTransport: each of 500 broken responses leads to a response or an APIError`() async throws {
        try await BrokenAnswers(on: CurlTransport()).run(500, seed: 42)
    }
}
