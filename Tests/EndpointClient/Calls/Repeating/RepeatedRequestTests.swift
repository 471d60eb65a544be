import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct RepeatedRequestTests {
    @Test(arguments: RepeatedRequestRow.methods, RepeatedRequestRow.Way.allCases)
    func `Repeated request: each server gets a request only as often as its method, its guard and the failure allow`(
        method: HTTPMethod, way: RepeatedRequestRow.Way
    ) async throws {
        for row in RepeatedRequestRow.rows(method, way) {
            let (outcome, expected) = (try await row.outcome(), row.expected)
            #expect(outcome == expected, "\(row)")
        }
    }

    @Test func `Repeated request: no random call repeats a write that a server acted on, or loses its guard`() async throws {
        let figures = try await guardedCalls(150, seed: 48)
        #expect(figures.successes > 0 && figures.requestsElsewhere > 0 && figures.repeated > 0, "\(figures)")
    }

    // MARK: After a redirect

    private struct Order: AuthenticatedEndpoint {
        var method: HTTPMethod = .post
        var path: Path { "orders" }
        var body: (any HTTPBody)? { Data("x".utf8) }
    }

    /// Answers an unsafe request with a redirect, and the first GET with 401.
    private func orders(_ status: HTTPStatus = 303) -> StubTransport {
        let rejects = Mutex(true)
        return StubTransport { request in
            if !request.method.isSafe { return .redirect(status, to: "/orders/1") }
            return HTTPResponse(
                status: rejects.withLock {
                    let old = $0; $0 = false; return old
                } ? 401 : 200, body: Data("made".utf8))
        }
    }

    private func client(_ stub: StubTransport) throws -> APIClient {
        try .example(stub) { $0.authentication = .bearer(TokenRefresher(Pass("old"), from: Issuer())) }
    }

    @Test(arguments: [301, 302, 303] as [HTTPStatus])
    func `Repeated request: a token that is rejected after a POST was redirected repeats only the GET`(status: HTTPStatus) async throws {
        let stub = orders(status)
        #expect(try await client(stub).string(Order()).value == "made")
        #expect(stub.requests.map(\.method) == [.post, .get, .get])
        #expect(stub.requests.map(\.bearer) == ["old", "old", "t1"])
    }

    @Test func `Repeated request: a stream whose token is rejected after a redirect repeats only the GET`() async throws {
        let stub = orders()
        var text = Data()
        for try await byte in try client(stub).bytes(Order()) { text.append(byte) }
        #expect(text == Data("made".utf8))
        #expect(stub.requests.map(\.method) == [.post, .get, .get])
    }

    @Test func `Repeated request: a redirected PATCH is repeated only at the server that rejected its token`() async throws {
        let stub = StubTransport { request in
            if request.path.encoded != "/new" { return .redirect(302, to: "/new") }
            return HTTPResponse(status: request.bearer == "old" ? 401 : 200)
        }
        try await client(stub).call(Order(method: .patch)).value
        #expect(stub.requests.map { "\($0.method) \($0.path.encoded)" } == ["PATCH /v1/orders", "PATCH /new", "PATCH /new"])
    }

    @Test func `Repeated request: a Digest server with single-use nonces gets each order once`() async throws {
        let nonces = Mutex((issued: 0, used: Set<String>()))
        let stub = StubTransport { request in
            let nonce = request.headers["Authorization"].flatMap { $0.firstMatch(of: /nonce="(.*?)"/).map { String($0.1) } }
            let isValid = nonces.withLock { state in nonce.map { state.used.insert($0).inserted } ?? false }
            guard isValid else {
                let next = nonces.withLock { state in
                    state.issued += 1
                    return "n\(state.issued)"
                }
                let isStale = nonce == nil ? "" : ", stale=true"
                return HTTPResponse(
                    status: 401, headers: ["WWW-Authenticate": "Digest realm=\"r\", nonce=\"\(next)\", qop=\"auth\"\(isStale)"])
            }
            return request.method == .post ? .redirect(303, to: "/orders/1") : HTTPResponse()
        }
        let client = try APIClient.example(stub) { $0.authentication = .digest(user: "u", password: "p") }
        try await client.call(Order()).value
        // The POST and the GET are each challenged once.
        #expect(stub.requests.map(\.method) == [.post, .post, .get, .get])
    }

    @Test func `Repeated request: after a POST was redirected, a decision restarts the GET`() async throws {
        let stub = StubTransport.answering(.redirect(303, to: "/made"), HTTPResponse(status: 503), HTTPResponse(status: 503))
        let again = Restarting { attempt, result in try attempt < 3 && result.get().status == 503 ? .restart : .pass }
        let client = try APIClient.example(stub, decisions: [again, ParseDecision()])
        try await client.call(.post("orders", body: Data("x".utf8))).value
        #expect(stub.requests.map(\.method) == [.post, .get, .get, .get])
    }

    @Test func `Repeated request: after safe requests, and after 307 and 308, a restart begins with the first`() async throws {
        let stub = StubTransport.answering(
            .redirect(307, to: "/b"), .redirect(308, to: "/c"), HTTPResponse(status: 503), .redirect(307, to: "/d"))
        let again = Restarting { attempt, _ in attempt < 2 ? .restart : .pass }
        let client = try APIClient.example(stub, decisions: [again, ParseDecision()])
        try await client.call(.post("a", body: Data("x".utf8))).value
        #expect(stub.requests.map(\.path.encoded) == ["/v1/a", "/b", "/c", "/v1/a", "/d"])
        #expect(stub.requests.allSatisfy { $0.method == .post })
    }

    @Test func `Repeated request: a one-time body that a redirect dropped doesn't prevent a retry`() async throws {
        let stub = StubTransport.answering(.redirect(303, to: "/made"), HTTPResponse(status: 503))
        let client = try APIClient.example(stub, clock: ManualClock(skipsSleeps: true)) { $0.policies.retry = .standard }
        let body: StreamBody = .stream(AsyncStream<Data> { $0.finish() })
        try await client.call(.post("orders", body: body)).value
        #expect(stub.requests.map(\.method) == [.post, .get, .get])
    }

    @Test func `Repeated request: the redirects of all attempts count towards the limit`() async throws {
        let stub = StubTransport { request in
            if request.method == .post { return .redirect(303, to: "/0") }
            return Int(request.path.encoded.dropFirst()).map { .redirect(303, to: "/\($0 + 1)") } ?? HTTPResponse()
        }
        let again = Restarting(asksForFailures: true) { attempt, result in
            guard case .failure(let error) = result else { return .pass }
            return attempt < 3 ? .restart : .fail(error)
        }
        let client = try APIClient.example(stub, decisions: [again, ParseDecision()]) { $0.policies.redirects.limit = 3 }
        let error = await failure { try await client.call(.post("orders", body: Data("x".utf8))).value }
        #expect(error?.code == .tooManyRedirects)
        #expect(stub.requests.map(\.method) == [.post, .get, .get, .get, .get, .get])
        #expect(error?.attempts.map(\.redirects.count) == [3, 0, 0])
    }

    // MARK: Idempotence

    @Test(arguments: ["", " ", "\t ", "\"\""])
    func `Repeated request: an empty Idempotency-Key doesn't make a POST repeatable`(key: String) async throws {
        let stub = StubTransport(HTTPResponse(status: 503))
        let client = try APIClient.example(stub, clock: ManualClock(skipsSleeps: true)) { $0.policies.retry = .standard }
        let error = await failure { try await client.call(.post("orders", headers: ["Idempotency-Key": key])).value }
        #expect(error?.noRetryReason?.contains("isn't idempotent") == true)
        #expect(stub.requests.count == 1)
    }

    @Test func `Repeated request: a POST whose key an adapter removes is sent once`() async throws {
        let stub = StubTransport(HTTPResponse(status: 503))
        let removing = AnyAdapter { $0.headers["Idempotency-Key"] = nil }
        let client = try APIClient.example(stub, adapters: [removing], clock: ManualClock(skipsSleeps: true)) {
            $0.policies.retry = .standard
        }
        #expect(await failure { try await client.call(.post("orders", headers: ["Idempotency-Key": "1"])).value }?.code == .badStatus)
        #expect(stub.requests.map(\.maySendTwice) == [false])
    }

    private struct Search: Endpoint {
        var path: Path { "search" }
        var method: HTTPMethod { .post }
        var isIdempotent: Bool { true }
    }

    @Test func `Repeated request: a declared idempotence doesn't apply after a redirect to another origin`() async throws {
        let stub = StubTransport.answering(.redirect(307, to: "https://other.example.com/search"), HTTPResponse(status: 503))
        let client = try APIClient.example(stub, clock: ManualClock(skipsSleeps: true)) { $0.policies.retry = .standard }
        #expect(await failure { try await client.call(Search()).value }?.code == .badStatus)
        #expect(stub.requests.map(\.maySendTwice) == [true, false])
        let home = StubTransport.answering(.redirect(307, to: "/search"), HTTPResponse(status: 503))
        try await APIClient.example(home, clock: ManualClock(skipsSleeps: true)) { $0.policies.retry = .standard }.call(Search()).value
        #expect(home.requests.count == 3)
    }

    @Test func `Repeated request: a request that an adapter moves loses its declared idempotence`() async throws {
        let other = try #require(Origin(scheme: .https, host: "other.example.com"))
        let moving = AnyAdapter { $0.origin = other }
        let rebuilding = AnyAdapter { $0 = HTTPRequest(method: $0.method, origin: $0.origin, path: $0.path, headers: $0.headers) }
        #expect(try await !sent(Search(), adapters: [moving]).maySendTwice)
        #expect(try await !sent(Search(), adapters: [moving, rebuilding]).maySendTwice)
        #expect(try await sent(Search(), adapters: [rebuilding]).maySendTwice)
    }

    @Test func `Repeated request: a request whose key changes with each attempt isn't repeated`() async throws {
        let stub = StubTransport(HTTPResponse(status: 503))
        let client = try APIClient.example(stub, clock: ManualClock(skipsSleeps: true)) {
            $0.policies.retry = .standard
            $0.authentication = .custom(AnyAdapter { $0.headers["Idempotency-Key"] = UUID().uuidString })
        }
        #expect(await failure { try await client.call(Order()).value }?.code == .badStatus)
        #expect(stub.requests.count == 1)
    }

    @Test(arguments: [0, 100])
    func `Repeated request: an authentication that rewrites all fields keeps the endpoint's key`(otherCount: Int) async throws {
        let stub = StubTransport.answering(HTTPResponse(status: 503))
        let client = try APIClient.example(stub, clock: ManualClock(skipsSleeps: true)) {
            $0.policies.retry = .standard
            $0.authentication = .custom(
                AnyAdapter { request in
                    var headers: HTTPHeaders = ["X-Signature": "s"]
                    for field in request.headers { headers.append(field.name, field.value) }
                    request.headers = headers
                })
        }
        var headers: HTTPHeaders = [:]
        for number in 0..<otherCount { headers.append("X-Field", "\(number)") }
        headers.append("Idempotency-Key", "1")
        try await client.call(.post("orders", headers: headers).authenticated()).value
        #expect(stub.requests.map { $0.headers["Idempotency-Key"] } == ["1", "1"])
    }

    @Test(arguments: [HTTPMethod.post, .delete])
    func `Repeated request: the key of an adapter that moves the request stays the same`(method: HTTPMethod) async throws {
        let stub = StubTransport.answering(HTTPResponse(status: 503), HTTPResponse(status: 503))
        let other = try #require(Origin(scheme: .https, host: "other.example.com"))
        let moving = AnyAdapter { request in
            if !request.headers.contains("Idempotency-Key") { request.headers["Idempotency-Key"] = UUID().uuidString }
            request.origin = other
        }
        let client = try APIClient.example(stub, adapters: [moving], clock: ManualClock(skipsSleeps: true)) {
            $0.policies.retry = .standard
        }
        try await client.call(Route(method, "orders")).value
        #expect(stub.requests.count == 3)
        #expect(Set(stub.requests.map { $0.headers["Idempotency-Key"] }).count == 1)
    }

    @Test func `Repeated request: events don't reconnect to an origin at which their POST isn't idempotent`() async throws {
        let stub = StubTransport { request in
            if request.origin.host != "other.example.com" { return .redirect(307, to: "https://other.example.com/search") }
            return HTTPResponse(headers: ["Content-Type": "text/event-stream"], body: Data("data: a\n\n".utf8))
        }
        var events: [String] = []
        for try await event in try APIClient.example(stub).events(Search()) { events.append(event.data) }
        #expect(events == ["a"] && stub.requests.count == 2)
    }

    @Test func `Repeated request: a GET that stands in for another method is neither cached nor shared`() async throws {
        let stub = StubTransport(HTTPResponse(headers: ["Cache-Control": "max-age=1000"], body: Data("x".utf8)))
        let client = try APIClient.example(stub) {
            $0.policies.cache = CachePolicy()
            $0.policies.sharesEqualRequests = true
        }
        for _ in 0..<2 { _ = try await client.data(.get("a")).value }
        #expect(stub.requests.count == 1)
        for _ in 0..<2 { _ = try await client.data(.get("a", headers: ["X-HTTP-Method-Override": "DELETE"])).value }
        #expect(stub.requests.count == 3)
        // The deletion made the stored response invalid.
        _ = try await client.data(.get("a")).value
        #expect(stub.requests.count == 4)
    }

    // libcurl repeats a request if a reused connection is lost.
    @Test(arguments: [nil, "1"]) func `Repeated request: a POST that loses its key isn't sent, not even by the engine`(
        key: String?
    ) async throws {
        let seen = Recorder<String>()
        let other = try LoopbackServer(raw: { connection in
            while let request = try connection.readRequest() {
                seen.record("\(request.method) \(request.path.encoded)")
                if request.method == .post { return }
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
        })
        let location = other.url.appending(path: "orders").absoluteString
        let home = try LoopbackServer { _ in .redirect(307, to: location) }
        var configuration = home.configuration
        configuration.policies.retry = .never
        let client = APIClient(configuration: configuration, transport: PlatformTransport())
        try await client.call(.get(other.url)).value
        let error = await failure {
            try await client.call(.post("orders", headers: ["Idempotency-Key": key], body: Data("x".utf8))).value
        }
        #expect(error?.code == (key == nil ? .connection : .redirect))
        #expect(seen.values == ["GET /"] + (key == nil ? ["POST /orders"] : []))
    }
}
