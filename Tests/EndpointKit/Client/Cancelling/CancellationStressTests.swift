import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// Calls that are cancelled at random moments, in random ways, over the loopback.
@Suite(.serialized, .timeLimit(.minutes(10))) struct CancellationStressTests {
    // In a process of its own, as it looks at what the whole process holds.
    @Test func `of 20,000 calls each has one outcome, which its canceller explains, and nothing is left`() async {
        await #expect(processExitsWith: .success) {
            giveWay()
            let server = try LoopbackServer { request in
                request.path == "/flaky" ? HTTPResponse(status: 503) : HTTPResponse(body: Data(repeating: 65, count: 20_000))
            }
            let again = Restarting { _, result in
                (try? result.get().status) == 503 ? .restart(after: .milliseconds(1)) : .pass
            }
            var configuration = APIConfiguration(baseURL: server.url)
            configuration.policies.concurrentCalls = 40
            configuration.policies.restartLimit = 3
            let clients = [CurlTransport(), Foreign(base: CurlTransport())].map { (transport: any Transport) in
                APIClient(
                    configuration: configuration, transport: transport,
                    decisions: [again, BadStatusDecision(), ParseDecision()])
            }
            var random = SplitMix64(seed: 42)
            try #require(await Self.tally(rounds: 2_000, clients, &random).other == 0)
            let descriptors = openDescriptors()
            let counts = await Self.tally(rounds: 18_000, clients, &random)
            try #require(counts.answered + counts.cancelled == 18_000)
            try #require(counts.cancelled > 1_000 && counts.answered > 1_000)
            for client in clients { try #require(client.activeCalls.isEmpty && client.waitingCallCount == 0) }
            // Connections are kept: as many as were used at a time.
            try #require(openDescriptors() <= descriptors + 2 * 2 * 40)
            for client in clients { try #require(try await client.data(.get("items")).value.count == 20_000) }
        }
    }

    private static func tally(rounds: Int, _ clients: [APIClient], _ random: inout SplitMix64) async -> Tally.Counts {
        let tally = Tally()
        for _ in 0..<(rounds / 50) {
            let plans = (0..<50).map { _ in Plan(&random) }
            await withTaskGroup(of: Void.self) { group in
                for plan in plans { group.addTask { await plan.run(clients, tally) } }
            }
        }
        return tally.counts
    }

    private struct Plan: Sendable {
        let client: Int
        let way: Way
        let path: Path
        let delay: Int

        init(_ random: inout SplitMix64) {
            client = Int.random(in: 0..<2, using: &random)
            // The others would end calls of each other.
            way = [Way.task, .handle, .group, .tag].randomElement(using: &random) ?? .task
            path = Bool.random(using: &random) ? "items" : "flaky"
            delay = Int.random(in: 0..<500, using: &random)
        }

        func run(_ clients: [APIClient], _ tally: Tally) async {
            let client = clients[client]
            let tag = UUID().uuidString
            let call = client.data(.get(path)).tagged(tag)
            let started =
                way == .tag
                ? Started(outcome: Task { await call.result }) { client.cancelCalls(tagged: tag) } : way.start(call, of: client)
            // A moment that differs from call to call: before the start, on the way, or after the end.
            for _ in 0..<delay { await Task.yield() }
            started.cancel()
            switch await started.outcome.value {
            case .success: tally.add(\.answered)
            case .failure(let error as APIError) where error.code == .restartLimit && path == "flaky": tally.add(\.answered)
            case .failure(let error) where way.explains(error): tally.add(\.cancelled)
            case .failure: tally.add(\.other)
            }
        }
    }
}
