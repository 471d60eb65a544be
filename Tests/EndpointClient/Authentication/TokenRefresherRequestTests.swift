import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// A refresh makes its own requests, often with the client that waits for it.
@Suite struct TokenRefresherRequestTests {
    /// A client that its own refresher can use.
    private final class Service: Sendable {
        private let made = Recorder<APIClient>()
        let refreshes = Counter()

        func client(
            _ stub: StubTransport, _ pass: Pass?, configure: (inout APIConfiguration) -> Void = { _ in }
        ) throws -> APIClient {
            let refresher = TokenRefresher<Pass>(store: MemoryTokenStore(pass), now: { Pass.start }) { [unowned self] _ in
                refreshes.next()
                guard let client = made.last else { throw OwnError() }
                return try await Pass(client.string(Protected(path: "token", method: .post)).value)
            }
            let client = try APIClient.example(stub) {
                $0.authentication = .bearer(refresher)
                configure(&$0)
            }
            made.record(client)
            return client
        }
        deinit {}
    }

    private func stub(tokenStatus: HTTPStatus = 200) -> StubTransport {
        StubTransport { request in
            if request.path == "/v1/token" { return HTTPResponse(status: tokenStatus, body: Data("t1".utf8)) }
            return .judging(request, accepting: ["t1"])
        }
    }

    @Test(arguments: [nil, Pass("old", expiresIn: -1), Pass("old")])
    func `TokenRefresher: a refresh request by the same client is sent with the current token, without waiting`(pass: Pass?) async throws {
        let service = Service()
        let stub = stub()
        let client = try service.client(stub, pass)
        #expect(try await client.string(Protected()).value == "t1")
        let own = stub.requests.filter { $0.path == "/v1/token" }
        #expect(own.map(\.bearer) == [pass?.text])
        #expect(service.refreshes.count == 1)
    }

    @Test(arguments: [nil, Pass("old", expiresIn: -1), Pass("old")])
    func `TokenRefresher: a refresh request needs no slot under a concurrency limit`(pass: Pass?) async throws {
        let service = Service()
        let client = try service.client(stub(), pass) { $0.policies.maxConcurrentCalls = 1 }
        let call = client.string(Protected())
        async let first = call.value
        async let second = call.value
        #expect(try await [first, second] == ["t1", "t1"])
        #expect(service.refreshes.count == 1)
    }

    @Test(arguments: [nil, Pass("old", expiresIn: -1), Pass("old")])
    func `TokenRefresher: a rejected refresh request refreshes nothing, and fails the calls`(pass: Pass?) async throws {
        let service = Service()
        let stub = stub(tokenStatus: 401)
        let client = try service.client(stub, pass)
        let error = await failure { try await client.string(Protected()).value }
        #expect(error?.code == .authentication)
        #expect((error?.underlying as? APIError)?.code == .badStatus)
        #expect(service.refreshes.count == 1)
        #expect(stub.requests.count { $0.path == "/v1/token" } == 1)
    }

    @Test func `TokenRefresher: requests from the store don't wait for the refresh either`() async throws {
        let box = Recorder<APIClient>()
        let store = RecordingStore(
            loading: { _ in _ = try await box.last?.string(Protected(path: "vault")).value },
            saving: { _ in _ = try await box.last?.string(Protected(path: "vault")).value })
        let issuer = Issuer()
        let refresher = TokenRefresher<Pass>(store: store) { try await issuer.issue(for: $0) }
        let stub = StubTransport { request in
            request.path == "/v1/vault" ? HTTPResponse() : .judging(request, accepting: ["t1"])
        }
        let client = try APIClient.example(stub) { $0.authentication = .bearer(refresher) }
        box.record(client)
        #expect(try await client.string(Protected()).value == "t1")
        #expect(stub.requests.map(\.path) == ["/v1/vault", "/v1/vault", "/v1/items"])
    }

