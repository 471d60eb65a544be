import EndpointKit
import TestSupport
import Testing

@Suite struct CallRandomCancellationTests {
    @Test func `of 200 calls that are cancelled at random moments each has one outcome, which its canceller explains`() async throws {
        try await CancelledCalls(maxConcurrentCalls: 10).run(200, seed: 42)
    }

    @Test func `so has each of 200 requests to an engine`() async throws {
        try await CancelledTransfers(on: PlatformTransport()).run(200, seed: 42)
    }
}
