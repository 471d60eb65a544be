import EndpointConformance
import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@testable import EndpointClient
@testable import EndpointStores

@Suite struct CachedCallTests {
    struct Items: AuthenticatedEndpoint {
        var method: HTTPMethod = .get
        var path: Path { "items" }
        var query: Query { ["limit": 20] }
    }

    static func client(
        _ stub: StubTransport, _ authentication: any Authentication = .anonymous, policy: CachePolicy = CachePolicy(),
        observers: [any CallObserver] = []
    ) throws -> APIClient {
        var configuration = APIConfiguration(baseURL: try exampleURL(), authentication: authentication)
        configuration.policies.retry = .never
        configuration.policies.cache = policy
        return APIClient(configuration: configuration, transport: stub, observers: observers)
    }

    static func stub(_ headers: HTTPHeaders = ["Cache-Control": "max-age=3600"]) -> StubTransport {
        StubTransport { _ in HTTPResponse(headers: headers, body: Data("[1]".utf8)) }
    }

    @Test func `CachePolicy: signed calls are answered from the cache, whenever they were signed`() async throws {
        let stub = Self.stub()
        let time = Counter()
        let client = try Self.client(
            stub,
            HashedQueryAuthentication(publicKey: "public", privateKey: "private") {
                Date(timeIntervalSince1970: Double(time.next()))
            })
        let sources = [try await client.data(Items()).response.source, try await client.data(Items()).response.source]
        #expect(sources == [.network, .cache])
        // A hit isn't signed.
        #expect(time.count == 1)
        #expect(stub.requests.count == 1)
    }

    @Test func `CachePolicy: a shutdown waits for a background validation, whose response is stored`() async throws {
        let folder = try Folder()
        let time = CacheClock(CacheDecisionTests.start)
        let (asked, mayAnswer, counter) = (Signal(), Signal(), Counter())
        let stub = StubTransport { _ in
            if counter.next() > 1 {
                asked.give()
                await mayAnswer.wait()
            }
            return HTTPResponse(headers: ["Cache-Control": "max-age=1, stale-while-revalidate=1000", "ETag": "\"a\""])
        }
        let clock = ManualClock()
        var configuration = APIConfiguration(baseURL: try exampleURL())
        configuration.policies.cache = CachePolicy(directory: folder.url, now: { time.now })
        let client = APIClient(configuration: configuration, transport: stub, clock: clock)
        _ = try await client.data(.get("items")).value
        time.now = time.now.addingTimeInterval(10)
        #expect(try await client.data(.get("items")).response.source == .stale)
        await asked.wait()
        async let end: Void = client.shutDown(gracePeriod: .seconds(10))
        await clock.sleepers(1)
        mayAnswer.give()
        await end
        let other = APIClient(configuration: configuration, transport: stub)
        #expect(try await other.data(.get("items")).response.source == .cache)
        client.cache?.removeAll()
        await #expect(throws: APIError(.notCached, "")) { try await other.data(.get("items")).cached(.only).value }
    }

    @Test(arguments: [401, 403] as [HTTPStatus])
    func `CachePolicy: if a background validation is rejected, no later call gets the stored response`(status: HTTPStatus) async throws {
        let time = CacheClock(CacheDecisionTests.start)
        let counter = Counter()
        let stub = StubTransport { _ in
            if counter.next() > 1 { return HTTPResponse(status: status) }
            return HTTPResponse(headers: ["Cache-Control": "max-age=1, stale-while-revalidate=1000", "ETag": "\"a\""])
        }
        let client = try APIClient.example(stub) { $0.policies.cache = CachePolicy(now: { time.now }) }
        _ = try await client.data(.get("items")).value
        time.now = time.now.addingTimeInterval(10)
        #expect(try await client.data(.get("items")).response.source == .stale)
        await eventually { client.cache?.usage.count == 0 }
        #expect(await failure { try await client.data(.get("items")).value }?.response?.status == status)
    }

