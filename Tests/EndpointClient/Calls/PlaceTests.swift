import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import EndpointClient

/// A call holds its slot only while its request may be on the wire. Otherwise, each of these calls would wait for itself.
@Suite struct PlaceTests {
    private struct Signed: AuthenticatedEndpoint { var path: Path = "items" }

    /// A client whose refresher gets its tokens by calls of the same client.
    private func client(
        _ stub: StubTransport, _ token: Pass = Pass("old"), now: TestTime = TestTime(Pass.start),
        clock: any Clock<Duration> = ContinuousClock(),
        refresh: @escaping @Sendable (APIClient) async throws -> Void, configure: (inout APIConfiguration) -> Void
    ) throws -> APIClient {
        let owner = Recorder<APIClient>()
        let refresher = TokenRefresher<Pass>(store: MemoryTokenStore(token), now: { now.date }) { _ in
            if let client = owner.last { try await refresh(client) }
            return Pass("new")
        }
        let client = try APIClient.example(stub, clock: clock) { configuration in
            configuration.authentication = .bearer(refresher)
            configure(&configuration)
        }
        owner.record(client)
        return client
    }

    @Test(arguments: [1, 3])
    func `Slot: a token that expires during a redirect is refreshed through the same client, whatever its limit`(limit: Int) async throws {
        let time = TestTime(Pass.start)
        let stub = StubTransport { request in
            switch request.path.encoded {
            case "/v1/items":
                time.advance(by: 100)
                return .redirect(302, to: "/moved")
            default: return HTTPResponse()
            }
        }
        let client = try client(stub, Pass("old", expiresIn: 50), now: time) {
            try await $0.call(.get("token")).value
        } configure: {
            $0.policies.maxConcurrentCalls = limit
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<limit { group.addTask { try await client.call(Signed()).value } }
            try await group.waitForAll()
        }
        #expect(stub.requests.filter { $0.path.encoded == "/moved" }.allSatisfy { $0.bearer == "new" })
    }

    @Test func `Slot: a redirect waits for its turn like any other request`() async throws {
        let (arrived, open) = (Signal(), Signal())
        let stub = StubTransport { (request: HTTPRequest) async throws -> HTTPResponse in
            if request.path.encoded == "/v1/items" { return HTTPResponse.redirect(302, to: "/moved") }
            if request.path.encoded == "/v1/slow" {
                arrived.give()
                await open.wait()
            }
            return HTTPResponse()
        }
        let client = try APIClient.example(stub) { $0.policies.maxConcurrentCalls = 1 }
        let first = Task { try await client.call(.get("slow")).value }
        await arrived.wait()
        let second = Task { try await client.call(.get("items")).value }
        await eventually { client.waitingCallCount == 1 }
        open.give()
        try await first.value
        try await second.value
        #expect(client.waitingCallCount == 0)
        // Every slot was released.
        try await client.call(.get("other")).value
    }

    @Test func `Slot: a stream whose token refresh reads a stream doesn't wait for itself`() async throws {
        let stub = StubTransport { request in
            if request.path.encoded == "/v1/token" { return HTTPResponse(body: Data("t".utf8)) }
            return HTTPResponse(status: request.bearer == "new" ? 200 : 401, body: Data("x".utf8))
        }
        let client = try client(stub) { client in
            for try await _ in client.bytes(.get("token")) {}
        } configure: {
            $0.policies.maxConcurrentStreams = 1
        }
        var count = 0
        for try await _ in client.bytes(Signed()) { count += 1 }
        #expect(count == 1)
        for try await _ in client.bytes(Signed()) { count += 1 }
        #expect(count == 2)
    }

    @Test func `Slot: a stream that waits for its retry lets others go first`() async throws {
        let clock = ManualClock()
        let attempts = Counter()
        let stub = StubTransport { request in
            request.path.encoded == "/v1/flaky" && attempts.next() == 1 ? HTTPResponse(status: 503) : HTTPResponse(body: Data("x".utf8))
        }
        let client = try APIClient.example(stub, clock: clock) {
            $0.policies.maxConcurrentStreams = 1
            $0.policies.retry = RetryPolicy(backoff: Backoff(initial: .seconds(9), jitter: .none))
        }
        let flaky = Task { try await client.stream(.get("flaky")).value.body.collected(limit: 9) }
        await clock.sleepers(1)
        #expect(try await client.stream(.get("other")).value.body.collected(limit: 9).count == 1)
        clock.advance(by: .seconds(9))
        #expect(try await flaky.value.count == 1)
    }

    @Test(.timeLimit(.minutes(5))) func `Slot: the validation of a stale stream takes none`() async throws {
        let stub = StubTransport { _ in
            HTTPResponse(headers: ["Cache-Control": "max-age=0, stale-while-revalidate=1000", "ETag": "\"a\""], body: Data("x".utf8))
        }
        let client = try APIClient.example(stub) {
            $0.policies.cache = CachePolicy()
            $0.policies.maxConcurrentStreams = 1
        }
        for count in 1...3 {
            for try await _ in client.bytes(.get("items")) {}
            await eventually { stub.requests.count == count && client.core.background.isIdle }
        }
        for try await _ in client.bytes(.get("other")) {}
        #expect(stub.requests.count == 4)
    }

