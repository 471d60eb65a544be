import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import EndpointClient

/// A call looks for a remembered response before it needs a token, a slot, a signature and the budget. A call that holds a slot never waits
/// for the caller's own code.
@Suite struct CallOrderTests {
    static func fresh(_ body: String = "[1]") -> HTTPResponse {
        HTTPResponse(headers: ["Cache-Control": "max-age=600"], body: Data(body.utf8))
    }

    @Test func `Call order: a fresh response needs no token, even if there is no network`() async throws {
        let time = TestTime(Pass.start)
        let refreshes = Counter()
        let refresher = TokenRefresher<Pass>(
            store: MemoryTokenStore(Pass("t0", expiresIn: 60)), leeway: .zero, now: { time.date },
            refresh: { _ in
                refreshes.next()
                throw APIError(.connection, "There is no network.")
            })
        let stub = StubTransport { _ in Self.fresh() }
        let client = try APIClient.remembering(stub, .bearer(refresher))
        #expect(try await client.data(GuardedItems()).response.source == .network)
        time.advance(by: 120)
        #expect(try await client.data(GuardedItems()).response.source == .cache)
        #expect(refreshes.count == 0 && stub.requests.count == 1)
    }

    @Test func `Call order: a call with a refreshed token finds what was stored with the earlier one`() async throws {
        let time = TestTime(Pass.start)
        let refreshes = Counter()
        let refresher = TokenRefresher<Pass>(
            store: MemoryTokenStore(Pass("t0", expiresIn: 60)), now: { time.date }, refresh: { _ in Pass("t\(refreshes.next())") })
        let stub = StubTransport { _ in Self.fresh() }
        let client = try APIClient.remembering(stub, .bearer(refresher))
        _ = try await client.data(GuardedItems()).value
        time.advance(by: 120)
        _ = try await client.data(.get("other").authenticated()).value
        #expect(refreshes.count == 1)
        #expect(try await client.data(GuardedItems()).response.source == .cache)
        #expect(stub.requests.count == 2)
    }

    @Test(.timeLimit(.minutes(4))) func `Call order: a fresh response needs no slot`() async throws {
        let (asked, go) = (Signal(), Signal())
        let stub = StubTransport { request in
            if request.path.encoded.hasSuffix("slow") {
                asked.give()
                await go.wait()
            }
            return Self.fresh()
        }
        let client = try APIClient.remembering(stub) { $0.policies.maxConcurrentCalls = 1 }
        _ = try await client.data(.get("items")).value
        let slow = Task { try await client.data(.get("slow")).value }
        await asked.wait()
        #expect(try await client.data(.get("items")).response.source == .cache)
        go.give()
        _ = try await slow.value
    }

    @Test(.timeLimit(.minutes(4))) func `Call order: a hundred equal calls under a limit of four make one request`() async throws {
        let go = Signal()
        let stub = StubTransport { _ in
            await go.wait()
            return HTTPResponse(body: Data("[1]".utf8))
        }
        let client = try APIClient.remembering(stub) {
            $0.policies.cache = nil
            $0.policies.maxConcurrentCalls = 4
            $0.policies.sharesEqualRequests = true
        }
        let calls = (0..<100).map { _ in Task { try await client.data(.get("items")).value } }
        await eventually { client.core.sharedRuns?.waitingCount == 100 }
        go.give()
        for call in calls { _ = try await call.value }
        #expect(stub.requests.count == 1)
    }

    @Test func `Call order: fresh responses don't enlarge the retry budget`() async throws {
        let isDown = Mutex(false)
        let stub = StubTransport { _ in isDown.withLock { $0 } ? HTTPResponse(status: 503) : Self.fresh() }
        let clock = ManualClock(skipsSleeps: true)
        let client = try APIClient.remembering(stub, clock: clock) {
            $0.policies.retry = RetryPolicy(
                maxAttempts: 3, backoff: Backoff(initial: .zero, maximum: .zero), budget: RetryBudget(ratio: 0.2, reserve: 0, clock: clock))
        }
        for _ in 0..<101 { _ = try await client.data(.get("items")).value }
        isDown.withLock { $0 = true }
        for number in 0..<10 { _ = try? await client.data(.get("other/\(number)")).value }
        // 11 calls have reached the network, so two retries are allowed.
        #expect(stub.requests.count <= 13)
    }

    private struct Wrapper: Transport {
        let base: any Transport

        func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
            try await base.send(request, in: context)
        }

