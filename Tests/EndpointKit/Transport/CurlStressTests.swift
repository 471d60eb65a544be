import EndpointKit
import EndpointKitTesting
import Glibc
import Synchronization
import TestSupport
import Testing

/// Many calls on one engine.
@Suite(.serialized, .timeLimit(.minutes(10))) struct CurlStressTests {
    // In a process of its own, as it looks at what the whole process holds.
    @Test func `100,000 calls with 64 in flight are all answered, memory stays flat and no descriptor is lost`() async {
        await #expect(processExitsWith: .success) {
            giveWay()
            let server = try LoopbackServer(raw: { connection in
                let answer = Array("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello".utf8)
                while !connection.read().isEmpty { try connection.write(answer) }
            })
            let client = APIClient(configuration: APIConfiguration(baseURL: server.url), transport: CurlTransport())
            try #require(await answered(client, calls: 20_480) == 20_480)
            let memory = residentBytes()
            // Both ends of a connection are in this process, and not all 64 may be needed at first.
            let descriptors = openDescriptors() - 2 * server.acceptedCount
            try #require(await answered(client, calls: 81_920) == 81_920)
            try #require(residentBytes() - memory < 4 << 20)
            try #require(openDescriptors() - 2 * server.acceptedCount <= descriptors)
            try #require(server.acceptedCount <= 64)
        }
    }

    @Test func `10,000 calls cancelled at random moments have exactly one outcome each, and nothing hangs`() async {
        // In a process of its own too: its many turns are not taken from the other tests.
        await #expect(processExitsWith: .success) {
            giveWay()
            let server = try LoopbackServer { _ in HTTPResponse(body: Data(repeating: 65, count: 20_000)) }
            let transport = CurlTransport()
            var random = SplitMix64(seed: 42)
            let tally = Tally()
            for _ in 0..<(10_000 / 50) {
                let delays = (0..<50).map { _ in Int.random(in: 0..<2000, using: &random) }
                await withTaskGroup(of: Void.self) { group in
                    for delay in delays {
                        group.addTask {
                            let task = Task { try await transport.send(.get(server)) }
                            // A moment that differs from call to call: before the start, on the way, or after the end.
                            for _ in 0..<delay { await Task.yield() }
                            task.cancel()
                            switch await task.result {
                            case .success: tally.add(\.answered)
                            case .failure(is CancellationError): tally.add(\.cancelled)
                            case .failure: tally.add(\.other)
                            }
                        }
                    }
                }
            }
            let counts = tally.counts
            try #require(counts.answered + counts.cancelled == 10_000)
            try #require(counts.other == 0)
            try #require(counts.cancelled > 0)
            try #require(try await transport.send(.get(server)).body.count == 20_000)
        }
    }
}

private func answered(_ client: APIClient, calls: Int) async -> Int {
    await withTaskGroup(of: Int.self) { group in
        for _ in 0..<64 {
            group.addTask {
                var count = 0
                for _ in 0..<(calls / 64) where (try? await client.data(.get("hello")).value) == Data("hello".utf8) { count += 1 }
                return count
            }
        }
        return await group.reduce(0, +)
    }
}

final class Tally: Sendable {
    struct Counts {
        var answered = 0
        var cancelled = 0
        var other = 0
    }
    private let state = Mutex(Counts())
    var counts: Counts { state.withLock { $0 } }
    func add(_ kind: any WritableKeyPath<Counts, Int> & Sendable) { state.withLock { $0[keyPath: kind] += 1 } }
}
