import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// Calls in child tasks end like any other work in such tasks.
@Suite struct CallGroupTaskTests {
    private let server: LoopbackServer
    private let client: APIClient
    private let reached = Signal()
    private let closed = Signal()

    init() throws {
        let (reached, closed) = (reached, closed)
        // Answers `/fail`, and leaves everything else waiting.
        server = try LoopbackServer(raw: { connection in
            while let request = try connection.readRequest() {
                if request.path == "/fail" {
                    try connection.write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
                } else {
                    reached.give()
                    connection.waitForClose()
                    closed.give()
                }
            }
        })
        client = server.client(over: PlatformTransport())
    }

    @Test func `Structured concurrency: an async let that is never awaited is cancelled, and its connection closed`() async throws {
        do {
            async let _ = client.data(.get("slow")).value
            await reached.wait()
        }
        await closed.wait()
        #expect(client.activeCalls.isEmpty)
    }

    @Test func `Structured concurrency: the siblings of a throwing child throw CancellationError`() async throws {
        let siblings = Recorder<Bool>()
        let error = await #expect(throws: APIError.self) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<5 {
                    group.addTask {
                        do { _ = try await client.data(.get("slow")).value } catch {
                            siblings.record(error is CancellationError)
                            throw error
                        }
                    }
                }
                for _ in 0..<5 { await reached.wait() }
                group.addTask { _ = try await client.data(.get("fail")).value }
                try await group.next()
            }
        }
        #expect(error?.code == .badStatus)
        #expect(siblings.values == Array(repeating: true, count: 5))
        for _ in 0..<5 { await closed.wait() }
        #expect(client.activeCalls.isEmpty)
    }

    @Test func `Structured concurrency: when the 50th of 200 calls fails, the rest end with it as their cause`() async throws {
        let group = CallGroup()
        let outcomes = AsyncStream<Result<Data, any Error>>.makeStream()
        for _ in 0..<49 { client.data(.get("slow")).start(in: group, on: .immediate) { outcomes.continuation.yield($0) } }
        for _ in 0..<49 { await reached.wait() }
        client.data(.get("fail")).start(in: group, on: .immediate) { outcomes.continuation.yield($0) }
        for _ in 0..<150 { client.data(.get("slow")).start(in: group, on: .immediate) { outcomes.continuation.yield($0) } }
        var (failed, cancelled) = (0, 0)
        for await result in outcomes.stream.prefix(200) {
            switch result {
            case .failure(let error as APIError) where error.code == .badStatus: failed += 1
            case .failure(let error as APIError):
                if case .group(let cause)? = error.cancellationReason, (cause as? APIError)?.code == .badStatus { cancelled += 1 }
            default: break
            }
        }
        #expect(failed == 1)
        #expect(cancelled == 199)
        let error = await #expect(throws: APIError.self) { try await group.finish() }
        #expect(error?.code == .badStatus)
        #expect(group.activeCount == 0)
    }
}
