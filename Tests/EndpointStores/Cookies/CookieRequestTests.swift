import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct CookieRequestTests {
    private static let origin = "https://api.example.com"
    private static let other = "https://login.example.org"

    /// A client with a jar, whose server is a closure.
    private static func client(
        _ jar: CookieJar?, _ edit: (inout APIConfiguration) -> Void = { _ in }, answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse
    ) throws -> (APIClient, StubTransport) {
        var configuration = APIConfiguration(baseURL: try #require(URL(string: origin)))
        configuration.policies.cookies = jar
        configuration.policies.retry = .never
        edit(&configuration)
        let stub = StubTransport { answer($0) }
        return (APIClient(configuration: configuration, transport: stub), stub)
    }

    private static func cookies(_ stub: StubTransport) -> [String?] { stub.requests.map { $0.headers["Cookie"] } }

    @Test func `CookieJar: a client without a jar keeps no cookie`() async throws {
        let (client, stub) = try Self.client(nil) { _ in HTTPResponse(headers: ["Set-Cookie": "a=b"]) }
        for _ in 0..<2 { try await client.call(.get("a")).value }
        #expect(Self.cookies(stub) == [nil, nil])
    }

    @Test("CookieJar: responses of any status set cookies", arguments: [200, 204, 401, 404, 500] as [HTTPStatus])
    func statuses(status: HTTPStatus) async throws {
        let (client, stub) = try Self.client(CookieJar()) { _ in HTTPResponse(status: status, headers: ["Set-Cookie": "a=b"]) }
        for _ in 0..<2 { _ = await client.call(.get("a")).result }
        #expect(Self.cookies(stub) == [nil, "a=b"])
    }

    @Test func `CookieJar: streams, downloads and retries get cookies and set them`() async throws {
        let calls = Mutex(0)
        let (client, stub) = try Self.client(CookieJar()) {
            $0.policies.retry.maxAttempts = 2
            $0.policies.retry.backoff.initial = .zero
        } answer: { _ in
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            return HTTPResponse(status: call == 2 ? 503 : 200, headers: ["Set-Cookie": "a=\(call)"])
        }
        for try await _ in client.lines(.get("a")) {}
        try await client.call(.get("a")).value
        #expect(Self.cookies(stub) == [nil, "a=1", "a=2"])
    }

    @Test func `CookieJar: two clients share a jar, and cookies return to their hosts`() async throws {
        let jar = CookieJar()
        let (one, first) = try Self.client(jar) { _ in HTTPResponse(headers: ["Set-Cookie": "a=b"]) }
        let (two, second) = try Self.client(jar) { _ in HTTPResponse() }
        let (three, third) = try Self.client(jar) {
            $0.baseURL = URL(string: Self.other) ?? $0.baseURL
        } answer: { _ in
            HTTPResponse()
        }
        try await one.call(.get("a")).value
        try await two.call(.get("a")).value
        try await three.call(.get("a")).value
        #expect([first, second, third].flatMap(Self.cookies) == [nil, "a=b", nil])
    }

    // MARK: Around a cache

    @Test("CookieJar: a response that a cache replaces sets its cookies", arguments: [503, 304, 200])
    func replaced(status: Int) async throws {
        let calls = Counter()
        let time = TestTime(Date(timeIntervalSince1970: 1_800_000_000))
        let jar = CookieJar()
        // The 304 is for another entity, so that the cache repeats the request.
        let isRepeated = status == 304
        let control = status == 200 ? "stale-while-revalidate=1000" : "stale-if-error=1000"
        let (client, _) = try Self.client(jar) {
            $0.policies.cache = CachePolicy(now: { time.date })
        } answer: { _ in
            switch calls.next() {
            // The cookie determines for which user the next response is stored.
            case 1: HTTPResponse(headers: ["Set-Cookie": "sid=1", "Cache-Control": "no-store"])
            case 2: HTTPResponse(headers: ["Cache-Control": "max-age=1, \(control)", "ETag": "\"a\""])
            case 3:
                HTTPResponse(
                    status: HTTPStatus(rawValue: status), headers: ["Set-Cookie": "sid=2", "ETag": "\"\(isRepeated ? "b" : "a")\""])
            default: HTTPResponse()
            }
        }
        for _ in 0..<2 { try await client.call(.get("a")).value }
        time.advance(by: 5)
        try await client.call(.get("a")).value
        try await eventually(asking: { try await jar.cookies().map { $0.value.reveal() } == ["2"] })
        #expect(calls.count >= 3)
    }

    // MARK: The program's own cookies

    @Test(
        "CookieJar: the program's own cookies come first, and the jar adds only other names",
        arguments: [
            ("c=3", "c=3; a=1; b=2"), ("a=3", "a=3; b=2"), ("b=\"x\"; a=4", "b=\"x\"; a=4"), ("A=3", "A=3; a=1; b=2"),
            (" b = 3", " b = 3; a=1"),
            ("word", "word; a=1; b=2"), ("", "a=1; b=2"),
        ])
    func merging(own: String, sent: String) async throws {
        let exchange = CookieExchange()
        try await exchange.receive(["a=1", "b=2"])
        #expect(try await exchange.sent { $0.headers["Cookie"] = own } == sent)
    }

    @Test func `CookieJar: several Cookie fields of the program become one`() async throws {
        let exchange = CookieExchange()
        try await exchange.receive(["a=1", "b=2"])
        let sent = try await exchange.sent {
            $0.headers.append("cookie", "c=3")
            $0.headers.append("Cookie", "a=4")
        }
        #expect(sent == "c=3; a=4; b=2")
    }

    // MARK: Redirects

    @Test func `CookieJar: each redirect sets its cookies, and gets those for its own host`() async throws {
        let (client, stub) = try Self.client(CookieJar()) { request in
            switch request.urlText {
            case "\(Self.origin)/start":
                HTTPResponse(status: 302, headers: ["Location": "\(Self.other)/login", "Set-Cookie": "state=1; Secure"])
            case "\(Self.other)/login":
                HTTPResponse(status: 302, headers: ["Location": "\(Self.origin)/back", "Set-Cookie": "sso=2; Path=/"])
            case "\(Self.origin)/back": HTTPResponse(status: 302, headers: ["Location": "/home", "Set-Cookie": "session=3"])
            default: HTTPResponse()
            }
        }
        try await client.call(.get("start")).value
        try await client.call(.get("start")).value
        #expect(
            Self.cookies(stub) == [
                nil, nil, "state=1", "state=1; session=3", "state=1; session=3", "sso=2", "state=1; session=3", "state=1; session=3",
            ])
    }

    @Test(
        "CookieJar: a cross-origin redirect gets cookies only if its method is safe",
        arguments: [
            (.get, 302, "b=2"), (.head, 307, "b=2"), (.post, 303, "b=2"), (.post, 302, "b=2"), (.post, 307, nil), (.put, 308, nil),
            (.delete, 307, nil),
        ]
            as [(HTTPMethod, HTTPStatus, String?)])
    func away(method: HTTPMethod, status: HTTPStatus, sent: String?) async throws {
        let jar = CookieJar()
        try await jar.set(Cookie(name: "a", value: "1", domain: "api.example.com"))
        try await jar.set(Cookie(name: "b", value: "2", domain: "login.example.org"))
        let (client, stub) = try Self.client(jar) { request in
            request.origin.description == Self.origin
                ? HTTPResponse(status: status, headers: ["Location": "\(Self.other)/x"]) : HTTPResponse()
        }
        try await client.call(AnyMethod(method: method)).value
        #expect(Self.cookies(stub) == ["a=1", sent])
    }

    @Test func `CookieJar: an unsafe request that is redirected away and back gets no cookies`() async throws {
        let jar = CookieJar()
        try await jar.set(Cookie(name: "a", value: "1", domain: "api.example.com"))
        let (client, stub) = try Self.client(jar) { request in
            switch request.urlText {
            case "\(Self.origin)/a": HTTPResponse(status: 307, headers: ["Location": "\(Self.other)/x"])
            case "\(Self.other)/x": HTTPResponse(status: 307, headers: ["Location": "\(Self.origin)/delete"])
            default: HTTPResponse()
            }
        }
        try await client.call(AnyMethod(method: .post)).value
        #expect(Self.cookies(stub) == ["a=1", nil, nil])
    }

    @Test func `CookieJar: the program's own cookies don't go to another origin`() async throws {
        let (client, stub) = try Self.client(CookieJar()) {
            $0.headers = ["Cookie": "own=1"]
        } answer: { request in
            request.origin.description == Self.origin
                ? HTTPResponse(status: 302, headers: ["Location": "\(Self.other)/x", "Set-Cookie": "a=1; Path=/"]) : HTTPResponse()
        }
        for _ in 0..<2 { try await client.call(.get("a")).value }
        #expect(Self.cookies(stub) == ["own=1", nil, "own=1; a=1", nil])
    }

    @Test func `CookieJar: a redirect to the same URL that sets a cookie isn't a loop`() async throws {
        let (client, stub) = try Self.client(CookieJar()) { request in
            request.headers["Cookie"] == "seen=1"
                ? HTTPResponse() : HTTPResponse(status: 302, headers: ["Location": "/a", "Set-Cookie": "seen=1"])
        }
        try await client.call(.get("a")).value
        #expect(Self.cookies(stub) == [nil, "seen=1"])
    }

    @Test func `CookieJar: a redirect loop ends at the limit of redirects`() async throws {
        let (client, stub) = try Self.client(CookieJar()) { _ in
            HTTPResponse(status: 302, headers: ["Location": "/a", "Set-Cookie": "seen=1"])
        }
        #expect(await failure { try await client.call(.get("a")).value }?.code == .tooManyRedirects)
        #expect(stub.requests.count == 11)
    }

    private struct AnyMethod: Endpoint {
        let method: HTTPMethod
        var path: Path { "a" }
        var body: (any HTTPBody)? { method.isSafe ? nil : Data("x".utf8) }
    }

    // MARK: Secrets

    private struct ServiceError: Decodable, Error, CustomStringConvertible {
        let message: String
        var description: String { message }
    }

    @Test(
        "CookieJar: a cookie that a server repeats isn't shown",
        arguments: [nil, "session=; Max-Age=0; Path=/", "session=other; Path=/; Secure"])
    func repeated(answer: String?) async throws {
        let jar = CookieJar()
        try await jar.set(Cookie(name: "session", value: "correct horse", domain: "api.example.com"))
        let log = Mutex("")
        let stub = StubTransport { request in
            let cookie = request.headers["Cookie"]?.split(separator: "=").last ?? ""
            return HTTPResponse(
                status: 401, headers: ["Set-Cookie": answer], body: Data(#"{"message": "The session \#(cookie) has ended."}"#.utf8))
        }
        var configuration = APIConfiguration(baseURL: try #require(URL(string: Self.origin)))
        configuration.policies.cookies = jar
        let client = APIClient(
            configuration: configuration, transport: stub,
            decisions: APIClient.standardDecisions.replacing(BadStatusDecision.self, with: BadStatusDecision(decoding: ServiceError.self)),
            observers: [LogObserver(.trace) { line in log.withLock { $0 += "\(line)\n" } }])
        let error = await failure { try await client.call(.get("a")).value }
        #expect(Self.cookies(stub) == ["session=correct horse"])
        #expect(error?.message.hasPrefix("The server answered 401 Unauthorized: The session ") == true)
        var shown = "\(String(describing: error)) \(error?.message ?? "") \(log.withLock { $0 })"
        dump(error?.request, to: &shown)
        #expect(!shown.contains("horse"))
    }
}
