import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct DigestCallTests {
    private func client(
        _ transport: any Transport, password: Secret = "Circle of Life", policies: ClientPolicies = .once
    ) throws -> APIClient {
        try .example(transport) {
            $0.authentication = .digest(user: "Mufasa", password: password)
            $0.policies = policies
        }
    }

    @Test(arguments: ["MD5", "MD5-sess", "SHA-256", "SHA-256-sess"], ["auth", "auth-int"])
    func `DigestAuthentication: only the first call needs an additional request, with a stub and over the network`(
        algorithm: String, qop: String
    ) async throws {
        let server = DigestServer(algorithm, qop: qop)
        let stubbed = try client(StubTransport { server.answer($0) })
        let other = DigestServer(algorithm, qop: qop)
        let loopback = try LoopbackServer { other.answer($0) }
        let real = APIClient(
            configuration: APIConfiguration(
                baseURL: loopback.url, authentication: .digest(user: "Mufasa", password: "Circle of Life"), policies: .once),
            transport: PlatformTransport())
        for client in [stubbed, real] {
            let first = try await client.string(Protected(method: .post, body: .text("order"))).response
            #expect(first.value == "in")
            #expect(first.attempts.count == 2)
            let second = try await client.string(.get("a/b", query: ["q": "x y"]).authenticated()).response
            #expect(second.attempts.count == 1)
        }
        for server in [server, other] {
            #expect(server.statuses == [401, 200, 200])
            #expect(server.counts == [1, 2])
        }
    }

    @Test func `DigestAuthentication: concurrent calls share a nonce, but never a count`() async throws {
        let server = DigestServer()
        let client = try client(StubTransport { server.answer($0) })
        _ = try await client.string(Protected()).value
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 { group.addTask { _ = try await client.string(.get("items/\(number)").authenticated()).value } }
            try await group.waitForAll()
        }
        #expect(server.statuses == [401] + Array(repeating: 200, count: 51))
        #expect(server.counts.sorted() == Array(1...51))
    }

    @Test func `DigestAuthentication: a stale nonce is replaced once, and that isn't a retry`() async throws {
        let server = DigestServer(rule: .uses(2))
        let client = try client(StubTransport { server.answer($0) })
        for _ in 1...5 { _ = try await client.string(Protected()).value }
        #expect(server.statuses == [401, 200, 200, 401, 200, 200, 401, 200])
        #expect(server.counts == [1, 2, 1, 2, 1])
    }

    @Test func `DigestAuthentication: an expired nonce that isn't marked as stale is replaced once`() async throws {
        let server = DigestServer(rule: .usesInSilence(1))
        let client = try client(StubTransport { server.answer($0) })
        for _ in 1...2 { _ = try await client.string(Protected()).value }
        #expect(server.statuses == [401, 200, 401, 200])
    }

    @Test func `DigestAuthentication: a wrong password ends the call with the second 401, and isn't sent again unprompted`() async throws {
        let server = DigestServer()
        let stub = StubTransport { server.answer($0) }
        let client = try client(stub, password: "wrong")
        for _ in 1...2 {
            let error = await failure { try await client.string(Protected()).value }
            #expect(error?.code == .badStatus)
            #expect(error?.response?.status == .unauthorized)
            #expect(error?.attempts.count == 2)
            #expect(error?.message.hasSuffix(" DigestAuthentication had answered its challenge: check the credentials.") == true)
        }
        #expect(stub.requests.map { $0.headers.contains("Authorization") } == [false, true, false, true])
    }

    @Test func `DigestAuthentication: a call ends if the server calls every nonce stale`() async throws {
        let server = DigestServer(rule: .alwaysStale)
        let error = await failure { [client = try client(StubTransport { server.answer($0) })] in
            try await client.string(Protected()).value
        }
        #expect(error?.response?.status == .unauthorized)
        #expect(server.statuses == [401, 401, 401])
    }

    @Test(arguments: ["MD5", "SHA-256-sess"])
    func `DigestAuthentication: the next nonce that a success announces is used`(algorithm: String) async throws {
        let server = DigestServer(algorithm, rule: .nextNonce)
        let client = try client(StubTransport { server.answer($0) })
        for _ in 1...3 { _ = try await client.string(Protected()).value }
        var lines: [String] = []
        for try await line in client.lines(Protected()) { lines.append(line) }
        #expect(lines == ["in"])
        _ = try await client.string(Protected()).value
        #expect(server.statuses == [401, 200, 200, 200, 200, 200])
        #expect(server.counts == [1, 1, 1, 1, 1])
    }

    @Test func `DigestAuthentication: a body that can't be sent again isn't, but later calls use the nonce`() async throws {
        let server = DigestServer()
        let client = try client(StubTransport { server.answer($0) })
        let once = AsyncStream { $0.finish() } as AsyncStream<Data>
        let error = await failure { try await client.string(Protected(method: .post, body: .stream(once))).value }
        #expect(error?.response?.status == .unauthorized)
        #expect(server.statuses == [401])
        _ = try await client.string(Protected()).value
        #expect(server.statuses == [401, 200])
    }

    @Test func `DigestAuthentication: auth-int with a body that can be read only once is an error before it is sent`() async throws {
        let server = DigestServer(qop: "auth-int")
        let client = try client(StubTransport { server.answer($0) })
        _ = try await client.string(Protected()).value
        let once = AsyncStream { $0.finish() } as AsyncStream<Data>
        let error = await failure { try await client.string(Protected(method: .post, body: .stream(once))).value }
        #expect(error?.code == .authentication)
        #expect(error?.message.contains("auth-int") == true)
        #expect(server.statuses == [401, 200])
    }

    @Test func `DigestAuthentication: an unauthenticated endpoint is sent without credentials`() async throws {
        let server = DigestServer()
        let stub = StubTransport { server.answer($0) }
        let client = try client(stub)
        _ = try await client.string(Protected()).value
        let error = await failure { try await client.string(.get("items")).value }
        #expect(error?.attempts.count == 1)
        #expect(stub.requests.last?.headers.contains("Authorization") == false)
    }

    @Test func `DigestAuthentication: a same-origin redirect is signed again`() async throws {
        let server = DigestServer()
        let stub = StubTransport { request in
            let answer = server.answer(request)
            return answer.status == 200 && request.path == "/v1/items" ? .redirect(to: "/v1/moved?a=b") : answer
        }
        let client = try client(stub)
        #expect(try await client.string(Protected()).value == "in")
        #expect(try await client.string(Protected()).value == "in")
        #expect(server.statuses == [401, 200, 200, 200, 200])
        #expect(server.counts == [1, 2, 3, 4])
    }

    @Test func `DigestAuthentication: another origin gets no credentials, and its challenges aren't answered`() async throws {
        let server = DigestServer()
        let stub = StubTransport { request in
            guard request.origin.host == "api.example.com" else {
                return HTTPResponse(
                    status: 401,
                    headers: ["WWW-Authenticate": "Digest realm=\"evil\", nonce=\"x\"", "Authentication-Info": "nextnonce=\"x\""])
            }
            let answer = server.answer(request)
            return answer.status == 200 && request.path == "/v1/items" ? .redirect(to: "https://cdn.example.com/x") : answer
        }
        let client = try client(stub)
        let error = await failure { try await client.string(Protected()).value }
        #expect(error?.response?.status == .unauthorized)
        #expect(stub.requests.map { $0.headers.contains("Authorization") } == [false, true, false])
        // The session with the client's own origin continues.
        #expect(try await client.string(Protected(path: "other")).value == "in")
        #expect(server.counts == [1, 2])
    }

    @Test func `DigestAuthentication: a retry has a new count, and challenges don't count as retries`() async throws {
        let server = DigestServer()
        let failures = Counter()
        let stub = StubTransport { request in
            let answer = server.answer(request)
            return answer.status == 200 && failures.next() < 3 ? HTTPResponse(status: 503) : answer
        }
        let client = try APIClient.example(stub, clock: ManualClock(skipsSleeps: true)) {
            $0.authentication = .digest(user: "Mufasa", password: "Circle of Life")
            $0.policies.retry = RetryPolicy(maxAttempts: 3)
        }
        #expect(try await client.string(Protected()).response.attempts.count == 4)
        #expect(server.counts == [1, 2, 3])
    }
}
