import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct RetryBudgetTests {
    private let clock = ManualClock()

    private func client(_ budget: RetryBudget?) throws -> APIClient {
        try APIClient.example(StubTransport(), clock: clock) { $0.policies.retry.budget = budget }
    }

    private func call(_ client: APIClient, times: Int) async throws {
        for _ in 0..<times { try await _ = client.call(.get("items")).value }
    }

    /// How many retries are allowed now.
    private func allowed(by budget: RetryBudget) -> Int { (0..<1000).prefix { _ in budget.allowsRetry() }.count }

    @Test(arguments: [(0, 5), (24, 5), (25, 5), (29, 5), (30, 6), (100, 20)])
    func `RetryBudget: it allows retries for a fifth of the calls, and always a few`(calls: Int, retries: Int) async throws {
        let budget = RetryBudget(clock: clock)
        try await call(client(budget), times: calls)
        #expect(allowed(by: budget) == retries)
        #expect(!budget.allowsRetry())
    }

    @Test func `RetryBudget: clients that share it are limited together`() async throws {
        let budget = RetryBudget(clock: clock)
        for _ in 0..<5 { try await call(client(budget), times: 5) }
        #expect(allowed(by: budget) == 5)
    }

    @Test func `RetryBudget: only calls by clients that share it are counted`() async throws {
        let budget = RetryBudget(clock: clock)
        try await call(client(nil), times: 50)
        try await call(client(RetryBudget(clock: clock)), times: 50)
        #expect(allowed(by: budget) == 5)
    }

    @Test func `RetryBudget: calls and retries older than ten seconds no longer count`() async throws {
        let budget = RetryBudget(reserve: 0, clock: clock)
        let client = try client(budget)
        try await call(client, times: 20)
        #expect(allowed(by: budget) == 4)
        clock.advance(by: .seconds(9))
        #expect(allowed(by: budget) == 0)
        try await call(client, times: 10)
        #expect(allowed(by: budget) == 2)
        clock.advance(by: .seconds(1))
        // The ten calls made a second ago and their two retries still count.
        #expect(allowed(by: budget) == 0)
        try await call(client, times: 5)
        #expect(allowed(by: budget) == 1)
        clock.advance(by: .seconds(1000))
        #expect(allowed(by: budget) == 0)
    }

    @Test func `RetryBudget: the reserve is available again after ten seconds`() {
        let budget = RetryBudget(clock: clock)
        for _ in 0..<3 {
            #expect(allowed(by: budget) == 5)
            clock.advance(by: .seconds(10))
        }
    }

    @Test(arguments: [
        (Double.nan, 0, 0), (-1, 0, 0), (0, 0, 0), (0.2, -5, 2), (1, 0, 10), (.infinity, 0, 1000), (1e300, 0, 1000), (0, 7, 7),
        (0.2, .max, 1000),
    ])
    func `RetryBudget: any arguments lead to a valid number of retries`(ratio: Double, reserve: Int, retries: Int) async throws {
        let budget = RetryBudget(ratio: ratio, reserve: reserve, clock: clock)
        try await call(client(budget), times: 10)
        #expect(allowed(by: budget) == retries)
    }

    @Test func `RetryBudget: a call that waits for a slot counts when its request is sent`() async throws {
        let budget = RetryBudget(ratio: 1, reserve: 0, clock: clock)
        let (mayAnswer, clock) = (Signal(), clock)
        let stub = StubTransport { _ in
            await mayAnswer.wait()
            clock.advance(by: .seconds(1))
            mayAnswer.give()
            return HTTPResponse()
        }
        let client = try APIClient.example(stub, clock: clock) {
            $0.policies.retry.budget = budget
            $0.policies.maxConcurrentCalls = 1
        }
        let calls = (0..<30).map { _ in Task { try await client.call(.get("items")).value } }
        await eventually { client.activeCalls.count == 30 && !stub.requests.isEmpty }
        mayAnswer.give()
        for call in calls { _ = try await call.value }
        // It is the 30th second, and one call was sent in each of the seconds 0 to 29.
        #expect(allowed(by: budget) == 9)
    }

    @Test func `RetryBudget: a clock that is set back has no effect on the limit`() async throws {
        let budget = RetryBudget(clock: clock)
        clock.advance(by: .seconds(-100))
        try await call(client(budget), times: 30)
        #expect(allowed(by: budget) == 6)
    }
}