        func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
            HTTPResponseStream(try await send(request, in: context))
        }
    }

    @Test func `Call order: a transport that wraps the engine doesn't hide responses from the cache`() async throws {
        let stub = StubTransport { _ in Self.fresh() }
        let time = Counter()
        let signature = HashedQueryAuthentication(publicKey: "public", privateKey: "private") {
            Date(timeIntervalSince1970: Double(time.next()))
        }
        let client = try APIClient.remembering(Wrapper(base: stub), signature)
        _ = try await client.data(GuardedItems()).value
        #expect(try await client.data(GuardedItems()).response.source == .cache)
        #expect(time.count == 1)
    }

    @Test(.timeLimit(.minutes(4))) func `Call order: a transport that wraps a quota passes the deadline on to it`() async throws {
        let clock = ManualClock()
        let quota = QuotaTransport(around: StubTransport(), Quota(calls: 1, per: .seconds(3600)), clock: clock)
        let client = try APIClient.remembering(Wrapper(base: quota), clock: clock) {
            $0.policies.cache = nil
            $0.policies.deadline = .seconds(10)
        }
        _ = try await client.data(.get("items")).value
        // The call fails at once rather than after ten seconds.
        #expect(await failure { try await client.data(.get("items")).value }?.code == .quota)
    }

    // MARK: Identity

    @Test func `Identity: a response is stored for the user whose credentials its request carried`() async throws {
        let (asked, go) = (Signal(), Signal())
        let stub = StubTransport { request in
            if request.path.encoded.hasSuffix("slow") {
                asked.give()
                await go.wait()
            }
            return Self.fresh(request.bearer ?? "")
        }
        let refresher = TokenRefresher<Pass>(store: MemoryTokenStore(Pass("a")), identity: { Identity(Secret($0.text)) }) { _ in Pass("a") }
        let client = try APIClient.remembering(stub, .bearer(refresher)) { $0.policies.maxConcurrentCalls = 1 }
        let slow = Task { try await client.data(.get("slow")).value }
        await asked.wait()
        let call = Task { try await client.string(GuardedItems()).value }
        await eventually { client.waitingCallCount == 1 }
        try await refresher.setToken(Pass("b"))
        go.give()
        _ = try await slow.value
        // The call looked for a response to one user, and was signed as the other one when it had its slot.
        #expect(try await call.value == "b")
        #expect(try await client.string(GuardedItems()).value == "b")
        try await refresher.setToken(Pass("a"))
        #expect(try await client.string(GuardedItems()).value == "a")
    }

    @Test(arguments: [false, true])
    func `Identity: after a restart of the program, a named user's folder is still used`(isNamed: Bool) async throws {
        let folder = try Folder()
        let stub = StubTransport { _ in Self.fresh() }
        var sources: [ResponseSource] = []
        for launch in 0..<2 {
            var identity: (@Sendable (Pass) -> Identity)?
            if isNamed { identity = { _ in Identity("me") } }
            let refresher = TokenRefresher<Pass>(store: MemoryTokenStore(Pass("t\(launch)")), identity: identity) { _ in Pass("a") }
            let client = try APIClient.remembering(stub, .bearer(refresher)) { $0.policies.cache = CachePolicy(directory: folder.url) }
            sources.append(try await client.data(GuardedItems()).response.source)
        }
        #expect(sources == [.network, isNamed ? .cache : .network])
    }

    @Test(arguments: [nil, Identity("a")], ["max-age=600", "public, max-age=600"])
    func `Identity: an adapter's responses are stored if it has an identity`(
        identity: Identity?, control: String
    ) async throws {
        let stub = StubTransport { _ in HTTPResponse(headers: ["Cache-Control": control], body: Data("[1]".utf8)) }
        let adapter = AnyAdapter { $0.headers["Authorization"] = "Custom a" }
        let client = try APIClient.remembering(stub, .custom(adapter, identity: identity))
        var sources: [ResponseSource] = []
        for _ in 0..<2 { sources.append(try await client.data(GuardedItems()).response.source) }
        #expect(sources == [.network, identity == nil ? .network : .cache])
    }

    @Test func `Identity: a stored page's link that repeats the key isn't sent with the key twice`() async throws {
        let folder = try Folder()
        let count = Counter()
        func client(_ number: Int) throws -> APIClient {
            let stub = StubTransport { request in
                count.next()
                let items = request.query.filter { ["ts", "apikey", "hash"].contains($0.name) }
                    .map { "&\($0.name)=\($0.value ?? "")" }.joined()
                let link = "<https://api.example.com/v1/items?page=2\(items)>; rel=\"next\""
                return HTTPResponse(headers: ["Cache-Control": "max-age=600", "Link": link], body: Data("[1]".utf8))
            }
            let signature = HashedQueryAuthentication(publicKey: "public", privateKey: "private") {
                Date(timeIntervalSince1970: Double(number))
            }
            return try APIClient.remembering(stub, signature) { $0.policies.cache = CachePolicy(directory: folder.url) }
        }
        for (number, source) in [ResponseSource.network, .cache].enumerated() {
            let response = try await client(number).call(GuardedItems(), as: [Int].self).response
            #expect(response.source == source)
            let link = try #require(LinkHeader(response.headers)["next"]?.target)
            let query = try Location.parse(link).get().query
            #expect(query.filter { response.sent.addedItems.contains($0) }.map(\.name) == ["ts", "apikey", "hash"])
        }
        #expect(count.count == 1)
    }

    // MARK: Shared runs

    @TaskLocal static var trace = "none"

    @Test(arguments: [false, true])
    func `Shared run: an adapter of a second attempt sees the caller's task-locals`(shares: Bool) async throws {
        let counter = Counter()
        let stub = StubTransport { _ in HTTPResponse(status: counter.next() == 1 ? 503 : 200) }
        let seen = Recorder<String>()
        let client = try APIClient.example(stub, adapters: [AnyAdapter { _ in seen.record(Self.trace) }]) {
            $0.policies.sharesEqualRequests = shares
            $0.policies.retry = RetryPolicy(maxAttempts: 2, backoff: Backoff(initial: .zero, maximum: .zero))
        }
        _ = try await Self.$trace.withValue("mine") { try await client.data(.get("items")).value }
        #expect(seen.values == ["mine", "mine"])
    }

    private struct UndecodableDecision: ResponseDecision {
        func apply<Value>(to context: DecisionContext<Value>) async throws -> DecisionAction<Value> {
            let response = try context.result.get()
            do { return .done(try context.decode(response)) } catch {
                return context.attempt < 3 ? .restart(after: .zero) : .errored(error)
            }
        }
    }

    @Test(arguments: [false, true])
    func `Shared run: a decision that decodes may restart a call whose body can't be decoded`(shares: Bool) async throws {
        let counter = Counter()
        let stub = StubTransport { _ in HTTPResponse(body: Data((counter.next() == 1 ? "?" : "[1]").utf8)) }
        let client = try APIClient.example(stub, decisions: [UndecodableDecision()]) { $0.policies.sharesEqualRequests = shares }
        #expect(try await client.call(.get("items"), as: [Int].self).value == [1])
    }

    @Test func `Shared run: retries that take longer than one call's deadline continue for the others`() async throws {
        let clock = ManualClock()
        let counter = Counter()
        let stub = StubTransport { _ in HTTPResponse(status: counter.next() == 1 ? 503 : 200) }
        let client = try APIClient.example(stub, clock: clock) {
            $0.policies.sharesEqualRequests = true
            $0.policies.retry = RetryPolicy(maxAttempts: 2, backoff: Backoff(initial: .seconds(5), jitter: .none))
        }
        let patient = Task { try await client.data(.get("items")).value }
        await clock.sleepers(1)
        let hasty = Task { try await client.data(.get("items")).deadline(.seconds(1)).value }
        await clock.sleepers(2)
        clock.advance(by: .seconds(2))
        #expect(await failure { try await hasty.value }?.code == .deadline)
        clock.advance(by: .seconds(4))
        _ = try await patient.value
        #expect(stub.requests.count == 2)
    }

    @Test(.timeLimit(.minutes(4))) func `Shared run: a quota wait that is too long for one call doesn't fail later ones`() async throws {
        let clock = ManualClock()
        let stub = StubTransport()
        let client = try APIClient.example(stub, clock: clock) {
            $0.policies.sharesEqualRequests = true
            $0.policies.quota = Quota(calls: 1, per: .seconds(60), store: MemoryQuotaStore(clock: clock))
        }
        _ = try await client.data(.get("items")).value
        let hasty = Task { try await client.data(.get("items")).deadline(.seconds(5)).value }
        await eventually { client.core.sharedRuns?.waitingCount == 1 }
        let patient = Task { try await client.data(.get("items")).value }
        await eventually { client.core.sharedRuns?.waitingCount == 2 }
        await clock.sleepers(2)
        clock.advance(by: .seconds(6))
        #expect(await failure { try await hasty.value }?.code == .deadline)
        clock.advance(by: .seconds(60))
        _ = try await patient.value
    }

    // MARK: Validations behind an answer

    @Test func `Validation: a background validation refreshes its token`() async throws {
        let time = CacheClock(CacheDecisionTests.start)
        let issuer = Issuer()
        let refresher = TokenRefresher<Pass>(Pass("t0"), from: issuer)
        let accepted = Mutex("t0")
        let stub = StubTransport { request in
            guard request.bearer == accepted.withLock({ $0 }) else { return HTTPResponse(status: 401) }
            return HTTPResponse(headers: ["Cache-Control": "max-age=1, stale-while-revalidate=1000", "ETag": "\"a\""])
        }
        let client = try APIClient.remembering(stub, .bearer(refresher)) { $0.policies.cache = CachePolicy(now: { time.now }) }
        let call = client.data(GuardedItems())
        _ = try await call.value
        accepted.withLock { $0 = "t1" }
        time.now = time.now.addingTimeInterval(10)
        #expect(try await call.response.source == .stale)
        await client.shutDown(gracePeriod: .seconds(10))
        #expect(issuer.count == 1)
        #expect(stub.requests.map(\.bearer) == ["t0", "t0", "t1"])
    }

    @Test func `Validation: if a server names another version in its 304, no later request is conditional`() async throws {
        let stub = StubTransport { request in
            if request.headers["If-None-Match"] == "\"x-gzip\"" { return HTTPResponse(status: 304, headers: ["ETag": "\"x\""]) }
            return HTTPResponse(headers: ["Cache-Control": "no-cache", "ETag": "\"x-gzip\""], body: Data("[1]".utf8))
        }
        let client = try APIClient.remembering(stub)
        for _ in 0..<4 { _ = try await client.data(.get("items")).value }
        #expect(stub.requests.count == 5)
    }
}
