import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import EndpointClient

/// Another user signs in, or the cookies change, while a request is in flight.
@Suite struct OtherSenderTests {
    private static func session(_ user: Secret) -> Cookie { Cookie(name: "session", value: user, domain: "api.example.com") }

    @Test(.timeLimit(.minutes(4))) func `Call order: no call joins a run that was redirected with another user's cookies`() async throws {
        let jar = CookieJar()
        let (asked, mayRedirect) = (Signal(), Signal())
        let (redirected, mayAnswer) = (Signal(), Signal())
        let count = Counter()
        let stub = StubTransport { request in
            if request.url.path.hasSuffix("me") {
                if count.next() == 1 {
                    asked.give()
                    await mayRedirect.wait()
                }
                return HTTPResponse(status: 302, headers: ["Location": "/v1/profile"])
            }
            let user = request.headers["Cookie"] ?? ""
            if user == "session=b" {
                redirected.give()
                await mayAnswer.wait()
            }
            return HTTPResponse(body: Data(user.utf8))
        }
        let client = try APIClient.example(stub) {
            $0.policies.sharesEqualRequests = true
            $0.policies.cookies = jar
        }
        try await jar.set(Self.session("a"))
        async let first = client.string(.get("me")).value
        await asked.wait()
        try await jar.set(Self.session("b"))
        mayRedirect.give()
        await redirected.wait()
        try await jar.set(Self.session("a"))
        // Only A is signed in during the whole call.
        async let second = client.string(.get("me")).value
        await eventually { client.core.sharedRuns?.waitingCount == 2 }
        mayAnswer.give()
        #expect(try await second == "session=a")
        _ = try await first
    }

    @Test(.timeLimit(.minutes(4)), arguments: [false, true])
    func `Call order: no request carries one user's cookies and another user's token`(hasCache: Bool) async throws {
        let jar = CookieJar()
        try await jar.set(Self.session("a"))
        let (refreshing, mayRefresh) = (Signal(), Signal())
        let refresher = TokenRefresher<Pass>(store: MemoryTokenStore(Pass("a", expiresIn: 0)), identity: { Identity(Secret($0.text)) }) {
            _ in
            refreshing.give()
            await mayRefresh.wait()
            return Pass("a")
        }
        let stub = StubTransport { _ in HTTPResponse(headers: ["Cache-Control": "max-age=3600"]) }
        let client = try APIClient.example(stub) {
            $0.authentication = .bearer(refresher)
            $0.policies.cookies = jar
            if hasCache { $0.policies.cache = CachePolicy() }
        }
        async let value = client.data(GuardedItems()).value
        await refreshing.wait()
        try await jar.set(Self.session("b"))
        try await refresher.setToken(Pass("b"))
        mayRefresh.give()
        _ = try await value
        #expect(stub.requests.map { $0.headers["Cookie"] } == ["session=b"])
        #expect(stub.requests.map { $0.headers["Authorization"] } == ["Bearer b"])
    }

    @Test(.timeLimit(.minutes(4))) func `Call order: a service may set a cookie with each token`() async throws {
        let jar = CookieJar()
        let count = Counter()
        let stub = StubTransport { _ in HTTPResponse() }
        let client = try APIClient.example(stub) {
            $0.authentication = .custom(
                AnyAdapter { request in
                    try await jar.set(Self.session(Secret("\(count.next())")))
                    request.headers["Authorization"] = "Token"
                })
            $0.policies.cookies = jar
        }
        _ = try await client.data(GuardedItems()).value
        #expect(stub.requests.count == 1 && count.count == 2)
    }