    @Test(arguments: ["shutDown", "cancelAll"])
    func `CachePolicy: a background validation ends with its client`(way: String) async throws {
        let time = CacheClock(CacheDecisionTests.start)
        let (asked, ended, counter) = (Signal(), Signal(), Counter())
        let stub = StubTransport { _ in
            if counter.next() > 1 {
                asked.give()
                defer { ended.give() }
                try await Task.sleep(for: .seconds(3600))
            }
            return HTTPResponse(headers: ["Cache-Control": "max-age=1, stale-while-revalidate=1000", "ETag": "\"a\""])
        }
        let clock = ManualClock(skipsSleeps: true)
        var configuration = APIConfiguration(baseURL: try exampleURL())
        configuration.policies.cache = CachePolicy(now: { time.now })
        let client = APIClient(configuration: configuration, transport: stub, clock: clock)
        _ = try await client.data(.get("items")).value
        time.now = time.now.addingTimeInterval(10)
        #expect(try await client.data(.get("items")).response.source == .stale)
        await asked.wait()
        if way == "shutDown" { await client.shutDown(gracePeriod: .seconds(10)) } else { client.cancelAll() }
        await ended.wait()
        // A validation that is ended this way isn't a failure. After a failure, other calls would wait before they validate.
        let (request, cache) = (try client.request(for: .get("items")), try #require(client.cache))
        let visit = CacheVisit(
            request, to: cache, since: cache.moment, of: .nobody, over: ConnectionPolicy(), CacheDemand(request, .standard),
            leavesRedirectsUnread: true)
        try await eventually(asking: { if case .answerWhileValidating = try visit.begin() { true } else { false } })
    }

    @Test func `CachePolicy: a background validation doesn't wait for the quota`() async throws {
        let time = CacheClock(CacheDecisionTests.start)
        let stub = Self.stub(["Cache-Control": "max-age=1, stale-while-revalidate=1000", "ETag": "\"a\""])
        let clock = ManualClock()
        let quota = QuotaTransport(around: stub, Quota(calls: 1, per: .seconds(3600)), clock: clock)
        var configuration = APIConfiguration(baseURL: try exampleURL())
        configuration.policies.cache = CachePolicy(now: { time.now })
        let client = APIClient(configuration: configuration, transport: quota, clock: clock)
        _ = try await client.data(.get("items")).value
        time.now = time.now.addingTimeInterval(10)
        #expect(try await client.data(.get("items")).response.source == .stale)
        // The shutdown returns when the validation has ended.
        await client.shutDown(gracePeriod: .seconds(10))
        #expect(quota.waitingCount == 0 && stub.requests.count == 1)
    }

    @Test func `BackgroundTasks: a task that begins after the client's end is cancelled from the start`() async {
        let tasks = BackgroundTasks()
        tasks.close()
        let isCancelled = await withCheckedContinuation { continuation in
            tasks.start { continuation.resume(returning: Task.isCancelled) }
        }
        #expect(isCancelled)
    }

    @Test(arguments: [401, 403, 404] as [HTTPStatus])
    func `CachePolicy: an error response to a signed request isn't stored, because the next signature may be accepted`(
        status: HTTPStatus
    ) async throws {
        let counter = Counter()
        let stub = StubTransport { _ in
            HTTPResponse(status: counter.next() == 1 ? status : 200, headers: ["Cache-Control": "max-age=3600", "ETag": "\"a\""])
        }
        let client = try Self.client(stub, HashedQueryAuthentication(publicKey: "public", privateKey: "private"))
        await #expect(throws: APIError.self) { try await client.data(Items()).value }
        #expect(try await client.data(Items()).response.source == .network)
        #expect(try await client.data(Items()).response.source == .cache)
    }

    @Test func `CachePolicy: a challenge with an expiry doesn't prevent the second request of Digest`() async throws {
        let stub = StubTransport { request in
            if request.headers.contains("Authorization") { return HTTPResponse(body: Data("[1]".utf8)) }
            return HTTPResponse(
                status: 401,
                headers: ["Cache-Control": "max-age=3600", "WWW-Authenticate": "Digest realm=\"a\", nonce=\"b\", qop=\"auth\""])
        }
        let client = try Self.client(stub, DigestAuthentication(user: "user", password: "password"))
        #expect(try await client.data(Items()).value == Data("[1]".utf8))
        #expect(stub.requests.count == 2)
    }

    @Test(arguments: [404, 408, 429, 500, 502, 503, 504] as [HTTPStatus])
    func `CachePolicy: a retry isn't answered by the response that it follows`(status: HTTPStatus) async throws {
        let counter = Counter()
        let stub = StubTransport { _ in
            HTTPResponse(status: counter.next() == 1 ? status : 200, headers: ["Cache-Control": "max-age=3600"])
        }
        var configuration = APIConfiguration(baseURL: try exampleURL(), authentication: .bearer("token"))
        configuration.policies.retry = RetryPolicy(maxAttempts: 2, backoff: Backoff(initial: .zero, maximum: .zero), statuses: [status])
        configuration.policies.cache = CachePolicy()
        _ = try await APIClient(configuration: configuration, transport: stub).data(Items()).value
        #expect(stub.requests.count == 2)
    }

    @Test(arguments: [429, 408, 503] as [HTTPStatus])
    func `CachePolicy: if the last attempt fails too, a stale response may be delivered`(first: HTTPStatus) async throws {
        let counter = Counter()
        let stub = StubTransport { _ in
            switch counter.next() {
            case 1: HTTPResponse(headers: ["Cache-Control": "max-age=0, stale-if-error=3600", "ETag": "\"a\""], body: Data("stored".utf8))
            case 2: HTTPResponse(status: first)
            default: HTTPResponse(status: 503)
            }
        }
        var configuration = APIConfiguration(baseURL: try exampleURL(), authentication: .bearer("token"))
        let policy = RetryPolicy(maxAttempts: 2, backoff: Backoff(initial: .zero, maximum: .zero), statuses: [408, 429])
        configuration.policies.retry = policy
        configuration.policies.cache = CachePolicy()
        let client = APIClient(configuration: configuration, transport: stub)
        _ = try await client.data(Items()).value
        #expect(try await client.data(Items()).value == Data("stored".utf8))
        #expect(stub.requests.count == (first == 503 ? 2 : 3))
        #expect(stub.requests.last?.headers["If-None-Match"] == "\"a\"")
    }

    private static func refused(_ status: HTTPStatus) -> APIError {
        APIError(.badStatus, "No.", response: HTTPResponse(status: status))
    }

    private static let refreshErrors: [(any Error, isOutage: Bool)] = [
        (APIError(.connection, "No."), true), (APIError(.timeout, "No."), true), (POSIXError(.ENETUNREACH), true),
        (refused(500), true), (refused(502), true), (refused(503), true), (refused(504), true),
        (refused(400), false), (refused(403), false), (refused(429), false), (APIError(.tls, "No."), false), (OwnError(), false),
    ]

    @Test(arguments: refreshErrors.indices)
    func `CachePolicy: a token that can't be refreshed because of an outage is an error after which a stale response may be used`(
        index: Int
    ) async throws {
        let (reason, isOutage) = Self.refreshErrors[index]
        let stub = Self.stub(["Cache-Control": "max-age=0, stale-if-error=3600", "ETag": "\"a\""])
        let time = TestTime(Pass.start)
        let issuer = Issuer { _ in throw reason }
        let client = try Self.client(stub, .bearer(TokenRefresher(Pass("old", expiresIn: 100), from: issuer, now: time)))
        _ = try await client.data(Items()).value
        time.advance(by: 200)
        let reply = try? await client.data(Items()).response
        #expect(reply?.source == (isOutage ? .stale : nil))
        #expect(issuer.count == 1)
        // A write that can't be authenticated isn't answered from the cache, and changes nothing in it.
        #expect(await failure { try await client.data(Items(method: .post)).value } != nil)
        let later = try? await client.data(Items()).response
        #expect(later?.source == (isOutage ? .stale : nil))
        #expect(stub.requests.count == 1)
    }

    @Test func `CachePolicy: users who share a folder don't see each other's responses`() async throws {
        let folder = try Folder()
        for (user, expected) in [("a", .network), ("b", .network), ("a", .cache)] as [(Secret, ResponseSource)] {
            let client = try Self.client(Self.stub(), .bearer(user), policy: CachePolicy(directory: folder.url))
            #expect(try await client.data(Items()).response.source == expected)
        }
    }

    @Test func `Call: cached determines how a call uses the cache`() async throws {
        let stub = Self.stub(["ETag": "\"a\""])
        let client = try Self.client(stub)
        await #expect(throws: APIError(.notCached, "")) { try await client.data(Items()).cached(.only).value }
        #expect(try await client.data(Items()).cached(.preferStale).response.source == .network)
        #expect(try await client.data(Items()).cached(.only).response.source == .stale)
        #expect(try await client.data(Items()).cached(.preferStale).response.source == .stale)
        #expect(try await client.data(Items()).cached(.ignore).response.source == .network)
        #expect(stub.requests.count == 2)
        #expect(stub.requests.allSatisfy { !$0.headers.contains("If-None-Match") })
    }

    @Test(arguments: [false, true])
    func `CachePolicy: a call that may not use the network requests no token`(isOffline: Bool) async throws {
        let stub = Self.stub()
        let issuer = Issuer()
        let refresher = TokenRefresher(Pass("old"), from: issuer)
        let folder = try Folder()
        _ = try await Self.client(stub, .bearer(refresher), policy: CachePolicy(directory: folder.url)).data(Items()).value
        refresher.invalidate()
        let client = try Self.client(stub, .bearer(refresher), policy: CachePolicy(directory: folder.url, isOffline: isOffline))
        let call: Call<Data> = isOffline ? client.data(Items()) : client.data(Items()).cached(.only)
        let response = try await call.response
        #expect(response.source != .network && issuer.count == 0 && stub.requests.count == 1)
    }

    @Test func `CachePolicy: in memory, each user of a resource has their own responses`() async throws {
        let stub = Self.stub()
        let transport = StepTransport(around: stub, cache: CachePolicy())
        for _ in 1...2 {
            for user in 1...20 {
                _ = try await APIClient.example(transport) { $0.authentication = .bearer(Secret("user-\(user)")) }.data(Items()).value
            }
        }
        #expect(stub.requests.count == 20)
    }

    @Test func `CachePolicy: a validation's cookies are in the jar's file when the client has shut down`() async throws {
        let (folder, time) = (try Folder(), CacheClock(CacheDecisionTests.start))
        let stub = Self.stub([
            "Cache-Control": "max-age=1, stale-while-revalidate=1000", "ETag": "\"a\"", "Set-Cookie": "theme=dark; Max-Age=600",
        ])
        let jar = CookieJar(file: folder.file("cookies"))
        let client = try APIClient.example(stub) {
            $0.policies.cache = CachePolicy(now: { time.now })
            $0.policies.cookies = jar
        }
        _ = try await client.data(.get("items")).value
        // The call doesn't wait long for a slow file.
        await jar.finishSaving()
        try FileManager.default.removeItem(at: folder.file("cookies"))
        time.now = time.now.addingTimeInterval(10)
        var lock: FileWriter? = try FileWriter(folder.file("cookies.lock").path, .shared)
        #expect(try await client.data(.get("items")).response.source == .stale)
        async let end: Void = client.shutDown(gracePeriod: .seconds(60))
        await eventually { stub.requests.count == 2 }
        withExtendedLifetime(lock) {}
        lock = nil
        await end
        #expect(stub.requests.count == 2 && FileManager.default.fileExists(atPath: folder.file("cookies").path))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { $0.hasSuffix(".new") }.isEmpty)
    }

    @Test func `CachePolicy: an offline client never uses the network`() async throws {
        let folder = try Folder()
        _ = try await Self.client(Self.stub(["ETag": "\"a\""]), policy: CachePolicy(directory: folder.url)).data(Items()).value
        let stub = Self.stub()
        let client = try Self.client(stub, policy: CachePolicy(directory: folder.url, isOffline: true))
        #expect(try await client.data(Items()).response.source == .stale)
        let error = await #expect(throws: APIError(.notCached, "")) { try await client.data(.get("other")).value }
        #expect(error?.attempts.count == 1)
        await #expect(throws: APIError(.notCached, "")) { try await client.call(.post("items")).value }
        #expect(stub.requests.isEmpty)
    }

    @Test func `Attempt: its source says where the response comes from`() async throws {
        let recorder = CallRecorder()
        let client = try Self.client(Self.stub(), observers: [recorder])
        _ = try await client.data(Items()).value
        let response = try await client.data(Items()).response
        #expect(response.attempts.map(\.source) == [.cache])
        #expect(response.attempts.first?.description.contains("200 OK from the cache after ") == true)
        let attempts = recorder.events.compactMap { event in if case .received(let attempt) = event.kind { attempt.source } else { nil } }
        #expect(attempts == [.network, .cache])
        let heads = recorder.events.compactMap { event in if case .head(let head) = event.kind { head.source } else { nil } }
        #expect(heads == [.network, .cache])
    }

    @Test func `ResponseCache: stored streams and downloads have the bytes that were read`() async throws {
        let folder = try Folder()
        let stub = Self.stub()
        let client = try Self.client(stub)
        let file = folder.file("items")
        for _ in 0..<2 {
            _ = try await client.download(Items(), to: file).value
            #expect(try Data(contentsOf: file) == Data("[1]".utf8))
        }
        #expect(try await client.stream(Items()).value.source == .cache)
        #expect(stub.requests.count == 1)
    }

    @Test func `ResponseCache: without the network, a stored response also answers a request for a part of it`() async throws {
        let stub = Self.stub(["ETag": "\"a\""])
        let transport = StepTransport(around: stub, cache: CachePolicy())
        var request = HTTPRequest(origin: try #require(Origin(scheme: .https, host: "a.example")))
        _ = try await transport.send(request)
        request.headers = ["Range": "bytes=1-", "If-Range": "\"a\""]
        let response = try await StepTransport.$use.withValue(.only) { [request] in try await transport.send(request) }
        #expect(response.status == 200 && response.body == Data("[1]".utf8) && stub.requests.count == 1)
        _ = try await transport.send(request)
        #expect(stub.requests.last?.headers["Range"] == "bytes=1-" && stub.requests.count == 2)
    }

    @Test func `ResponseCache: below another client, it receives the credentials that authentication added`()
        async throws
    {
        let stub = Self.stub()
        let transport = StepTransport(around: stub, cache: CachePolicy())
        var sources: [ResponseSource] = []
        for user in ["a", "b", "a"] as [Secret] {
            let client = try APIClient.example(transport) { $0.authentication = .bearer(user) }
            sources.append(try await client.data(Items()).response.source)
        }
        #expect(sources == [.network, .network, .cache])
    }

    @Test(.serialized, arguments: StepTransport.checks)
    func `ResponseCache: the steps of a client with a cache keep the contract of its transport`(
        _ check: TransportConformance.Check
    ) async throws {
        try await check.run(StepTransport(around: PlatformTransport(), cache: CachePolicy()))
    }
}
