import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct RedirectFollowerTests {
    /// Redirects `/0` to `/1`, and so on without end.
    private let endless = StubTransport { request in
        .redirect(to: "/\((Int(request.path.encoded.drop { !$0.isNumber }) ?? 0) + 1)")
    }

    private func client(_ stub: StubTransport, _ policy: RedirectPolicy? = nil) throws -> APIClient {
        let url = try exampleURL("https://h")
        return try APIClient.example(stub) { configuration in
            configuration.baseURL = url
            if let policy { configuration.policies.redirects = policy }
        }
    }

    @Test(arguments: [(nil, 10), (RedirectPolicy(limit: 1), 1), (RedirectPolicy(limit: 25), 25)])
    func `RedirectFollower: more redirects than the limit are an error that names the chain`(
        policy: RedirectPolicy?, limit: Int
    ) async throws {
        let error = try #require(await failure { try await client(endless, policy).call(.get("0")).value })
        #expect(error.code == .tooManyRedirects)
        #expect(endless.requests.count == limit + 1)
        for step in 0...(limit + 1) { #expect(error.message.contains("GET \"https://h/\(step)\"")) }
        #expect(error.attempts.count == 1)
        #expect(error.attempts.first?.redirects.count == limit)
    }

    @Test func `RedirectFollower: redirects up to the limit are followed`() async throws {
        let stub = StubTransport.answering(.redirect(to: "/1"), .redirect(to: "/2"))
        #expect(try await client(stub, RedirectPolicy(limit: 2)).call(.get("0")).response.status == 200)
    }

    @Test(arguments: [RedirectPolicy.none, RedirectPolicy(limit: 0), RedirectPolicy(limit: -1)])
    func `RedirectFollower: if no redirect may be followed, a redirect is an ordinary response`(policy: RedirectPolicy) async throws {
        let error = await failure { try await client(endless, policy).call(.get("0")).value }
        #expect(error?.code == .badStatus)
        #expect(error?.response?.headers["Location"] == "/1")
        #expect(endless.requests.count == 1)
    }

    @Test func `RedirectFollower: a loop ends at the limit`() async throws {
        let stub = StubTransport { request in .redirect(307, to: request.path == "/a" ? "/b" : request.path == "/b" ? "/c" : "/b#again") }
        let client = try client(stub, RedirectPolicy(limit: 3))
        let error = try #require(await failure { try await client.call(.post("a", body: Data("x".utf8))).value })
        #expect(error.code == .tooManyRedirects)
        #expect(
            error.message.contains(
                #"3 redirects: POST "https://h/a", then POST "https://h/b", then POST "https://h/c", then POST "https://h/b""#))
        #expect(stub.requests.count == 4)
    }

    @Test func `RedirectFollower: a server may redirect to the same URL, for example after it has set up a session`() async throws {
        let stub = StubTransport.answering(.redirect(to: "/a"), .redirect(to: "/a"))
        #expect(try await client(stub).call(.get("a")).response.status == 200)
        #expect(stub.requests.count == 3)
    }

    @Test func `RedirectFollower: a loop of long locations is an error with a short message`() async throws {
        let stub = StubTransport { _ in .redirect(to: String(repeating: ":", count: 90_000)) }
        let error = await failure { try await client(stub).call(.get("a")).value }
        #expect(error?.code == .tooManyRedirects)
        #expect(error.map { $0.message.utf8.count < 1500 } == true)
    }

    struct Signed: AuthenticatedEndpoint {
        var path: Path { "a" }
    }

    @Test func `RedirectFollower: the response has its URL and the redirects that were followed`() async throws {
        let stub = StubTransport.answering(.redirect(303, to: "/b?token=hunter2"), .redirect(307, to: "https://other/c"))
        let reply = try await client(stub).call(.post("a", body: Data("x".utf8))).response
        #expect(reply.http.url?.absoluteString == "https://other/c")
        #expect(
            reply.redirects.map(\.description) == [
                "POST https://h/a -> 303 See Other", "GET https://h/b?token=<7 characters> -> 307 Temporary Redirect",
            ])
        #expect(reply.attempts.count == 1)
    }

    @Test func `RedirectFollower: a failure after a redirect names the request that failed`() async throws {
        let stub = StubTransport { request in
            if request.path == "/a" { return .redirect(to: "/b") }
            throw APIError(.timeout, "Nothing came.", request: request)
        }
        let error = await failure { try await client(stub).call(.get("a")).value }
        #expect(error?.code == .timeout)
        #expect(error?.request?.url == "https://h/b")
        #expect(error?.attempts.first?.redirects.map(\.status) == [302])
    }

    @Test func `RedirectFollower: every attempt starts at the endpoint again`() async throws {
        let stub = StubTransport.answering(.redirect(to: "/b"), HTTPResponse(status: 503), .redirect(to: "/c"))
        let again = Restarting { attempt, result in attempt == 1 ? .restart : .pass }
        let client = APIClient(
            configuration: APIConfiguration(baseURL: try exampleURL("https://h")), transport: stub, decisions: [again, ParseDecision()])
        let reply = try await client.call(.get("a")).response
        #expect(stub.requests.map(\.path.encoded) == ["/a", "/b", "/a", "/c"])
        #expect(reply.attempts.map { $0.redirects.count } == [1, 1])
    }

    @Test func `RedirectFollower: a call cancelled between two redirects sends no more requests`() async throws {
        let transport = CancellingTransport()
        let call = Task { try await APIClient.example(transport).call(.get("a")).value }
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(transport.count.count == 1)
    }

    /// Cancels its own task when a response has arrived.
    private final class CancellingTransport: Transport, AwaitedInPlace {
        let count = Counter()

        func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
            let count = count.next()
            withUnsafeCurrentTask { $0?.cancel() }
            return .redirect(to: "/\(count)")
        }

        func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
            HTTPResponseStream(try await send(request, in: context))
        }
    }

    private func redirect(after wait: String) -> HTTPResponse {
        HTTPResponse(status: 307, headers: ["Location": "/next", "Retry-After": wait])
    }

    @Test func `RedirectFollower: a redirect waits as long as the server asks, and holds no slot`() async throws {
        let clock = ManualClock()
        let stub = StubTransport.answering(redirect(after: "1.5"))
        let client = try APIClient.example(stub, clock: clock) { $0.policies.maxConcurrentCalls = 1 }
        let call = Task { try await client.call(.get("items")).value }
        await clock.sleepers(1)
        // The only slot is free.
        try await client.call(.get("other")).value
        #expect(stub.requests.map(\.path.encoded) == ["/v1/items", "/v1/other"])
        clock.advance(by: .seconds(2))
        try await call.value
        #expect(stub.requests.map(\.path.encoded) == ["/v1/items", "/v1/other", "/next"])
    }

    @Test func `RedirectFollower: if a wait would exceed the policy's limit or the deadline, the redirect isn't followed`() async throws {
        for (wait, deadline, reason) in [
            ("61", nil, "its Retry-After is 61.000 s, and maxRetryAfter is 60.000 s"),
            ("7", Duration.seconds(7), "its Retry-After of 7.000 s would end after the deadline"),
        ] {
            let stub = StubTransport.answering(redirect(after: wait))
            let client = try APIClient.example(stub, clock: ManualClock()) { $0.policies.deadline = deadline }
            let error = await failure { try await client.call(.get("items")).value }
            #expect(error?.code == .redirect)
            #expect(error?.message.contains("/next\" can't be followed: \(reason).") == true, "\(error?.message ?? "")")
            #expect(stub.requests.count == 1)
        }
    }

    @Test func `RedirectFollower: a cancellation ends the wait before a redirect`() async throws {
        let clock = ManualClock()
        let stub = StubTransport.answering(redirect(after: "30"))
        let client = try APIClient.example(stub, clock: clock)
        let call = Task { try await client.call(.get("items")).value }
        await clock.sleepers(1)
        client.cancelAll()
        #expect(await failure { try await call.value }?.code == .cancelled)
        #expect(stub.requests.count == 1)
    }
}
