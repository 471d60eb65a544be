import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import EndpointClient

@Suite struct StoredAnswerTests {
    @Test(.timeLimit(.minutes(4))) func `Call order: a call doesn't join a run whose cookies have changed twice`() async throws {
        let jar = CookieJar()
        let (asked, go, count) = (Signal(), Signal(), Counter())
        let stub = StubTransport { request in
            if request.path.encoded.hasSuffix("login") {
                return HTTPResponse(headers: ["Set-Cookie": "s=\(request.query.first { $0.name == "u" }?.value ?? ""); Path=/"])
            }
            switch count.next() {
            case 1:
                asked.give()
                await go.wait()
                return HTTPResponse(status: 503)
            case 2:
                asked.give()
                await go.wait()
            default: break
            }
            return HTTPResponse(body: Data((request.headers["Cookie"] ?? "").utf8))
        }
        let client = try APIClient.remembering(stub) {
            $0.policies.cache = nil
            $0.policies.cookies = jar
            $0.policies.sharesEqualRequests = true
            $0.policies.retry = RetryPolicy(maxAttempts: 2, backoff: Backoff(initial: .zero, maximum: .zero))
        }
        func login(_ user: String) async throws { _ = try await client.data(.post("login", query: ["u": user])).value }
        try await login("a")
        let first = Task { try await client.string(.get("items")).value }
        await asked.wait()
        try await login("b")
        go.give()
        await asked.wait()
        try await login("a")
        let second = Task { try await client.string(.get("items")).value }
        await eventually { client.core.sharedRuns?.waitingCount == 2 || count.count == 3 }
        go.give()
        let (one, two) = (try await first.value, try await second.value)
        #expect(two == "s=a", "first \(one)")
    }

    @Test(.timeLimit(.minutes(4))) func `Call order: a request is reported once, even if its signer changes`() async throws {
        let users = ChangedSignerTests.Users("a")
        let kinds = Recorder<String>()
        struct Observer: CallObserver {
            var followsProgress: Bool { false }
            let kinds: Recorder<String>
            func observe(_ event: CallEvent) { kinds.record(String("\(event.kind)".prefix { $0 != "(" })) }
        }
        let changing = ChangingUsers(users: users)
        var configuration = APIConfiguration(baseURL: try exampleURL(), policies: .once)
        configuration.authentication = changing
        configuration.policies.cache = CachePolicy()
        let client = APIClient(configuration: configuration, transport: StubTransport(), observers: [Observer(kinds: kinds)])
        _ = try await client.data(GuardedItems()).value
        #expect(kinds.values.count { $0 == "adapted" } == 1, "\(kinds.values)")
    }
    private struct ChangingUsers: Authentication {
        let users: ChangedSignerTests.Users
        var identity: Identity? { users.identity }
        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest { try await authenticated(request).request }
        func authenticated(_ request: consuming HTTPRequest) async throws -> AuthenticatedRequest {
            users.set("b")
            return try await users.authenticated(request)
        }
    }

    @Test(.timeLimit(.minutes(4))) func `Call order: after a challenge, the target of a redirect may come from the cache`() async throws {
        let users = ChangedSignerTests.Users("a")
        let count = Counter()
        let stub = StubTransport { request in
            if request.path.encoded.hasSuffix("start") {
                return count.next() == 1 ? HTTPResponse(status: 401) : HTTPResponse(status: 302, headers: ["Location": "/v1/items"])
            }
            return ChangedSignerTests.fresh()
        }
        let client = try APIClient.remembering(stub, users)
        _ = try await client.data(GuardedItems()).value
        let response = try await client.data(.get("start").authenticated()).response
        #expect(response.source == .cache, "\(stub.requests.map(\.path.encoded))")
    }

    @Test(.timeLimit(.minutes(4))) func `Call order: signed items in a stored link are recognized in any spelling`() async throws {
        let keys = ["p q", "a+b", "é/ü", "x=&y", "%41", ""]
        for key in keys where !key.isEmpty {
            for style in 0..<3 {
                @Sendable func written(_ text: String) -> String {
                    switch style {
                    case 0: return text.utf8.map { "%" + String($0 + 0, radix: 16).leftPadded() }.joined()
                    case 1: return PercentText.form(text)
                    default: return PercentText.upper(text)
                    }
                }
                let stub = StubTransport { request in
                    let items = request.query.filter { ["ts", "apikey", "hash"].contains($0.name) }
                        .map { "&\($0.name)=\(written($0.value ?? ""))" }.joined()
                    let link = "<https://api.example.com/v1/items?page=2\(items)>; rel=\"next\""
                    return HTTPResponse(headers: ["Cache-Control": "max-age=600", "Link": link], body: Data("[1]".utf8))
                }
                let client = try APIClient.remembering(stub, HashedQueryAuthentication(publicKey: key, privateKey: "private"))
                for source in [ResponseSource.network, .cache] {
                    let response = try await client.call(GuardedItems(), as: [Int].self).response
                    #expect(response.source == source)
                    let link = try #require(LinkHeader(response.headers)["next"]?.target)
                    let query = try Location.parse(link).get().query
                    #expect(
                        query.filter { response.sent.addedItems.contains($0) }.map(\.name) == ["ts", "apikey", "hash"],
                        "\(key) \(style) \(source)")
                }
            }
        }
    }

    @Test(.timeLimit(.minutes(4))) func `Call order: if answering a challenge fails, the call releases its slot`() async throws {
        struct Throwing: Authentication {
            var identity: Identity? { Identity("a") }
            func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest { request }
            func answer(
                _ response: HTTPResponse, to sent: AuthenticatedRequest, repeating request: HTTPRequest
            ) async throws -> AuthenticatedRequest? {
                throw POSIXError(.EIO)
            }
        }
        let client = try APIClient.remembering(StubTransport(), Throwing()) {
            $0.policies.maxConcurrentCalls = 1
            $0.policies.maxConcurrentStreams = 1
        }
        for _ in 0..<3 { #expect(await failure { try await client.data(GuardedItems()).value }?.code == .authentication) }
        for _ in 0..<3 { #expect(await failure { try await client.stream(GuardedItems()).value }?.code == .authentication) }
    }
}
extension String { fileprivate func leftPadded() -> String { count < 2 ? "0" + self : self } }
enum PercentText {
    static func upper(_ t: String) -> String {
        t.utf8.map { "%" + (String($0, radix: 16, uppercase: true).count < 2 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
    static func form(_ t: String) -> String {
        t.split(separator: " ", omittingEmptySubsequences: false).map { upper(String($0)) }.joined(separator: "+")
    }
}
