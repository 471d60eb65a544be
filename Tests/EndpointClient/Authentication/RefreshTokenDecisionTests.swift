import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct RefreshTokenDecisionTests {
    private func client(
        _ transport: any Transport, _ issuer: Issuer, decisions: [any ResponseDecision]? = nil
    ) throws -> APIClient {
        try .example(transport, decisions: decisions) { $0.authentication = .bearer(TokenRefresher(Pass("old"), from: issuer)) }
    }

    @Test func `RefreshTokenDecision: a rejected token is refreshed, and the request is sent once more`() async throws {
        let issuer = Issuer()
        let stub = guarded("t1")
        let reply = try await client(stub, issuer).string(Protected(method: .post, body: .text("order"))).response
        #expect(reply.value == "t1")
        #expect(reply.attempts.count == 2)
        #expect(stub.requests.map(\.bearer) == ["old", "t1"])
        #expect(stub.requests.map { $0.body?.length } == [5, 5])
    }

    @Test func `RefreshTokenDecision: a server that rejects every token ends the call with its second response`() async throws {
        let issuer = Issuer()
        let stub = guarded()
        let error = await failure { [client = try client(stub, issuer)] in try await client.string(Protected()).value }
        #expect(error?.code == .badStatus)
        #expect(error?.response?.body == Data("expired".utf8))
        #expect(error?.attempts.count == 2)
        #expect(stub.requests.map(\.bearer) == ["old", "t1"])
        #expect(issuer.count == 1)
    }

    @Test func `RefreshTokenDecision: a call that was rejected with an older token is resent with the newer one, without a refresh`()
        async throws
    {
        let (late, resume) = (Signal(), Signal())
        let issuer = Issuer()
        let stub = StubTransport { request in
            if request.path == "/v1/late", request.bearer == "old" {
                late.give()
                await resume.wait()
            }
            return .judging(request, accepting: ["t1"])
        }
        let client = try client(stub, issuer)
        async let slow = client.string(Protected(path: "late")).value
        await late.wait()
        #expect(try await client.string(Protected()).value == "t1")
        resume.give()
        #expect(try await slow == "t1")
        #expect(issuer.count == 1)
        #expect(stub.requests.count == 4)
    }

    @Test func `RefreshTokenDecision: a call that was rejected with an older token may still cause a refresh of the newer one`()
        async throws
    {
        let (late, resume) = (Signal(), Signal())
        let issuer = Issuer()
        let stub = StubTransport { request in
            guard request.path == "/v1/late" else { return .judging(request, accepting: ["t1"]) }
            if request.bearer == "old" {
                late.give()
                await resume.wait()
            }
            return .judging(request, accepting: ["t2"])
        }
        let client = try client(stub, issuer)
        async let slow = client.string(Protected(path: "late")).response
        await late.wait()
        #expect(try await client.string(Protected()).value == "t1")
        resume.give()
        #expect(try await slow.value == "t2")
        #expect(try await slow.attempts.count == 3)
        #expect(issuer.tokens == ["old", "t1"])
    }

    @Test func `RefreshTokenDecision: a failed refresh fails the call with the reason and the response`() async throws {
        let issuer = Issuer { _ in throw OwnError(reason: "revoked") }
        let error = await failure { [client = try client(guarded(), issuer)] in try await client.string(Protected()).value }
        #expect(error?.code == .authentication)
        #expect(error?.underlying as? OwnError == OwnError(reason: "revoked"))
        #expect(error?.response?.status == .unauthorized)
        #expect(error?.attempts.count == 1)
    }

    @Test func `RefreshTokenDecision: a body that can't be sent again isn't, but the next call has another token`() async throws {
        let issuer = Issuer()
        let stub = guarded("t1")
        let client = try client(stub, issuer)
        let once = AsyncStream { $0.finish() } as AsyncStream<Data>
        let upload = Protected(method: .post, body: .stream(once))
        let error = await failure { try await client.string(upload).value }
        #expect(error?.code == .badStatus)
        #expect(stub.requests.count == 1)
        #expect(try await client.string(Protected()).value == "t1")
        #expect(issuer.count == 1)
        #expect(stub.requests.count == 2)
    }

    @Test func `RefreshTokenDecision: other statuses can mean a rejected token, and a 401 doesn't have to`() async throws {
        let issuer = Issuer()
        let refresher = TokenRefresher(Pass("old"), from: issuer)
        let stub = StubTransport { request in
            HTTPResponse(status: request.path == "/v1/items" ? (request.bearer == "t1" ? 200 : 419) : 401)
        }
        let client = try APIClient.example(stub) { $0.authentication = .bearer(refresher, refreshingOn: [419]) }
        #expect(try await client.string(Protected()).response.attempts.count == 2)
        let error = await failure { try await client.string(Protected(path: "other")).value }
        #expect(error?.response?.status == .unauthorized)
        #expect(error?.attempts.count == 1)
        #expect(issuer.count == 1)
    }

    @Test func `RefreshTokenDecision: a response from another origin after a redirect doesn't affect the token`() async throws {
        let issuer = Issuer()
        let stub = StubTransport { request in
            request.origin.host == "api.example.com" ? .redirect(to: "https://cdn.example.com/x") : HTTPResponse(status: 401)
        }
        let error = await failure { [client = try client(stub, issuer)] in try await client.string(Protected()).value }
        #expect(error?.code == .badStatus)
        #expect(error?.attempts.count == 1)
        #expect(issuer.count == 0)
    }

    @Test func `RefreshTokenDecision: a same-origin response after a redirect is judged`() async throws {
        let issuer = Issuer()
        let stub = StubTransport { request in
            request.path == "/v1/items" ? .redirect(to: "/v1/moved") : .judging(request, accepting: ["t1"])
        }
        #expect(try await client(stub, issuer).string(Protected()).value == "t1")
        #expect(issuer.count == 1)
    }

    @Test func `RefreshTokenDecision: a client with its own decisions still refreshes the token`() async throws {
        let own = try client(guarded("t1"), Issuer(), decisions: APIClient.standardDecisions)
        #expect(try await own.string(Protected()).value == "t1")
    }

    private struct Wrapping: Authentication {
        let base: any Authentication
        var identity: Identity? { get async throws { try await base.identity } }

        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest { try await base.adapt(request) }

        func authenticated(_ request: consuming HTTPRequest) async throws -> AuthenticatedRequest {
            try await base.authenticated(request)
        }
    }

    @Test func `RefreshTokenDecision: a client with a wrapped refreshing authentication adds the decision itself`() async throws {
        let issuer = Issuer()
        let refresher = TokenRefresher(Pass("old"), from: issuer)
        let with = try APIClient.example(guarded("t1"), decisions: [RefreshTokenDecision(refresher)] + APIClient.standardDecisions) {
            // The client doesn't recognize a wrapped authentication.
            $0.authentication = Wrapping(base: RefreshingAuthentication.bearer(refresher))
        }
        #expect(try await with.string(Protected()).value == "t1")
    }

    @Test func `RefreshTokenDecision: streams and downloads have their token refreshed too`() async throws {
        let folder = try Folder()
        let client = try client(guarded("t1"), Issuer())
        var lines: [String] = []
        for try await line in client.lines(Protected()) { lines.append(line) }
        #expect(lines == ["t1"])
        let other = try self.client(guarded("t1"), Issuer())
        let file = try await other.download(Protected(), to: folder.file("a")).value
        #expect(try Data(contentsOf: file) == Data("t1".utf8))
    }

    @Test func `RefreshTokenDecision: a refresh doesn't count as a retry`() async throws {
        let issuer = Issuer()
        let failures = Counter()
        let stub = StubTransport { request in
            guard request.bearer == "t1" else { return HTTPResponse(status: 401) }
            return HTTPResponse(status: failures.next() < 3 ? 503 : 200)
        }
        let client = try APIClient.example(stub, clock: ManualClock(skipsSleeps: true)) {
            $0.authentication = .bearer(TokenRefresher(Pass("old"), from: issuer))
            $0.policies.retry = RetryPolicy(maxAttempts: 3)
        }
        #expect(try await client.call(Protected()).response.attempts.count == 4)
    }

    @Test(arguments: [.post, .put, .get] as [HTTPMethod])
    func `RefreshTokenDecision: a write isn't sent again as another user`(method: HTTPMethod) async throws {
        let refresher = TokenRefresher(Pass("ann"), from: Issuer())
        let stub = StubTransport { (request: HTTPRequest) async throws -> HTTPResponse in
            guard request.bearer == "ann" else { return HTTPResponse() }
            try await refresher.setToken(Pass("bob"))
            return HTTPResponse(status: method == .put ? 503 : 401)
        }
        let client = try APIClient.example(stub) {
            $0.authentication = .bearer(refresher)
            $0.policies.retry = RetryPolicy(backoff: Backoff(initial: .milliseconds(1), jitter: .none))
        }
        let error = await failure { try await client.call(Protected(method: method), as: Void.self).value }
        #expect(error?.code == (method == .get ? nil : .authentication))
        #expect(error?.message.contains("another user") != false)
        #expect(stub.requests.map(\.bearer) == (method == .get ? ["ann", "bob"] : ["ann"]))
    }
}