    @Test(arguments: [false, true]) func `Call order: the answer to a challenge carries the cookie that the challenge set`(
        hasCache: Bool
    ) async throws {
        let jar = CookieJar()
        try await jar.set(Self.session("old"))
        let stub = StubTransport { request in
            if request.headers.contains("Authorization") { return HTTPResponse(headers: ["Cache-Control": "max-age=3600"]) }
            return HTTPResponse(
                status: 401,
                headers: ["WWW-Authenticate": #"Digest realm="r", nonce="n", qop="auth""#, "Set-Cookie": "session=new; Path=/"])
        }
        let client = try APIClient.example(stub) {
            $0.authentication = .digest(user: "u", password: "p")
            $0.policies.cookies = jar
            if hasCache { $0.policies.cache = CachePolicy() }
        }
        _ = try await client.data(GuardedItems()).value
        #expect(stub.requests.map { $0.headers["Cookie"] } == ["session=old", "session=new"])
    }

    /// What makes a client send a request again.
    enum Again: CaseIterable {
        case retry, redirect, challenge

        var answer: HTTPResponse {
            switch self {
            case .retry: HTTPResponse(status: 503)
            case .redirect: HTTPResponse(status: 307, headers: ["Location": "/v1/moved"])
            case .challenge: HTTPResponse(status: 401, headers: ["WWW-Authenticate": #"Digest realm="r", nonce="n", qop="auth""#])
            }
        }
    }

    /// A client whose first answer makes it send the request again, after `change` has run.
    private static func client(
        _ again: Again, _ jar: CookieJar, change: @escaping @Sendable () async throws -> String?
    ) throws -> (APIClient, StubTransport) {
        let count = Counter()
        let stub = StubTransport { _ in
            if count.next() > 1 { return HTTPResponse() }
            var answer = again.answer
            answer.headers["Set-Cookie"] = try await change()
            return answer
        }
        let client = try APIClient.example(stub) {
            if again == .challenge { $0.authentication = .digest(user: "app", password: "p") }
            $0.policies.cookies = jar
            $0.policies.retry = RetryPolicy(backoff: Backoff(initial: .milliseconds(1), jitter: .none))
        }
        return (client, stub)
    }

    private static func route(_ method: HTTPMethod, _ again: Again) -> Route {
        let route = Route(method, "items/1")
        return again == .challenge ? route.authenticated() : route
    }

    @Test(arguments: Again.allCases, [HTTPMethod.put, .get])
    func `Call order: a write isn't sent again with the cookies of the next user, and a read is`(
        _ again: Again, method: HTTPMethod
    ) async throws {
        let jar = CookieJar()
        try await jar.set(Self.session("a"))
        let (client, stub) = try Self.client(again, jar) {
            try await jar.removeAll()
            try await jar.set(Self.session("b"))
            return nil
        }
        let call = client.data(Self.route(method, again))
        if method == .get {
            _ = try await call.value
            #expect(stub.requests.map { $0.headers["Cookie"] } == ["session=a", "session=b"])
        } else {
            let error = await failure(of: { try await call.value })
            #expect(error?.code == .authentication && error?.message.contains("its cookies have been removed or replaced") == true)
            #expect(stub.requests.map { $0.headers["Cookie"] } == ["session=a"])
        }
    }

    /// An authentication that doesn't say who has signed. Another user signs in while the second request is being signed.
    private struct Unnamed: Authentication {
        private let users = Counter()
        private let signatures = Counter()

        var identity: Identity? { Identity(Secret("\(users.count)")) }

        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
            if signatures.next() == 2 { users.next() }
            return request
        }
    }

    @Test(arguments: [Again.retry, .redirect], [HTTPMethod.put, .get])
    func `Call order: a write isn't sent again if another user signs in while it is being signed, and a read is`(
        _ again: Again, method: HTTPMethod
    ) async throws {
        let count = Counter()
        let stub = StubTransport { _ in count.next() > 1 ? HTTPResponse() : again.answer }
        let client = try APIClient.example(stub) {
            $0.authentication = Unnamed()
            $0.policies.retry = RetryPolicy(backoff: Backoff(initial: .milliseconds(1), jitter: .none))
        }
        let call = client.data(Self.route(method, .challenge))
        if method == .get {
            _ = try await call.value
        } else {
            let error = await failure(of: { try await call.value })
            #expect(error?.code == .authentication && error?.message.contains("another user may have signed in") == true)
        }
        #expect(stub.requests.count == (method == .get ? 2 : 1))
    }

    @Test(arguments: Again.allCases)
    func `Call order: a write is sent again with a cookie that the server has replaced`(_ again: Again) async throws {
        let jar = CookieJar()
        try await jar.set(Self.session("a"))
        let (client, stub) = try Self.client(again, jar) { "session=rolled; Path=/" }
        _ = try await client.data(Self.route(.put, again)).value
        #expect(stub.requests.map { $0.headers["Cookie"] } == ["session=a", "session=rolled"])
    }

    @Test func `Call order: a write is sent again after changes of other cookies, and by the same identity`()
        async throws
    {
        let jar = CookieJar()
        try await jar.set(Self.session("a"))
        try await jar.set(Cookie(name: "session", value: "x", domain: "other.example.com"))
        let (client, stub) = try Self.client(.retry, jar) {
            try await jar.removeAll(for: "other.example.com")
            try await jar.set(Cookie(name: "theme", value: "dark", domain: "api.example.com"))
            return nil
        }
        _ = try await client.data(.put("items/1")).value
        #expect(stub.requests.map { $0.headers["Cookie"] }.last == "session=a; theme=dark")

        let count = Counter()
        let refresher = TokenRefresher<Pass>(store: MemoryTokenStore(Pass("one")), identity: { _ in Identity("u") }) { _ in
            try await jar.set(Self.session("with the token"))
            return Pass("two")
        }
        let guarded = StubTransport { _ in count.next() == 1 ? HTTPResponse(status: 401) : HTTPResponse() }
        let other = try APIClient.example(guarded) {
            $0.authentication = .bearer(refresher)
            $0.policies.cookies = jar
        }
        _ = try await other.data(.put("items/1").authenticated()).value
        #expect(guarded.requests.count == 2)
    }

    /// Learns the identity from the first challenge, and needs to answer two challenges.
    private final class TwoSteps: Authentication {
        let user = Mutex<String?>(nil)
        var identity: Identity? { user.withLock { $0 }.map { Identity(Secret($0)) } }

        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest { request }

        func authenticated(_ request: consuming HTTPRequest) async throws -> AuthenticatedRequest {
            request.headers["Authorization"] = "1"
            return AuthenticatedRequest(request, identity: identity, credential: 1)
        }

        func answer(
            _ response: HTTPResponse, to sent: AuthenticatedRequest, repeating request: HTTPRequest
        ) async throws -> AuthenticatedRequest? {
            guard response.status == .unauthorized, let step = sent.credential as? Int else { return nil }
            user.withLock { $0 = "known" }
            var next = request
            next.headers["Authorization"] = "\(step + 1)"
            return AuthenticatedRequest(next, identity: identity, credential: step + 1)
        }
    }

    @Test(arguments: [false, true]) func `Call order: an authentication that names its user may answer two challenges in a row`(
        hasCache: Bool
    ) async throws {
        let stub = StubTransport { request in
            HTTPResponse(status: request.headers["Authorization"] == "3" ? 200 : 401, headers: ["Cache-Control": "max-age=3600"])
        }
        let client = try APIClient.example(stub) {
            $0.authentication = TwoSteps()
            if hasCache { $0.policies.cache = CachePolicy() }
        }
        _ = try await client.data(GuardedItems()).value
        #expect(stub.requests.map { $0.headers["Authorization"] } == ["1", "2", "3"])
    }

    /// Repeats the request after every response.
    private struct Repeating: Authentication {
        var identity: Identity? { Identity("a") }
        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest { request }
        func answer(
            _ response: HTTPResponse, to sent: AuthenticatedRequest, repeating request: HTTPRequest
        ) async throws -> AuthenticatedRequest? { AuthenticatedRequest(request, identity: identity) }
    }

    @Test(arguments: [(200, 1), (302, 1), (503, 1), (401, 3), (403, 3)])
    func `Call order: an authentication doesn't resend a write that the server may have acted on`(
        status: Int, count: Int
    ) async throws {
        let stub = StubTransport { request in
            HTTPResponse(status: request.method == .post ? HTTPStatus(rawValue: status) : 200, headers: ["Location": "/v1/y"])
        }
        let client = try APIClient.example(stub) { $0.authentication = Repeating() }
        _ = try? await client.data(Route.post("x", body: Data("b".utf8)).authenticated()).value
        #expect(stub.requests.count { $0.method == .post } == count)
    }

    @Test(.timeLimit(.minutes(4)), arguments: ["Location", "Content-Location"])
    func `Call order: after a write, no call joins an older shared run for another changed resource`(field: String) async throws {
        let (asked, mayAnswer) = (Signal(), Signal())
        let (reads, writes) = (Counter(), Counter())
        let stub = StubTransport { request in
            if request.method == .post {
                writes.next()
                return HTTPResponse(status: 201, headers: [field: "/v1/x"])
            }
            let version = writes.count
            if reads.next() == 1 {
                asked.give()
                await mayAnswer.wait()
            }
            return HTTPResponse(body: Data("\(version)".utf8))
        }
        let client = try APIClient.example(stub) { $0.policies.sharesEqualRequests = true }
        async let first = client.string(.get("x")).value
        await asked.wait()
        _ = try await client.call(.post("items")).value
        #expect(try await client.string(.get("x")).value == "1")
        mayAnswer.give()
        #expect(try await first == "0")
    }

    @Test func `Call order: a call that may only use the cache refreshes no token, even if equal calls share a run`() async throws {
        let count = Counter()
        let refresher = TokenRefresher<Pass> { _ in
            count.next()
            throw APIError(.connection, "no network")
        }
        let client = try APIClient.example(StubTransport()) {
            $0.authentication = .bearer(refresher)
            $0.policies.cache = CachePolicy()
            $0.policies.sharesEqualRequests = true
        }
        #expect(await failure { try await client.data(GuardedItems()).cached(.only).value }?.code == .notCached)
        #expect(count.count == 0)
    }
}
