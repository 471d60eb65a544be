import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import EndpointClient

@Suite struct ChangedSignerTests {
    static func fresh(_ body: String = "[1]", _ control: String = "max-age=600") -> HTTPResponse {
        HTTPResponse(headers: ["Cache-Control": control], body: Data(body.utf8))
    }
    /// Signs as the current user. Answers a 401 (or another status) by signing again as the user who is current then.
    final class Users: Authentication {
        let user: Mutex<String>
        let answers = Counter()
        let status: Int
        init(_ user: String, answering status: Int = 401) {
            self.user = Mutex(user)
            self.status = status
        }
        func set(_ new: String) { user.withLock { $0 = new } }
        var now: String { user.withLock { $0 } }
        var identity: Identity? { Identity(Secret(now)) }
        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest { try await authenticated(request).request }
        func authenticated(_ request: consuming HTTPRequest) async throws -> AuthenticatedRequest {
            let now = now
            request.headers["Authorization"] = "Bearer \(now)"
            return AuthenticatedRequest(request, identity: Identity(Secret(now)))
        }
        func answer(
            _ response: HTTPResponse, to sent: AuthenticatedRequest, repeating request: HTTPRequest
        ) async throws
            -> AuthenticatedRequest?
        {
            guard response.status.rawValue == status else { return nil }
            answers.next()
            return try await authenticated(request)
        }
    }

    @Test(.timeLimit(.minutes(4))) func `Call order: if another user signs a challenge's answer, the first user never gets that response`()
        async throws
    {
        let users = Users("a")
        let count = Counter()
        let stub = StubTransport { request in
            if count.next() == 1 {
                users.set("b")
                return HTTPResponse(status: 401)
            }
            return Self.fresh(request.bearer ?? "")
        }
        let client = try APIClient.remembering(stub, users)
        _ = try await client.string(GuardedItems()).value
        users.set("a")
        let response = try await client.string(GuardedItems()).response
        #expect(response.value == "a", "A got the answer of B from \(response.source)")
    }

    @Test(.timeLimit(.minutes(4))) func `Call order: a 304 that B gets after a challenge doesn't deliver A's stored response`() async throws
    {
        let users = Users("a")
        let count = Counter()
        let stub = StubTransport { request in
            let number = count.next()
            if number == 1 {
                return HTTPResponse(headers: ["Cache-Control": "max-age=0", "ETag": "\"v1\""], body: Data("secret of a".utf8))
            }
            if number == 2 {
                users.set("b")
                return HTTPResponse(status: 401)
            }
            return request.headers["If-None-Match"] == nil ? Self.fresh("b") : HTTPResponse(status: 304, headers: ["ETag": "\"v1\""])
        }
        let client = try APIClient.remembering(stub, users)
        _ = try await client.string(GuardedItems()).value
        let value = try await client.string(GuardedItems()).value
        #expect(value == "b", "signed as \(stub.requests.last?.bearer ?? "")")
    }

