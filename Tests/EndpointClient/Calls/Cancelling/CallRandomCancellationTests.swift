import EndpointKit
import TestSupport
import Testing

@Suite struct CallRandomCancellationTests {
    @Test func `Call cancellation: 200 calls that are cancelled at random moments have one outcome each, which names who cancelled`()
        async throws
    {
        try await CancelledCalls(maxConcurrentCalls: 10).run(200, seed: 42)
    }

    @Test func `Call cancellation: 200 requests to an engine cancelled at random moments have one outcome each`() async throws {
        try await CancelledTransfers(on: PlatformTransport()).run(200, seed: 42)
    }
}
