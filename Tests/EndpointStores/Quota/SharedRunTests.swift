import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import EndpointClient

@Suite struct SharedRunTests {
    /// Answers each request on demand.
    private final class Gate: Transport {
        let arrived = Signal()
        let go = Signal()
        let ended = Counter()
        private let answer: @Sendable (Int) throws -> HTTPResponse
        private let recorded = Recorder<HTTPRequest>()
        var requests: [HTTPRequest] { recorded.values }

        init(_ answer: @escaping @Sendable (Int) throws -> HTTPResponse = { HTTPResponse(body: Data("\($0)".utf8)) }) {
            self.answer = answer
        }

        func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
            recorded.record(request)
            let number = recorded.values.count
            arrived.give()
            let waiting = Task { [go] in await go.wait() }
            await withTaskCancellationHandler {
                await waiting.value
            } onCancel: { [go] in
                go.give()
            }
            ended.next()
            try Task.checkCancellation()
            return try answer(number)
        }

        func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
            HTTPResponseStream(try await send(request, in: context))
        }
    }

    private func client(
        _ transport: any Transport, clock: any Clock<Duration> = ContinuousClock(), configure: (inout APIConfiguration) -> Void = { _ in }
    ) throws -> APIClient {
        try APIClient.example(transport, clock: clock) {
            $0.policies.sharesEqualRequests = true
            configure(&$0)
        }
    }

    private struct Item: Endpoint {
        var path: Path = "items"
        var method: HTTPMethod = .get
        var query: Query = [:]
        var headers: HTTPHeaders = [:]
        var body: (any HTTPBody)?
        var isAuthenticated = false
        var timeout: Duration?
    }

    /// Starts calls, and returns when all of them wait for exchanges.
    private func started(
        _ count: Int, _ client: APIClient, _ endpoint: some Endpoint = Item()
    ) async -> [Task<String, any Error>] {
        let before = client.sharingCount
        let tasks = (0..<count).map { _ in Task { try await client.string(endpoint).value } }
        await eventually { client.sharingCount == before + count }
        return tasks
    }

    @Test func `SharedRun: the retry of a shared exchange counts once in the retry budget`() async throws {
        let gate = Gate { HTTPResponse(status: $0 <= 2 ? 503 : 200, body: Data("\($0)".utf8)) }
        let client = try client(gate) {
            $0.policies.retry = RetryPolicy(
                maxAttempts: 3, backoff: Backoff(initial: .zero, maximum: .zero), budget: RetryBudget(ratio: 0, reserve: 2))
        }
        let tasks = await started(50, client)
        for _ in 1...3 { gate.go.give() }
        for task in tasks { #expect(try await task.value == "3") }
        #expect(gate.requests.count == 3)
    }

    @Test func `SharedRun: a thousand concurrent equal calls make one request, and each gets its own value`() async throws {
        let answered = BlockingSignal()
        let server = try RecordingServer { _ in
            answered.wait()
            return HTTPResponse(body: Data("[1,2]".utf8))
        }
        var configuration = server.loopback.configuration
        configuration.authentication = .hashedQuery(publicKey: "public", privateKey: "private")
        configuration.policies.sharesEqualRequests = true
        let client = APIClient(configuration: configuration)
        let typed = (0..<500).map { _ in Task { try await client.call(Item(isAuthenticated: true), as: [Int].self).value } }
        let plain = (0..<500).map { _ in
            Task { try await client.data(Item(headers: ["Accept": "application/json"], isAuthenticated: true)).value }
        }
        await eventually { client.sharingCount == 1000 && server.requests.count == 1 }
        answered.give()
        for task in typed { #expect(try await task.value == [1, 2]) }
        for task in plain { #expect(try await task.value == Data("[1,2]".utf8)) }
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [
        (Item(), 1), (Item(method: .head), 1), (Item(method: .options), 1), (Item(method: .post), 3), (Item(method: .put), 3),
        (Item(method: .delete), 3), (Item(body: TextBody("a")), 3),
    ])
    private func `SharedRun: only safe methods without a body are shared`(endpoint: Item, count: Int) async throws {
        let gate = Gate()
        let client = try client(gate)
        let tasks = (0..<3).map { _ in Task { try await client.string(endpoint).value } }
        for _ in 0..<count { await gate.arrived.wait() }
        if count == 1 { await eventually { client.sharingCount == 3 } }
        for _ in 0..<count { gate.go.give() }
        for task in tasks { _ = try await task.value }
        #expect(gate.requests.count == count)
    }

    @Test func `SharedRun: calls that differ in URL, fields, credentials or timeout aren't equal, but calls that differ in metrics are`()
        async throws
    {
        let gate = Gate()
        let client = try client(gate) { $0.authentication = .bearer("secret") }
        let endpoints = [
            Item(), Item(path: "others"), Item(query: ["a": 1]), Item(query: ["a": 2]), Item(headers: ["Accept-Language": "de"]),
            Item(headers: ["Accept-Language": "en"]), Item(isAuthenticated: true), Item(timeout: .seconds(3)),
            Item(headers: ["Cookie": "a=1"]),
        ]
        var tasks: [Task<String, any Error>] = []
        for endpoint in endpoints { tasks += await started(2, client, endpoint) }
        tasks.append(Task { try await client.string(Item()).response.value })
        await eventually { client.sharingCount == 2 * endpoints.count + 1 }
        for _ in endpoints { await gate.arrived.wait() }
        for _ in endpoints { gate.go.give() }
        for task in tasks { _ = try await task.value }
        #expect(gate.requests.count == endpoints.count)
    }

    private struct Convened: Endpoint {
        struct Refusal: Error, Decodable { var longReason: String }
        let json: JSONConvention?
        var path: Path { "items" }
        func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
            standard.replacing(BadStatusDecision.self, with: BadStatusDecision(decoding: Refusal.self))
        }
    }

    @Test func `SharedRun: calls that differ in their JSON convention aren't equal`() async throws {
        let gate = Gate { _ in HTTPResponse(status: 400, body: Data(#"{"long_reason":"no"}"#.utf8)) }
        let client = try client(gate)
        let custom = JSONConvention(dates: .custom(encode: { _, _ in }, decode: { _ in Date() }), keys: .snakeCase)
        let plain = await started(1, client, Convened(json: nil))
        let snake = await started(2, client, Convened(json: JSONConvention(keys: .snakeCase)))
        // Functions can't be compared.
        let others = (0..<2).map { _ in Task { try await client.string(Convened(json: custom)).value } }
        for _ in 0..<4 { await gate.arrived.wait() }
        for _ in 0..<4 { gate.go.give() }
        for task in plain { #expect((await task.result.failure as? APIError)?.underlying is APIError) }
        for task in snake + others { #expect((await task.result.failure as? APIError)?.underlying is Convened.Refusal) }
        #expect(gate.requests.count == 4)
    }

    @Test func `SharedRun: calls after the end of an exchange start another one`() async throws {
        let stub = StubTransport()
        let client = try client(stub)
        for _ in 0..<2 { _ = try await client.string(Item()).value }
        #expect(stub.requests.count == 2)
    }

    @Test func `SharedRun: a cancelled call doesn't affect the others, and the last one cancels the exchange`() async throws {
        let gate = Gate()
        let client = try client(gate)
        let tasks = await started(3, client)
        await gate.arrived.wait()
        tasks[0].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[0].value }
        #expect(gate.ended.count == 0)
        let handles = client.activeCalls
        handles[0].cancel()
        await eventually { client.activeCalls.count == 1 }
        #expect(gate.ended.count == 0)
        handles[1].cancel()
        for task in tasks[1...] { #expect(await failure { try await task.value }?.code == .cancelled) }
        await eventually { gate.ended.count == 1 }
        // A later call doesn't get the outcome of that exchange.
        let later = await started(1, client)
        await gate.arrived.wait()
        gate.go.give()
        #expect(try await later[0].value == "2")
    }

    @Test func `SharedRun: each call has its own deadline`() async throws {
        let (gate, clock) = (Gate(), ManualClock())
        let client = try client(gate, clock: clock)
        let hasty = Task { try await client.string(Item()).deadline(.seconds(1)).value }
        await gate.arrived.wait()
        let patient = await started(1, client)
        await clock.sleepers(1)
        clock.advance(by: .seconds(2))
        #expect(await failure { try await hasty.value }?.code == .deadline)
        #expect(gate.ended.count == 0)
        gate.go.give()
        #expect(try await patient[0].value == "1")
    }

    @Test func `SharedRun: all calls get the same failure, and their retries share an exchange too`() async throws {
        let gate = Gate { number in number == 1 ? HTTPResponse(status: 503) : HTTPResponse(body: Data("\(number)".utf8)) }
        let client = try client(gate) {
            $0.policies.retry = RetryPolicy(
                maxAttempts: 2, backoff: Backoff(initial: .zero, maximum: .zero), budget: RetryBudget(ratio: 10, reserve: 100))
        }
        let tasks = await started(20, client)
        await gate.arrived.wait()
        gate.go.give()
        await gate.arrived.wait()
        gate.go.give()
        for task in tasks { #expect(try await task.value == "2") }
        #expect(gate.requests.count == 2)
    }

    @Test func `SharedRun: all calls get the same transport error, without a secret`() async throws {
        let gate = Gate { _ in throw APIError(.connection, "Gone.", underlying: TransportFailure(.disconnected, detail: "gone")) }
        let client = try client(gate) { $0.authentication = .hashedQuery(publicKey: "public", privateKey: "hunter2") }
        let tasks = await started(3, client, Item(isAuthenticated: true))
        await gate.arrived.wait()
        gate.go.give()
        for task in tasks {
            let error = await failure { try await task.value }
            #expect(error?.code == .connection)
            #expect(error?.attempts.count == 1)
            #expect(error.map { "\($0) \(String(reflecting: $0))".contains("hunter2") } == false)
        }
    }

    @Test(arguments: [false, true], [204, 500])
    func `SharedRun: a call that begins after an unsafe call to its URL shares no earlier exchange`(
        streams: Bool, status: Int
    ) async throws {
        let gate = Gate()
        let client = try client(PostAnswer(around: gate, status: HTTPStatus(rawValue: status)))
        let before = await started(2, client)
        let others = await started(1, client, Item(path: "others"))
        for _ in 0..<2 { await gate.arrived.wait() }
        if streams {
            _ = try? await client.stream(Item(method: .post)).value
        } else {
            _ = try? await client.data(Item(method: .post)).value
        }
        let after = await started(2, client)
        // The other URL's exchange is shared as before.
        let more = await started(1, client, Item(path: "others"))
        await gate.arrived.wait()
        // The two earlier calls wait for a run that no other call joins any more.
        #expect(client.sharingCount == 4)
        #expect(gate.requests.count == 3)
        for _ in 0..<3 { gate.go.give() }
        for task in before + others + more { #expect(try await ["1", "2"].contains(task.value)) }
        for task in after { #expect(try await task.value == "3") }
        #expect(client.sharingCount == 0)
    }

    @Test(.timeLimit(.minutes(4))) func `SharedRun: a write whose signature is in its URL also ends the sharing of its resource`()
        async throws
    {
        let gate = Gate()
        let client = try client(PostAnswer(around: gate, status: 204)) {
            $0.authentication = .hashedQuery(publicKey: "public", privateKey: "private")
        }
        let before = await started(1, client, Item(isAuthenticated: true))
        await gate.arrived.wait()
        _ = try await client.data(Item(method: .post, isAuthenticated: true)).value
        let after = await started(1, client, Item(isAuthenticated: true))
        await gate.arrived.wait()
        for _ in 0..<2 { gate.go.give() }
        #expect(Set([try await before[0].value, try await after[0].value]) == ["1", "2"])
    }

    @Test(.timeLimit(.minutes(4)))
    func `SharedRun: a call that begins after a write to its redirect's target shares no earlier run`() async throws {
        let gate = Gate()
        let client = try client(PostAnswer(around: Redirecting(base: gate), status: 204))
        let before = await started(1, client, Item(path: "moved"))
        await gate.arrived.wait()
        _ = try await client.data(Item(path: "items", method: .post)).value
        let after = await started(1, client, Item(path: "moved"))
        await gate.arrived.wait()
        for _ in 0..<2 { gate.go.give() }
        #expect(try await before[0].value == "1")
        #expect(try await after[0].value == "2")
    }

    private struct Redirecting: Transport {
        let base: any Transport

        func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
            guard request.path.encoded.hasSuffix("moved") else { return try await base.send(request, in: context) }
            return HTTPResponse(status: 302, headers: ["Location": "items"])
        }

        func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
            HTTPResponseStream(try await send(request, in: context))
        }
    }

    /// Answers POST at once.
    private struct PostAnswer: Transport {
        let base: any Transport
        let status: HTTPStatus

        init(around base: any Transport, status: HTTPStatus) {
            self.base = base
            self.status = status
        }

        func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
            request.method == .post ? HTTPResponse(status: status) : try await base.send(request, in: context)
        }

        func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
            HTTPResponseStream(try await send(request, in: context))
        }
    }

    @Test func `SharedRun: streams have separate exchanges`() async throws {
        let stub = StubTransport(HTTPResponse(body: Data("a".utf8)))
        let client = try client(stub)
        for _ in 0..<2 { #expect(try await client.stream(Item()).value.body.collected(limit: 5) == Data("a".utf8)) }
        #expect(stub.requests.count == 2)
    }

    @Test func `SharedRun: a shared exchange uses one call of the quota, and waits as long as its most patient call`()
        async throws
    {
        let clock = ManualClock()
        let stub = StubTransport()
        let quota = Quota(calls: 1, per: .seconds(60), store: MemoryQuotaStore(clock: clock))
        let client = try client(stub, clock: clock) {
            $0.policies.sharesEqualRequests = true
            $0.policies.quota = quota
        }
        _ = try await client.string(Item()).value
        let patient = Task { try await client.string(Item()).deadline(.seconds(100)).value }
        await clock.sleepers(2)
        let hasty = Task { try await client.string(Item()).deadline(.seconds(5)).value }
        await eventually { client.activeCalls.count == 2 }
        await eventually { clock.remainingSleeps.contains(.seconds(5)) }
        clock.advance(by: .seconds(6))
        #expect(await failure { try await hasty.value }?.code == .deadline)
        clock.advance(by: .seconds(55))
        _ = try await patient.value
        #expect(stub.requests.count == 2)
        #expect(try await quota.usage().used == 1)
    }
}

extension APIClient {
    /// The number of calls that wait for a shared run.
    fileprivate var sharingCount: Int { core.sharedRuns?.waitingCount ?? 0 }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