    @Test(.timeLimit(.minutes(4))) func `Call order: no call joins a shared run whose retry another user signed`() async throws {
        let refresher = TokenRefresher<Pass>(store: MemoryTokenStore(Pass("a")), identity: { Identity(Secret($0.text)) }) { _ in Pass("a") }
        let (asked, go, count) = (Signal(), Signal(), Counter())
        let stub = StubTransport { request in
            switch count.next() {
            case 1:
                try await refresher.setToken(Pass("b"))
                return HTTPResponse(status: 503)
            case 2:
                asked.give()
                await go.wait()
                return Self.fresh(request.bearer ?? "")
            default: return Self.fresh(request.bearer ?? "")
            }
        }
        let client = try APIClient.remembering(stub, .bearer(refresher)) {
            $0.policies.cache = nil
            $0.policies.sharesEqualRequests = true
            $0.policies.retry = RetryPolicy(maxAttempts: 2, backoff: Backoff(initial: .zero, maximum: .zero))
        }
        let first = Task { try await client.string(GuardedItems()).value }
        await asked.wait()
        try await refresher.setToken(Pass("a"))
        let second = Task { try await client.string(GuardedItems()).value }
        await eventually { client.core.sharedRuns?.waitingCount == 2 || stub.requests.count == 3 }
        go.give()
        let (one, two) = (try await first.value, try await second.value)
        #expect(
            two == "a", "first \(one); the second call was made, and ended, while A was signed in; requests \(stub.requests.map(\.bearer))")
    }

    @Test(.timeLimit(.minutes(4))) func `Call order: no call joins a shared run that continued after another sign-in`() async throws {
        let time = TestTime(Pass.start)
        let (refreshing, never) = (Signal(), Signal())
        let refresher = TokenRefresher<Pass>(
            store: MemoryTokenStore(Pass("a", expiresIn: -1)), now: { time.date }, identity: { Identity(Secret($0.text)) }
        ) { _ in
            refreshing.give()
            await never.wait()
            return Pass("a")
        }
        let (asked, go) = (Signal(), Signal())
        let stub = StubTransport { request in
            if request.bearer == "b" {
                asked.give()
                await go.wait()
            }
            return Self.fresh(request.bearer ?? "")
        }
        let client = try APIClient.remembering(stub, .bearer(refresher)) {
            $0.policies.cache = nil
            $0.policies.sharesEqualRequests = true
        }
        let first = Task { try await client.string(GuardedItems()).value }
        await refreshing.wait()
        try await refresher.setToken(Pass("b"))
        await asked.wait()
        try await refresher.setToken(Pass("a"))
        let second = Task { try await client.string(GuardedItems()).value }
        await eventually { client.core.sharedRuns?.waitingCount == 2 || stub.requests.count == 2 }
        go.give()
        let (one, two) = (try await first.value, try await second.value)
        never.give()
        #expect(two == "a", "first \(one), requests \(stub.requests.map(\.bearer))")
    }

    @Test(.timeLimit(.minutes(4)), arguments: [false, true])
    func `Call order: a background validation repeats no POST that was redirected`(isReadOnce: Bool) async throws {
        let stub = StubTransport { request in
            if request.method == .post { return HTTPResponse(status: 303, headers: ["Location": "/v1/latest"]) }
            if request.path.encoded.hasSuffix("latest") { return HTTPResponse(status: 302, headers: ["Location": "/v1/orders/1"]) }
            return Self.fresh("order", "max-age=10, stale-while-revalidate=100")
        }
        let time = TestTime(Pass.start)
        let client = try APIClient.remembering(stub) { $0.policies.cache = CachePolicy(now: { time.date }) }
        _ = try await client.data(.get("orders/1")).value
        time.advance(by: 20)
        let chunks = AsyncStream<Data> {
            $0.yield(Data("x".utf8))
            $0.finish()
        }
        let body: any HTTPBody =
            isReadOnce ? StreamBody(HTTPBodyStream(chunks, length: 1), contentType: "text/plain") : TextBody("x")
        let response = try await client.data(.post("orders", body: body)).response
        await eventually { client.core.background.isIdle }
        let posts = stub.requests.count { $0.method == .post }
        #expect(posts == 1, "source \(response.source): \(stub.requests.map { "\($0.method) \($0.path.encoded)" })")
    }

    /// Rejects a count that was already used with the nonce, like Apache's or nginx's strict check.
    private func strict(
        _ used: Recorder<String>, challenge: @escaping @Sendable (HTTPRequest) -> String, realm: @escaping @Sendable (HTTPRequest) -> String
    )
        -> StubTransport
    {
        let seen = Mutex<Set<String>>([])
        return StubTransport { request in
            let fields = request.headers["Authorization"].map { String($0) } ?? ""
            func value(_ name: String) -> String {
                guard let range = fields.range(of: "\(name)=") else { return "" }
                return String(fields[range.upperBound...].prefix { $0 != "," }).replacingOccurrences(of: "\"", with: "")
            }
            let refusal = HTTPResponse(status: 401, headers: ["WWW-Authenticate": challenge(request)])
            if fields.isEmpty { return refusal }
            let count = " nonce=\(value(" nonce")) nc=\(value("nc"))"
            used.record("\(value("realm"))\(count)")
            let isNew = seen.withLock { $0.insert(count).inserted }
            return isNew && value("realm") == realm(request) ? HTTPResponse(body: Data("ok".utf8)) : refusal
        }
    }

    @Test(.timeLimit(.minutes(4))) func `Call order: digest calls to two areas with the same nonce are both accepted`() async throws {
        let used = Recorder<String>()
        let realm: @Sendable (HTTPRequest) -> String = { $0.path.encoded.hasSuffix("b") ? "B" : "A" }
        let stub = strict(used, challenge: { "Digest realm=\"\(realm($0))\", nonce=\"N\", qop=\"auth\"" }, realm: realm)
        let client = try APIClient.remembering(stub, .digest(user: "u", password: "p")) { $0.policies.cache = nil }
        for path in ["a", "b", "a", "b"] {
            let error = await failure { try await client.data(.get(Path(stringLiteral: path)).authenticated()).value }
            #expect(error == nil, "\(path): \(used.values)")
        }
    }

    @Test(.timeLimit(.minutes(4))) func `Call order: two concurrent first digest calls with one nonce use different counts`() async throws {
        let used = Recorder<String>()
        let stub = strict(used, challenge: { _ in "Digest realm=\"A\", nonce=\"N\", qop=\"auth\"" }, realm: { _ in "A" })
        let arrived = Counter()
        let digest = DigestAuthentication(user: "u", password: "p") {
            arrived.next()
            let end = Date().addingTimeInterval(2)
            while arrived.count < 2, Date() < end {}
            return "c\(arrived.count)"
        }
        let client = try APIClient.remembering(stub, digest) { $0.policies.cache = nil }
        let calls = (0..<2).map { n in Task { await failure { try await client.data(.get("a\(n)").authenticated()).value } } }
        for call in calls { #expect(await call.value == nil) }
        #expect(Set(used.values).count == used.count, "\(used.values)")
    }

    @Test(.timeLimit(.minutes(4))) func `Call order: no digest call fails if all get the same nonce at once`() async throws {
        var failures = 0
        for _ in 0..<2 {
            let used = Recorder<String>()
            let gate = Gate(8)
            let stub = strict(used, challenge: { _ in "Digest realm=\"A\", nonce=\"N\", qop=\"auth\"" }, realm: { _ in "A" })
            let gated = GatedTransport(base: stub, gate: gate)
            let client = try APIClient.remembering(gated, .digest(user: "u", password: "p")) { $0.policies.cache = nil }
            let calls = (0..<8).map { n in Task { await failure { try await client.data(.get("a\(n)").authenticated()).value } } }
            for call in calls where await call.value != nil { failures += 1 }
        }
        #expect(failures == 0, "of 16 calls")
    }
    private struct GatedTransport: Transport {
        let base: any Transport
        let gate: Gate
        func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
            let response = try await base.send(request, in: context)
            if response.status == .unauthorized { await gate.arrive() }
            return response
        }

        func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
            HTTPResponseStream(try await send(request, in: context))
        }
    }

    private final class CallingStore: UnsharedStore {
        let client = Mutex<APIClient?>(nil)
        func load() async throws -> Pass? {
            guard let client = client.withLock({ $0 }) else { return nil }
            return Pass(try await client.string(.get("token").authenticated()).value)
        }
        func save(_ token: Pass?) async throws {}
    }

    @Test(.timeLimit(.minutes(4)), arguments: [false, true]) func `Call order: a token store may call its own client while it loads`(
        caches: Bool
    ) async throws {
        let store = CallingStore()
        let refresher = TokenRefresher<Pass>(store: store) { _ in Pass("r") }
        let stub = StubTransport { _ in HTTPResponse(body: Data("t".utf8)) }
        let client = try APIClient.remembering(stub, .bearer(refresher)) {
            if !caches { $0.policies.cache = nil }
        }
        store.client.withLock { $0 = client }
        let error = await failure { try await client.string(GuardedItems()).value }
        #expect(error == nil)
    }

    @Test(.timeLimit(.minutes(4))) func `Call order: challenges are answered at most twice per hop`() async throws {
        let users = Users("a")
        let count = Counter()
        let stub = StubTransport { request in
            switch count.next() {
            case 1: HTTPResponse(headers: ["Cache-Control": "max-age=0", "ETag": "\"v1\""], body: Data("1".utf8))
            case 2, 3, 5, 6: HTTPResponse(status: 401)
            case 4: HTTPResponse(status: 304, headers: ["ETag": "\"v2\""])
            default: Self.fresh("2")
            }
        }
        let client = try APIClient.remembering(stub, users)
        _ = try await client.string(GuardedItems()).value
        _ = try? await client.string(GuardedItems()).value
        #expect(users.answers.count <= 2)
    }

    @Test(.timeLimit(.minutes(4))) func `Call order: a challenge in a stream's successful response needs no second slot`() async throws {
        let users = Users("a", answering: 203)
        let count = Counter()
        let stub = StubTransport { _ in HTTPResponse(status: count.next() == 1 ? 203 : 200, body: Data("1".utf8)) }
        let client = try APIClient.remembering(stub, users) {
            $0.policies.cache = nil
            $0.policies.maxConcurrentStreams = 1
        }
        let error = await failure {
            var bytes = 0
            for try await chunk in try await client.stream(GuardedItems()).value.body { bytes += chunk.count }
            return bytes
        }
        #expect(error == nil)
        #expect(stub.requests.count == 2)
    }

    private final class SlowObserver: CallObserver {
        var followsProgress: Bool { false }
        let events = Mutex<[UInt64: [String]]>([:])
        let isSlow = Mutex(false)
        func observe(_ event: CallEvent) {
            let name = "\(event.attempt) " + String("\(event.kind)".prefix { $0 != "(" })
            events.withLock { $0[event.callID, default: []].append(name) }
            if isSlow.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.003) }
        }
    }

    @Test(.timeLimit(.minutes(4))) func `Call order: a call that joins late gets its events in order`() async throws {
        let observer = SlowObserver()
        let (asked, go, count) = (Signal(), Signal(), Counter())
        let stub = StubTransport { _ in
            if count.next() == 2 {
                asked.give()
                await go.wait()
            }
            return HTTPResponse(status: count.count <= 4 ? 503 : 200)
        }
        var configuration = APIConfiguration(baseURL: try exampleURL(), policies: .once)
        configuration.policies.sharesEqualRequests = true
        configuration.policies.retry = RetryPolicy(maxAttempts: 9, backoff: Backoff(initial: .zero, maximum: .zero))
        let client = APIClient(configuration: configuration, transport: stub, observers: [observer])
        let first = Task { try? await client.data(.get("items")).value }
        await asked.wait()
        observer.isSlow.withLock { $0 = true }
        let second = Task { try? await client.data(.get("items")).value }
        await eventually { client.core.sharedRuns?.waitingCount == 2 }
        go.give()
        _ = (await first.value, await second.value)
        let lists = observer.events.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }
        #expect(lists.count == 2)
        // The caller's first events may differ, but the events of the attempts must be the same.
        let common = lists.map { $0.filter { !$0.hasSuffix("queued") } }
        #expect(common.first == common.last)
    }
}