    @Test func `Slot: calls that fail or are cancelled on the way release their slot`() async throws {
        let stub = StubTransport { request in
            switch request.path.encoded {
            case "/v1/loop": .redirect(302, to: "/v1/loop")
            case "/v1/bad": .redirect(302, to: "http://[")
            default: HTTPResponse()
            }
        }
        let client = try APIClient.example(stub) {
            $0.policies.maxConcurrentCalls = 1
            $0.policies.maxConcurrentStreams = 1
        }
        let routes: [Route] = [.get("loop"), .get("bad"), .get("x", headers: ["a": "\n"])]
        for route in routes {
            await #expect(throws: APIError.self) { try await client.call(route).value }
            await #expect(throws: APIError.self) { for try await _ in client.bytes(route) {} }
        }
        let cancelled = Task { try await client.call(.get("loop")).value }
        cancelled.cancel()
        _ = await cancelled.result
        try await client.call(.get("other")).value
        for try await _ in client.bytes(.get("other")) {}
    }

    @Test(arguments: [false, true])
    func `Slot: a call that another call's body reads needs none, whatever their client's limits`(sharesRuns: Bool) async throws {
        let server = try LoopbackServer { request in
            if case .data(let body)? = request.body?.content { return HTTPResponse(body: body) }
            return HTTPResponse(body: Data("source".utf8))
        }
        var policies = ClientPolicies.standard
        (policies.maxConcurrentCalls, policies.maxConcurrentStreams) = (1, 1)
        policies.sharesEqualRequests = sharesRuns
        let client = APIClient(configuration: server.configuration(policies: policies))
        for _ in 0..<2 {
            let sent = try await client.data(.put("sink", body: .stream(client.bytes(.get("source"))))).value
            #expect(sent == Data("source".utf8))
            var echo = Data()
            for try await byte in client.bytes(.put("sink", body: .stream(client.bytes(.get("source"))))) { echo.append(byte) }
            #expect(echo == Data("source".utf8))
        }
        #expect(client.waitingCallCount == 0)
        // A slot is free again.
        #expect(try await client.data(.get("source")).value == Data("source".utf8))
    }

    /// Starts a call that takes the only slot, then `call`, which waits for it, and does `change` before the slot is free.
    private func queued(
        _ endpoint: some Endpoint, by authentication: some Authentication, _ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse,
        change: () async throws -> Void
    ) async throws -> (error: APIError?, bearers: [String?]) {
        let (arrived, open) = (Signal(), Signal())
        let stub = StubTransport { (request: HTTPRequest) async throws -> HTTPResponse in
            guard request.path.encoded == "/v1/slow" else { return answer(request) }
            arrived.give()
            await open.wait()
            return HTTPResponse()
        }
        let client = try APIClient.example(stub) {
            $0.authentication = authentication
            $0.policies.maxConcurrentCalls = 1
        }
        let first = Task { try await client.call(.get("slow")).value }
        await arrived.wait()
        let second = Task { await failure { try await client.call(endpoint, as: Void.self).value } }
        await eventually { client.waitingCallCount == 1 }
        try await change()
        open.give()
        try await first.value
        return (await second.value, stub.requests.dropFirst().map(\.bearer))
    }

    @Test(arguments: [false, true])
    func `Slot: after a sign-out, a request that waits for its turn leaves without the token or not at all`(isOptional: Bool) async throws {
        let refresher = TokenRefresher<Pass>(store: MemoryTokenStore(Pass("old"))) { _ in throw OwnError(reason: "Sign in first.") }
        let route = Route.get("items")
        let end = try await queued(isOptional ? route.authenticated(by: .optional) : route.authenticated(), by: .bearer(refresher)) { _ in
            HTTPResponse()
        } change: {
            try await refresher.setToken(nil)
        }
        #expect(end.error?.code == (isOptional ? nil : .authentication))
        #expect(end.bearers == (isOptional ? [nil] : []))
    }

    @Test func `Slot: a token that expires while its request waits is refreshed before a one-shot upload`() async throws {
        let time = TestTime(Pass.start)
        let refresher = TokenRefresher(Pass("old", expiresIn: 1000), from: Issuer(), now: time)
        let once = AsyncStream { $0.finish() } as AsyncStream<Data>
        let end = try await queued(Protected(method: .post, body: .stream(once)), by: .bearer(refresher)) {
            .judging($0, accepting: ["t1"])
        } change: {
            time.advance(by: 2000)
        }
        #expect(end.error == nil)
        #expect(end.bearers == ["t1"])
    }

    @Test func `Slot: a request that waits for its turn is signed as the user who signs in meanwhile`() async throws {
        let refresher = TokenRefresher(Pass("ann"), from: Issuer())
        let end = try await queued(Protected(method: .post), by: .bearer(refresher)) { _ in
            HTTPResponse()
        } change: {
            try await refresher.setToken(Pass("bob"))
        }
        #expect(end.error == nil)
        #expect(end.bearers == ["bob"])
    }
}
