import EndpointKit
import EndpointKitTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct FuzzTests {
    // In a process of its own: a crash is a failure of this test alone, and it looks at what the whole process holds.
    @Test func `50,000 broken responses each end in a response or an APIError, and nothing is left of them`() async {
        await #expect(processExitsWith: .success) {
            giveWay()
            let transport = CurlTransport()
            // What is made once is there after some of them.
            _ = try await outcomes(of: 5000, seed: 7, on: transport)
            let memory = residentBytes()
            let descriptors = openDescriptors()
            let counts = try await outcomes(of: 50_000, seed: 42, on: transport)
            try #require(counts.other == 0)
            try #require(counts.answered + counts.failed == 50_000)
            // Both kinds occur, or the responses aren't what they should be.
            try #require(counts.answered > 5000 && counts.failed > 5000)
            try #require(openDescriptors() <= descriptors + 4)
            try #require(residentBytes() - memory < 8 << 20)
        }
    }
}

private struct Outcomes: Sendable {
    var answered = 0
    var failed = 0
    /// Neither, or a timeout: the server always closes, so there is nothing to wait for.
    var other = 0

    mutating func add(_ result: Result<Int, any Error>) {
        switch result {
        case .success: answered += 1
        case .failure(let error as APIError) where error.code != .timeout: failed += 1
        case .failure: other += 1
        }
    }
}

/// One call for each of `count` responses, 32 at once, whole and streamed in turn.
private func outcomes(of count: Int, seed: UInt64, on transport: CurlTransport) async throws -> Outcomes {
    let responses = Source(seed: seed)
    let server = try LoopbackServer(raw: { connection in
        guard try connection.readRequest() != nil else { return }
        try connection.write(responses.next())
    })
    return await withTaskGroup(of: Outcomes.self) { group in
        for start in 0..<32 {
            group.addTask {
                var outcomes = Outcomes()
                for index in stride(from: start, to: count, by: 32) {
                    outcomes.add(await result(from: server, isStreamed: (index / 32).isMultiple(of: 2), on: transport))
                }
                return outcomes
            }
        }
        return await group.reduce(into: Outcomes()) {
            $0.answered += $1.answered
            $0.failed += $1.failed
            $0.other += $1.other
        }
    }
}

private final class Source: Sendable {
    private let responses: Mutex<MutatedResponses>
    init(seed: UInt64) { responses = Mutex(MutatedResponses(seed: seed)) }
    func next() -> [UInt8] { responses.withLock { $0.next() } }
}

private func result(from server: LoopbackServer, isStreamed: Bool, on transport: CurlTransport) async -> Result<Int, any Error> {
    var request = HTTPRequest.get(server)
    request.bodyLimit = 1 << 20
    do {
        if isStreamed { return .success(try await transport.stream(request).body.collected(limit: 1 << 20).count) }
        return .success(try await transport.send(request).body.count)
    } catch {
        return .failure(error)
    }
}