    @Test func `TokenRefresher: two refreshers that need each other don't deadlock`() async throws {
        let box = Recorder<TokenRefresher<Pass>>()
        let inner = TokenRefresher<Pass> { _ in
            // Needs the token of the outer refresher, which waits for this one.
            Pass("inner after \((try? await box.last?.token().text) ?? "none")")
        }
        let outer = TokenRefresher<Pass> { _ in Pass("outer after \(try await inner.token().text)") }
        box.record(outer)
        #expect(try await outer.token().text == "outer after inner after none")
    }

    @Test(.timeLimit(.minutes(4)), arguments: [2, 3])
    func `TokenRefresher: two refreshers that start at the same moment and need each other end with an error`(count: Int) async throws {
        let refreshers = Recorder<TokenRefresher<Pass>>()
        let (begun, all) = (Counter(), Signal())
        for number in 0..<count {
            refreshers.record(
                TokenRefresher<Pass> { _ in
                    let place = begun.next()
                    if place == count { for _ in 0..<count { all.give() } }
                    if place <= count { await all.wait() }
                    return Pass("after \(try await refreshers.values[(number + 1) % count].token().text)")
                })
        }
        let errors = await withTaskGroup(of: APIError?.self) { group in
            for refresher in refreshers.values { group.addTask { await failure { try await refresher.token() } } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.allSatisfy { $0?.code == .authentication && $0?.message.contains("wait for each other") == true })
        // No state of the failed refresh remains.
        #expect(await failure { try await refreshers.values[0].token() }?.code == .authentication)
    }

    /// A store that calls `ask` before each request to learn whether the token has changed.
    private struct AskingStore: TokenStore {
        let ask: @Sendable () async throws -> Bool
        func load() -> Pass? { Pass("t1") }
        func save(_ token: Pass?) {}
        func hasChanged() async throws -> Bool { try await ask() }
        func exclusively(_ work: ExclusiveWork) async throws { try await work() }
    }

    @Test(.timeLimit(.minutes(4))) func `TokenRefresher: a store's request through the refresher's client carries the current token`()
        async throws
    {
        let box = Recorder<APIClient>()
        let refresher = TokenRefresher<Pass>(
            store: AskingStore { try await box.last?.string(Protected()).value == "changed" }
        ) { _ in Pass("t2") }
        let stub = StubTransport { request in .judging(request, accepting: ["t1"]) }
        let client = try APIClient.example(stub) { $0.authentication = .bearer(refresher) }
        for _ in 0..<2 { _ = try await client.string(Protected()).value }
        box.record(client)
        _ = try await client.string(Protected()).value
        // The store may also make a request when the call looks up the identity.
        #expect((4...5).contains(stub.requests.count))
    }

    @Test(.timeLimit(.minutes(4)), arguments: [false, true])
    func `TokenRefresher: a call doesn't wait for a store that is slow to say whether the token has changed`(isCancelled: Bool) async throws
    {
        let asked = Signal()
        let refresher = TokenRefresher<Pass>(
            store: AskingStore {
                asked.give()
                try? await untilCancelled()
                return false
            }
        ) { _ in Pass("t2") }
        let client = try APIClient.example(StubTransport()) { $0.authentication = .bearer(refresher) }
        _ = try await client.string(Protected()).value
        async let error = failure {
            try await client.string(Protected()).deadline(isCancelled ? .seconds(600) : .milliseconds(10)).value
        }
        await asked.wait()
        if isCancelled { client.cancelAll() }
        #expect(await error?.code == (isCancelled ? .cancelled : .deadline))
    }

    @TaskLocal static var tag = "none"

    @Test func `TokenRefresher: task-local values of a caller don't reach the refresh`() async throws {
        let refresher = TokenRefresher<Pass> { _ in Pass(Self.tag) }
        let token = try await Self.$tag.withValue("caller") { try await refresher.token() }
        #expect(token.text == "none")
    }
}
