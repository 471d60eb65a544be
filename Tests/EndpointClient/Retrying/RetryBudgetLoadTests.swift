import EndpointKit
import EndpointKitTesting
import Synchronization
import TestSupport
import Testing

/// The load that retries add to a service that answers every other request with 503.
@Suite struct RetryBudgetLoadTests {
    /// A service that rejects half of a client's requests. Each client has its own seed.
    private static func stub(seed: UInt64) -> StubTransport {
        let random = Mutex(SplitMix64(seed: seed))
        return StubTransport { _ in HTTPResponse(status: random.withLock { Bool.random(using: &$0) } ? 503 : 200) }
    }

    /// The number of requests if each of 100 clients makes `calls` calls, without real waits.
    private static func requests(calls: Int, policy: @escaping @Sendable (ManualClock) -> RetryPolicy) async throws -> Int {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 1...100 {
                group.addTask {
                    let stub = stub(seed: UInt64(number))
                    let clock = ManualClock(skipsSleeps: true)
                    let client = try APIClient.example(stub, clock: clock) { $0.policies.retry = policy(clock) }
                    for _ in 0..<calls { _ = try? await client.call(.get("items")).value }
                    return stub.requests.count
                }
            }
            return try await group.reduce(0, +)
        }
    }

    @Test func `RetryBudget: 100 clients with their own budgets add at most a fifth of the requests`() async throws {
        let requests = try await Self.requests(calls: 50) { _ in .standard }
        #expect(requests <= 6000)
        #expect(requests > 5500)
    }

    @Test func `RetryBudget: 100 clients that share a budget add at most a fifth of the requests, however few calls each makes`()
        async throws
    {
        let budget = RetryBudget(clock: ManualClock())
        let requests = try await Self.requests(calls: 1) { _ in RetryPolicy(budget: budget) }
        #expect(requests <= 120)
        #expect(requests > 105)
    }

    @Test func `RetryBudget: without it, retries would be three quarters of the requests`() async throws {
        let requests = try await Self.requests(calls: 50) { RetryPolicy(budget: RetryBudget(ratio: 1, reserve: .max, clock: $0)) }
        #expect(requests > 8000)
    }
}
