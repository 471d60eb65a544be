import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct ConcurrencyLimitTests {
    /// Answers one request after the other, when the test asks for it.
    private final class Gate: Transport {
        let arrived = Signal()
        let open = Signal()
        private let state = Mutex((running: 0, most: 0, order: [String]()))
        var most: Int { state.withLock { $0.most } }
        var order: [String] { state.withLock { $0.order } }

        func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
            state.withLock { state in
                state.running += 1
                state.most = max(state.most, state.running)
                state.order.append(String(request.path.encoded.dropFirst("/v1/".count)))
            }
            arrived.give()
            await open.wait()
            state.withLock { $0.running -= 1 }
            return HTTPResponse()
        }

        func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
            HTTPResponseStream(try await send(request, in: context))
        }
    }

    private let gate = Gate()

    private func client(_ limit: Int) throws -> APIClient {
        try APIClient.example(gate) { $0.policies.maxConcurrentCalls = limit }
    }

    /// Starts a call, and returns when the call is in flight or waiting for its turn.
    private func started(_ client: APIClient, _ path: Path, _ priority: TaskPriority = .medium) async -> Task<Void, any Error> {
        let (active, waiting) = (client.activeCalls.count, client.waitingCallCount)
        let task = Task { _ = try await client.call(.get(path)).priority(priority).value }
        if active == 0 {
            await gate.arrived.wait()
        } else {
            await eventually { client.waitingCallCount != waiting }
        }
        return task
    }

    @Test(arguments: [1, 3, 16]) func `ConcurrencyLimit: no more calls than the limit are in flight at a time`(limit: Int) async throws {
        let client = try client(limit)
        let tasks = (0..<100).map { _ in Task { try await client.call(.get("items")).value } }
        for _ in 0..<limit { await gate.arrived.wait() }
        await eventually { client.waitingCallCount == 100 - limit }
        for _ in limit..<100 {
            gate.open.give()
            await gate.arrived.wait()
        }
        for _ in 0..<limit { gate.open.give() }
        for task in tasks { _ = try await task.value }
        #expect(gate.most == limit)
        #expect(client.activeCalls.isEmpty)
    }

    @Test func `ConcurrencyLimit: calls run in order of arrival, higher priorities first`() async throws {
        let client = try client(1)
        var tasks = [await started(client, "running")]
        for path in ["a", "b"] { tasks.append(await started(client, Path(path))) }
        tasks.append(await started(client, "low", .low))
        for path in ["high", "high-2"] { tasks.append(await started(client, Path(path), .high)) }
        tasks.append(await started(client, "c"))
        for _ in tasks { gate.open.give() }
        for task in tasks { try await task.value }
        #expect(gate.order == ["running", "high", "high-2", "a", "b", "c", "low"])
    }

    @Test func `ConcurrencyLimit: a call that waits between attempts holds no slot`() async throws {
        let clock = ManualClock()
        let stub = StubTransport { request in HTTPResponse(status: request.path.encoded == "/v1/flaky" ? 503 : 200) }
        let again = Restarting { attempt, result in (try? result.get().status) == 503 && attempt == 1 ? .restart(after: .seconds(9)) : .pass
        }
        var configuration = APIConfiguration(baseURL: try exampleURL())
        configuration.policies.maxConcurrentCalls = 1
        let client = APIClient(
            configuration: configuration, transport: stub, decisions: [again, BadStatusDecision(), ParseDecision()], clock: clock)
        let flaky = Task { try await client.call(.get("flaky")).value }
        await clock.sleepers(1)
        _ = try await client.call(.get("items")).value
        clock.advance(by: .seconds(9))
        await #expect(throws: APIError.self) { try await flaky.value }
    }

    @Test func `ConcurrencyLimit: a call made by an adapter doesn't wait for the call that the adapter serves`() async throws {
        let stub = StubTransport()
        let inner = Recorder<APIClient>()
        let client = try APIClient.example(
            stub,
            adapters: [
                AnyAdapter { request in
                    guard request.path == "/v1/items" else { return }
                    _ = try await inner.last?.call(.get("token")).value
                }
            ]
        ) { $0.policies.maxConcurrentCalls = 1 }
        inner.record(client)
        _ = try await client.call(.get("items")).value
        #expect(stub.requests.map(\.path.encoded) == ["/v1/token", "/v1/items"])
    }

    @Test func `ConcurrencyLimit: a token refresh by the same client doesn't wait for the calls that wait for it`() async throws {
        struct Signed: AuthenticatedEndpoint { var path: Path { "items" } }
        struct Token: BearerToken {
            let bearerText: String
            var expiry: Date? { nil }
        }
        let stub = StubTransport { request in
            if request.path == "/v1/token" { return HTTPResponse(body: Data("new".utf8)) }
            return HTTPResponse(status: request.headers["Authorization"] == "Bearer new" ? 200 : 401)
        }
        let client = Recorder<APIClient>()
        let refresher = TokenRefresher<Token>(store: MemoryTokenStore(Token(bearerText: "old"))) { _ in
            Token(bearerText: try await client.last?.string(.get("token")).value ?? "none")
        }
        client.record(
            try APIClient.example(stub) {
                $0.policies.maxConcurrentCalls = 1
                $0.authentication = .bearer(refresher)
            })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { _ = try await client.last?.call(Signed()).value } }
            try await group.waitForAll()
        }
        #expect(stub.requests.count { $0.path == "/v1/token" } == 1)
    }

    @Test func `ConcurrencyLimit: calls in tasks started by an adapter wait for their turn like others`() async throws {
        let client = Recorder<APIClient>()
        let tasks = Recorder<Task<Void, any Error>>()
        client.record(
            try APIClient.example(
                gate,
                adapters: [
                    AnyAdapter { request in
                        guard request.path == "/v1/first" else { return }
                        for _ in 0..<20 { tasks.record(Task { _ = try await client.last?.call(.get("more")).value }) }
                    }
                ]
            ) { $0.policies.maxConcurrentCalls = 1 })
        let first = Task { _ = try await client.last?.call(.get("first")).value }
        for _ in 0..<21 {
            await gate.arrived.wait()
            gate.open.give()
        }
        try await first.value
        for task in tasks.values { try await task.value }
        #expect(gate.most == 1)
    }

    @Test func `ConcurrencyLimit: an adapter may wait for a call of its client in any task`() async throws {
        let client = Recorder<APIClient>()
        let stub = StubTransport()
        client.record(
            try APIClient.example(
                stub,
                adapters: [
                    AnyAdapter { request in
                        guard request.path == "/v1/items" else { return }
                        _ = try await Task.detached { try await client.last?.call(.get("token")).value }.value
                    }
                ]
            ) { $0.policies.maxConcurrentCalls = 1 })
        _ = try await client.last?.call(.get("items")).value
        #expect(stub.requests.map(\.path.encoded) == ["/v1/token", "/v1/items"])
    }

    @Test func `ConcurrencyLimit: a transport may call its own client, and those calls need no slot`() async throws {
        let client = Recorder<APIClient>()
        let transport = StubTransport { request in
            if request.path == "/v1/items" { try await client.last?.call(.get("more")).ignoringLimit().value }
            return HTTPResponse()
        }
        client.record(try APIClient.example(transport) { $0.policies.maxConcurrentCalls = 1 })
        _ = try await client.last?.call(.get("items")).value
        #expect(transport.requests.count == 2)
        #expect(client.last?.waitingCallCount == 0)
    }

    @Test func `ConcurrencyLimit: a limit below one is an error, not a limit of one`() async throws {
        let client = try APIClient.example(StubTransport()) { $0.policies.maxConcurrentCalls = 0 }
        #expect(await failure { try await client.call(.get("items")).value }?.code == .configuration)
    }

    @Test func `ConcurrencyLimit: a stream holds a slot until its head arrives, and a stream slot until its body is read`() async throws {
        let stub = StubTransport { _ in HTTPResponse(body: Data("x".utf8)) }
        let client = try APIClient.example(stub) { configuration in
            configuration.policies.maxConcurrentCalls = 1
            configuration.policies.maxConcurrentStreams = 2
        }
        var bodies: [HTTPResponseStream.Body] = []
        for _ in 0..<2 { bodies.append(try await client.stream(.get("stream")).value.body) }
        _ = try await client.call(.get("items")).value
        let third = Task { try await client.stream(.get("stream")).value.body }
        await eventually { client.activeCalls.count == 3 }
        #expect(stub.requests.count == 3)
        for try await _ in bodies[0] {}
        let body = try await third.value
        #expect(stub.requests.count == 4)
        withExtendedLifetime((bodies, body)) {}
    }

    @Test func `ConcurrencyLimit: a call that needs no slot is sent at once`() async throws {
        let client = try client(1)
        let running = await started(client, "running")
        let other = Task { _ = try await client.call(.get("other")).ignoringLimit().value }
        await gate.arrived.wait()
        #expect(gate.most == 2)
        gate.open.give()
        gate.open.give()
        try await running.value
        try await other.value
    }
}
