import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// A cache around a stub, at a time that the test sets.
struct CacheFixture: Sendable {
    let clock = CacheClock(CacheDecisionTests.start)
    let stub: StubTransport
    let cache: ResponseCache
    let transport: StepTransport

    init(_ policy: CachePolicy = CachePolicy(), _ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) {
        var policy = policy
        policy.now = { [clock] in clock.now }
        stub = StubTransport(answer)
        transport = StepTransport(around: stub, cache: policy)
        cache = transport.cache ?? ResponseCache()
    }

    /// Each response contains the number of responses before it.
    static func counting(_ headers: HTTPHeaders, status: HTTPStatus = 200, _ policy: CachePolicy = CachePolicy()) -> CacheFixture {
        let counter = Counter()
        return CacheFixture(policy) { _ in HTTPResponse(status: status, headers: headers, body: Data("\(counter.next() - 1)".utf8)) }
    }

    func wait(_ seconds: Double) { clock.now = clock.now.addingTimeInterval(seconds) }

    static func request(_ method: HTTPMethod = .get, _ path: Path = "/a", _ headers: HTTPHeaders = [:]) throws -> HTTPRequest {
        HTTPRequest(method: method, origin: try #require(Origin(scheme: .https, host: "api.example.com")), path: path, headers: headers)
    }

    @discardableResult
    func send(
        _ method: HTTPMethod = .get, _ path: Path = "/a", _ headers: HTTPHeaders = [:], use: CacheUse = .standard
    ) async throws -> HTTPResponse {
        try await StepTransport.$use.withValue(use) { try await transport.send(Self.request(method, path, headers)) }
    }
}

extension HTTPResponse {
    fileprivate var text: String { String(decoding: body, as: UTF8.self) }
}

@Suite struct ResponseCacheTests {
    static let fresh: HTTPHeaders = ["Cache-Control": "max-age=60"]

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "INVENTED"] as [HTTPMethod])
    func `ResponseCache: an unsafe request removes the stored responses of its URL`(method: HTTPMethod) async throws {
        let fixture = CacheFixture.counting(Self.fresh)
        for (method, expected) in [(.get, "0"), (method, "1"), (.get, "2")] as [(HTTPMethod, String)] {
            #expect(try await fixture.send(method).text == expected)
        }
    }

    @Test(arguments: ["OPTIONS", "TRACE"] as [HTTPMethod])
    func `ResponseCache: a safe request removes nothing`(method: HTTPMethod) async throws {
        let fixture = CacheFixture.counting(Self.fresh)
        for method in [.get, method] as [HTTPMethod] { try await fixture.send(method) }
        #expect(try await fixture.send().source == .cache)
    }

    @Test(arguments: [(200, true), (302, true), (404, false), (412, false), (500, true), (504, true)])
    func `ResponseCache: an unsafe request that the server rejects removes nothing`(status: Int, removes: Bool) async throws {
        let fixture = CacheFixture { request in
            HTTPResponse(status: request.method == .get ? 200 : HTTPStatus(rawValue: status), headers: Self.fresh)
        }
        try await fixture.send()
        try await fixture.send(.post)
        #expect(try await fixture.send().source == (removes ? .network : .cache))
    }

    @Test(arguments: [
        ("Location", "/b", true), ("Content-Location", "b", true), ("Location", "https://api.example.com/b", true),
        ("Location", "https://other.example/b", false), ("Location", "http://api.example.com/b", false), ("Link", "/b", false),
    ])
    func `ResponseCache: an unsafe request removes the same-origin resources that its response names`(
        name: String, location: String, removes: Bool
    ) async throws {
        let fixture = CacheFixture { request in
            HTTPResponse(headers: request.method == .get ? Self.fresh : [name: location])
        }
        try await fixture.send(.get, "/b")
        try await fixture.send(.post, "/a")
        #expect(try await fixture.send(.get, "/b").source == (removes ? .network : .cache))
    }

    @Test func `ResponseCache: an unsafe request removes the responses of every user`() async throws {
        let folder = try Folder()
        let fixture = CacheFixture.counting(Self.fresh, CachePolicy(directory: folder.url))
        for user in ["a", "b"] { try await fixture.send(.get, "/a", ["Authorization": user]) }
        #expect(fixture.cache.usage.count == 2)
        try await fixture.send(.post)
        #expect(fixture.cache.usage.count == 0)
        #expect(try await fixture.send(.get, "/a", ["Authorization": "b"]).source == .network)
    }

    @Test func `ResponseCache: a stored GET answers HEAD, without a body`() async throws {
        let fixture = CacheFixture.counting(["Cache-Control": "max-age=60", "X-A": "1"])
        try await fixture.send()
        let head = try await fixture.send(.head)
        #expect(head.source == .cache)
        #expect(head.body.isEmpty)
        #expect(head.headers["X-A"] == "1")
        #expect(fixture.stub.requests.count == 1)
    }

    @Test func `ResponseCache: the response to HEAD isn't stored`() async throws {
        let fixture = CacheFixture.counting(Self.fresh)
        try await fixture.send(.head)
        #expect(try await fixture.send().source == .network)
    }

    @Test func `ResponseCache: a 304 makes the response fresh, and updates its fields, except for those that describe the body`()
        async throws
    {
        let fixture = CacheFixture { request in
            request.headers.contains("If-None-Match")
                ? HTTPResponse(
                    status: 304,
                    headers: [
                        "ETag": "\"a\"", "X-A": "2", "X-B": "2", "Content-Length": "9", "Cache-Control": "max-age=600",
                        "Content-Type": "b/b",
                    ])
                : HTTPResponse(
                    headers: ["ETag": "\"a\"", "X-A": "1", "X-A": "1", "Content-Type": "a/a", "Cache-Control": "max-age=1", "Age": "1"],
                    body: Data("body".utf8))
        }
        try await fixture.send()
        let validated = try await fixture.send()
        #expect(validated.status == 200)
        #expect(validated.source == .revalidated)
        #expect(validated.text == "body")
        #expect(validated.headers.values(for: "X-A") == ["2"])
        #expect(validated.headers["X-B"] == "2")
        #expect(validated.headers["Content-Type"] == "a/a")
        #expect(validated.headers["Content-Length"] == nil)
        fixture.wait(599)
        let hit = try await fixture.send()
        #expect(hit.source == .cache)
        #expect(hit.headers["Age"] == "599")
        #expect(hit.headers["X-A"] == "2")
    }

    @Test func `ResponseCache: after a 304 with another entity tag, the request is sent without a condition`() async throws {
        let fixture = CacheFixture { request in
            if request.headers.contains("If-None-Match") { return HTTPResponse(status: 304, headers: ["ETag": "\"b\""]) }
            return HTTPResponse(headers: ["ETag": "\"a\""], body: Data("body".utf8))
        }
        try await fixture.send()
        let response = try await fixture.send()
        #expect(response.status == 200)
        #expect(response.source == .network)
        #expect(fixture.stub.requests.count == 3)
    }

    @Test func `ResponseCache: both validators are sent, and the new response replaces the old one`() async throws {
        let counter = Counter()
        let fixture = CacheFixture { _ in
            HTTPResponse(headers: [
                "ETag": "\"\(counter.next() - 1)\"", "Last-Modified": CacheDecisionTests.at(0), "Cache-Control": "max-age=1",
            ])
        }
        try await fixture.send()
        fixture.wait(1)
        try await fixture.send()
        fixture.wait(1)
        try await fixture.send()
        #expect(fixture.stub.requests.map { $0.headers["If-None-Match"] } == [nil, "\"0\"", "\"1\""])
        #expect(fixture.stub.requests[1].headers["If-Modified-Since"] == CacheDecisionTests.at(0))
    }

    @Test(
        arguments: [
            (["If-None-Match": "\"a\""], 304), (["If-None-Match": "\"b\", W/\"a\""], 304), (["If-None-Match": "*"], 304),
            (["If-None-Match": "\"b\""], 200), (["If-Modified-Since": CacheDecisionTests.at(0)], 304),
            (["If-Modified-Since": CacheDecisionTests.at(-1)], 200),
            (["If-None-Match": "\"b\"", "If-Modified-Since": CacheDecisionTests.at(0)], 200),
        ] as [(HTTPHeaders, HTTPStatus)])
    func `ResponseCache: a fresh response answers the caller's own condition`(headers: HTTPHeaders, status: HTTPStatus) async throws {
        let fixture = CacheFixture.counting(["Cache-Control": "max-age=60", "ETag": "\"a\"", "Last-Modified": CacheDecisionTests.at(0)])
        try await fixture.send()
        let response = try await fixture.send(.get, "/a", headers)
        #expect(response.status == status)
        #expect(response.source == .cache)
        #expect(response.text == (status == 200 ? "0" : ""))
    }

    @Test func `ResponseCache: the caller's own condition is sent unchanged, and the caller gets the 304`() async throws {
        let fixture = CacheFixture { request in
            request.headers.contains("If-None-Match")
                ? HTTPResponse(status: 304)
                : HTTPResponse(headers: ["ETag": "\"a\"", "Cache-Control": "max-age=1"], body: Data("body".utf8))
        }
        try await fixture.send()
        fixture.wait(2)
        let response = try await fixture.send(.get, "/a", ["If-None-Match": "\"other\""])
        #expect(response.status == 304)
        #expect(fixture.stub.requests.last?.headers["If-None-Match"] == "\"other\"")
        // The 304 is about a version other than the stored one, so the stored response stays stale.
        #expect(try await fixture.send().source == .revalidated)
    }

    @Test func `ResponseCache: a 304 that adds Vary or no-store affects later requests`() async throws {
        let counter = Counter()
        let fixture = CacheFixture { request in
            guard request.headers.contains("If-None-Match") else {
                return HTTPResponse(headers: ["ETag": "\"a\"", "Cache-Control": "max-age=1"], body: Data("\(counter.next())".utf8))
            }
            return HTTPResponse(status: 304, headers: ["ETag": "\"a\"", "Cache-Control": "max-age=60", "Vary": "X-A"])
        }
        try await fixture.send(.get, "/a", ["X-A": "1"])
        fixture.wait(2)
        #expect(try await fixture.send(.get, "/a", ["X-A": "1"]).source == .revalidated)
        #expect(try await fixture.send(.get, "/a", ["X-A": "1"]).source == .cache)
        #expect(try await fixture.send(.get, "/a", ["X-A": "2"]).source == .network)
        #expect(fixture.cache.usage.count == 2)
    }

    @Test(arguments: [Double.nan, .infinity, 1e300, -1e300])
    func `ResponseCache: no clock value traps`(time: Double) async throws {
        let fixture = CacheFixture.counting(["Cache-Control": "max-age=60", "ETag": "\"a\""])
        fixture.clock.now = Date(timeIntervalSince1970: time)
        try await fixture.send()
        fixture.clock.now = CacheDecisionTests.start
        _ = try await fixture.send(use: .preferStale)
        fixture.clock.now = Date(timeIntervalSince1970: time)
        _ = try await fixture.send(use: .preferStale)
    }

    struct Unreachable: Error {}

    @Test(
        arguments: [
            ("max-age=1, stale-if-error=10", 10, [:], true), ("max-age=1, stale-if-error=10", 12, [:], false), ("max-age=1", 2, [:], false),
            ("max-age=1", 2, ["Cache-Control": "stale-if-error=9"], true), ("max-age=1, must-revalidate, stale-if-error=10", 2, [:], false),
            ("no-cache, stale-if-error=10", 2, [:], false),
        ] as [(String, Double, HTTPHeaders, Bool)])
    func `ResponseCache: stale-if-error allows a stale response after an error`(
        control: String, after: Double, headers: HTTPHeaders, isAllowed: Bool
    ) async throws {
        for status in [0, 500, 502, 503, 504, 404] {
            let counter = Counter()
            let fixture = CacheFixture { _ in
                if (counter.next() - 1) == 0 { return HTTPResponse(headers: ["Cache-Control": control, "ETag": "\"a\""]) }
                if status == 0 { throw APIError(.connection, "It can't be reached.") }
                return HTTPResponse(status: HTTPStatus(rawValue: status))
            }
            try await fixture.send()
            fixture.wait(after)
            let answer = await Result { try await fixture.send(.get, "/a", headers) }
            if isAllowed, status != 404 {
                #expect(try answer.get().source == .stale)
                #expect(try answer.get().status == 200)
            } else if status == 0 {
                #expect(throws: APIError(.connection, "")) { try answer.get() }
            } else {
                #expect(try answer.get().status.rawValue == status)
            }
        }
    }

    @Test func `ResponseCache: stale-while-revalidate answers at once, and validates once in the background`() async throws {
        let (asked, mayAnswer) = (Signal(), Signal())
        let counter = Counter()
        let fixture = CacheFixture { request in
            if (counter.next() - 1) > 0 {
                asked.give()
                await mayAnswer.wait()
            }
            return HTTPResponse(
                headers: ["Cache-Control": "max-age=1, stale-while-revalidate=10", "ETag": "\"a\""], body: Data("\(counter.count - 1)".utf8)
            )
        }
        try await fixture.send()
        fixture.wait(2)
        for _ in 0..<3 { #expect(try await fixture.send().source == .stale) }
        await asked.wait()
        #expect(fixture.stub.requests.count == 2)
        mayAnswer.give()
        try await eventually(asking: { try await fixture.send().source == .cache })
        fixture.wait(20)
        mayAnswer.give()
        #expect(try await fixture.send().source == .network)
    }

    @Test func `ResponseCache: a failed background validation is followed by a pause`() async throws {
        let counter = Counter()
        let fixture = CacheFixture { _ in
            if counter.next() > 1 { throw APIError(.connection, "It can't be reached.") }
            return HTTPResponse(headers: ["Cache-Control": "max-age=1, stale-while-revalidate=1000", "ETag": "\"a\""])
        }
        try await fixture.send()
        fixture.wait(2)
        try await fixture.send()
        await eventually { fixture.stub.requests.count == 2 }
        for _ in 0..<200 {
            #expect(try await fixture.send().source == .stale)
            await Task.yield()
        }
        #expect(fixture.stub.requests.count == 2)
        try await eventually(asking: {
            fixture.wait(6)
            let answer = try await fixture.send()
            #expect(answer.source == .stale)
            return fixture.stub.requests.count > 2
        })
    }

    @Test func `ResponseCache: at most four background validations run at a time`() async throws {
        let mayAnswer = Signal()
        let fixture = CacheFixture { request in
            if request.headers.contains("If-None-Match") { await mayAnswer.wait() }
            return HTTPResponse(headers: ["Cache-Control": "max-age=1, stale-while-revalidate=1000", "ETag": "\"a\""])
        }
        let paths = (0..<10).map { Path("/\($0)") }
        for path in paths { try await fixture.send(.get, path) }
        fixture.wait(2)
        for path in paths { #expect(try await fixture.send(.get, path).source == .stale) }
        await eventually { fixture.stub.requests.count == 14 }
        for _ in paths { mayAnswer.give() }
        // The other responses are validated when they are used again.
        try await eventually(asking: {
            for path in paths { try await fixture.send(.get, path) }
            return fixture.stub.requests.count == 20
        })
    }

    @Test func `ResponseCache: a HEAD response about another version removes the stored response`() async throws {
        let fixture = CacheFixture { request in
            let tag = request.method == .head ? "\"b\"" : "\"a\""
            return HTTPResponse(headers: ["Cache-Control": "max-age=60", "ETag": tag])
        }
        try await fixture.send()
        try await fixture.send(.head, "/a", ["Cache-Control": "no-cache"])
        #expect(try await fixture.send().source == .network)
    }

    @Test func `ResponseCache: the validation of one variant doesn't prevent the validation of others`() async throws {
        let (asked, mayAnswer) = (Signal(), Signal())
        let fixture = CacheFixture { request in
            if request.headers.contains("If-None-Match") {
                asked.give()
                await mayAnswer.wait()
            }
            return HTTPResponse(headers: ["Cache-Control": "max-age=1, stale-while-revalidate=10", "ETag": "\"a\"", "Vary": "X-A"])
        }
        for value in ["1", "2"] { try await fixture.send(.get, "/a", ["X-A": value]) }
        fixture.wait(2)
        for value in ["1", "2"] { #expect(try await fixture.send(.get, "/a", ["X-A": value]).source == .stale) }
        for _ in 0..<2 { await asked.wait() }
        for _ in 0..<2 { mayAnswer.give() }
        #expect(fixture.stub.requests.count == 4)
    }

    @Test(arguments: ["send", "stream", "clear", "Location"])
    func `ResponseCache: a response whose request began before an invalidation isn't stored`(way: String) async throws {
        let (asked, mayAnswer) = (Signal(), Signal())
        let fixture = CacheFixture { request in
            if request.method == .post { return HTTPResponse(status: 204, headers: way == "Location" ? ["Location": "/a"] : [:]) }
            if request.headers.contains("X-Slow") {
                asked.give()
                await mayAnswer.wait()
            }
            return HTTPResponse(headers: Self.fresh, body: Data("old".utf8))
        }
        let slow = Task {
            let request = try CacheFixture.request(.get, "/a", ["X-Slow": "1"])
            if way != "stream" { return try await fixture.transport.send(request).body }
            return try await fixture.transport.stream(request).body.collected(limit: 9)
        }
        await asked.wait()
        if way == "clear" { fixture.cache.removeAll() } else { try await fixture.send(.post, way == "Location" ? "/b" : "/a") }
        mayAnswer.give()
        #expect(try await slow.value == Data("old".utf8))
        #expect(fixture.cache.usage.count == 0)
        #expect(try await fixture.send().source == .network)
        #expect(try await fixture.send().source == .cache)
    }

    @Test func `ResponseCache: a validation that began before an invalidation stores nothing`() async throws {
        let (asked, mayAnswer) = (Signal(), Signal())
        let fixture = CacheFixture { request in
            if request.headers.contains("If-None-Match") {
                asked.give()
                await mayAnswer.wait()
                return HTTPResponse(status: 304)
            }
            return HTTPResponse(headers: ["Cache-Control": "max-age=1", "ETag": "\"a\""])
        }
        try await fixture.send()
        fixture.wait(2)
        let validation = Task { try await fixture.send() }
        await asked.wait()
        try await fixture.send(.post)
        mayAnswer.give()
        #expect(try await validation.value.source == .revalidated)
        #expect(fixture.cache.usage.count == 0)
    }

    @Test func `ResponseCache: an invalidation applies to its own resource, or to all resources if there are too many`() async throws {
        for others in [1, 1001] {
            let (asked, mayAnswer) = (Signal(), Signal())
            let fixture = CacheFixture { request in
                if request.headers.contains("X-Slow") {
                    asked.give()
                    await mayAnswer.wait()
                }
                return HTTPResponse(headers: Self.fresh)
            }
            let slow = Task { try await fixture.send(.get, "/a", ["X-Slow": "1"]) }
            await asked.wait()
            for number in 0..<others { try await fixture.send(.post, Path("/\(number)")) }
            mayAnswer.give()
            _ = try await slow.value
            #expect(fixture.cache.usage.count == (others == 1 ? 1 : 0))
        }
    }

    @Test(arguments: ["no-store", "declared", "large", "Vary", "stream"], [CacheUse.standard, .ignore])
    func `ResponseCache: an older response is removed when a newer one can't be stored`(reason: String, use: CacheUse) async throws {
        for directory in [nil, try Folder()] {
            let counter = Counter()
            let fixture = CacheFixture(CachePolicy(directory: directory?.url, entryLimit: 2000)) { _ in
                let isFirst = counter.next() == 1
                var headers: HTTPHeaders = ["Cache-Control": "max-age=1, stale-if-error=1000"]
                if isFirst { return HTTPResponse(headers: headers) }
                if reason == "no-store" { headers["Cache-Control"] = "no-store" }
                if reason == "declared" { headers["Content-Length"] = "5000" }
                if reason == "Vary" { headers["Vary"] = "*" }
                return HTTPResponse(headers: headers, body: Data(count: ["no-store", "Vary"].contains(reason) ? 1 : 5000))
            }
            try await fixture.send()
            if use == .standard { fixture.wait(2) }
            if reason == "stream" {
                try await StepTransport.$use.withValue(use) {
                    _ = try await fixture.transport.stream(CacheFixture.request()).body.collected(limit: 9999)
                }
            } else {
                try await fixture.send(use: use)
            }
            #expect(fixture.cache.usage.count == 0)
            await #expect(throws: APIError(.notCached, "")) { try await fixture.send(use: .only) }
        }
    }

    @Test func `ResponseCache: a 304 to the caller's own condition leaves the stored response`() async throws {
        let fixture = CacheFixture { request in
            HTTPResponse(status: request.headers.contains("If-None-Match") ? 304 : 200, headers: ["ETag": "\"a\""])
        }
        try await fixture.send()
        #expect(try await fixture.send(.get, "/a", ["If-None-Match": "\"a\""], use: .ignore).status == 304)
        #expect(fixture.cache.usage.count == 1)
    }

    @Test func `ResponseCache: fields that no-cache names are used only after a validation`() async throws {
        let fixture = CacheFixture { request in
            request.headers.contains("If-None-Match")
                ? HTTPResponse(status: 304)
                : HTTPResponse(headers: [
                    "Cache-Control": "max-age=60, no-cache=\"X-A, x-b\"", "X-A": "1", "X-B": "2", "X-C": "3", "ETag": "\"a\"",
                ])
        }
        try await fixture.send()
        let hit = try await fixture.send()
        #expect(hit.source == .cache)
        #expect(["X-A", "X-B", "X-C"].map { hit.headers[$0] } == [nil, nil, "3"])
        fixture.wait(60)
        #expect(try await fixture.send().headers["X-A"] == "1")
    }

    @Test func `ResponseCache: cookies and connection-specific fields aren't stored`() async throws {
        let fixture = CacheFixture.counting([
            "Cache-Control": "max-age=60", "Connection": "X-A", "X-A": "1", "Keep-Alive": "timeout=1", "Set-Cookie": "a=1", "X-B": "2",
        ])
        #expect(try await fixture.send().headers["Set-Cookie"] == "a=1")
        let hit = try await fixture.send()
        #expect(hit.headers.map(\.name) == ["Cache-Control", "X-B", "Date", "Age"])
    }

    @Test func `ResponseCache: a GET with a body isn't answered from the cache`() async throws {
        let fixture = CacheFixture.counting(Self.fresh)
        try await fixture.send()
        var request = try CacheFixture.request()
        request.body = HTTPBodyEntity(contentType: nil, content: .data(Data("a".utf8)))
        #expect(try await fixture.transport.send(request).source == .network)
    }

    @Test func `ResponseCache: a response that may not be stored replaces the stored one`() async throws {
        let counter = Counter()
        let fixture = CacheFixture { _ in
            HTTPResponse(headers: ["Cache-Control": (counter.next() - 1) == 0 ? "max-age=1" : "no-store"])
        }
        try await fixture.send()
        fixture.wait(2)
        try await fixture.send()
        await #expect(throws: APIError(.notCached, "")) { try await fixture.send(use: .only) }
    }

    @Test func `ResponseCache: a body above the context's limit is an error, whether stored or not`() async throws {
        let fixture = CacheFixture.counting(Self.fresh)
        try await fixture.send()
        let request = try CacheFixture.request()
        await #expect(throws: APIError(.bodyTooLarge, "")) {
            try await fixture.transport.send(request, in: TransferContext(bodyLimit: 0))
        }
        #expect(try await fixture.transport.stream(request, in: TransferContext(bodyLimit: 0)).body.collected(limit: 9) == Data("0".utf8))
    }

    @Test func `ResponseCache: heuristic freshness is a fraction of the age, and is off by default`() async throws {
        let headers: HTTPHeaders = ["Last-Modified": CacheDecisionTests.at(-1000), "Date": CacheDecisionTests.at(0)]
        let fixture = CacheFixture.counting(headers, CachePolicy(heuristicFraction: 0.1))
        try await fixture.send()
        fixture.wait(99)
        #expect(try await fixture.send().source == .cache)
        fixture.wait(1)
        #expect(try await fixture.send().source == .network)
    }

    // MARK: Streams

    @Test func `ResponseCache: a stream is stored after its whole body was read, and answers later streams`() async throws {
        let fixture = CacheFixture.counting(Self.fresh)
        let request = try CacheFixture.request()
        let unread = try await fixture.transport.stream(request)
        #expect(unread.source == .network)
        #expect(fixture.cache.usage.count == 0)
        #expect(try await unread.body.collected(limit: 9) == Data("0".utf8))
        let hit = try await fixture.transport.stream(request)
        #expect(hit.source == .cache)
        #expect(try await hit.body.collected(limit: 9) == Data("0".utf8))
        #expect(try await fixture.send().source == .cache)
    }

    @Test(arguments: [(1023, true), (1025, false)])
    func `ResponseCache: a response larger than the entry limit isn't stored`(size: Int, isStored: Bool) async throws {
        let body = Data(repeating: 0x61, count: size)
        for streams in [true, false] {
            let fixture = CacheFixture(CachePolicy(entryLimit: 1599)) { _ in
                HTTPResponse(headers: Self.fresh, body: body + body.prefix(0))
            }
            let request = try CacheFixture.request()
            if streams {
                #expect(try await fixture.transport.stream(request).body.collected(limit: 9999) == body)
            } else {
                #expect(try await fixture.transport.send(request).body == body)
            }
            #expect(fixture.cache.usage.count == (isStored ? 1 : 0))
        }
    }

    // MARK: Memory

    @Test func `ResponseCache: the least recently used responses are removed first`() async throws {
        let fixture = CacheFixture(CachePolicy(size: 20_000)) { _ in HTTPResponse(headers: Self.fresh, body: Data(count: 1000)) }
        for number in 0..<100 {
            try await fixture.send(.get, Path("/\(number)"))
            // The first response is used repeatedly.
            #expect(try await fixture.send(.get, "/0").source == .cache)
            #expect(fixture.cache.usage.bytes <= 20_000)
        }
        #expect(try await fixture.send(.get, "/99", use: .only).source == .cache)
        await #expect(throws: APIError(.notCached, "")) { try await fixture.send(.get, "/1", use: .only) }
    }

    @Test func `ResponseCache: a resource has a limited number of variants`() async throws {
        for directory in [nil, try Folder()] {
            let fixture = CacheFixture.counting(
                ["Cache-Control": "max-age=60", "Vary": "X-A"], CachePolicy(directory: directory?.url))
            for number in 0..<20 { try await fixture.send(.get, "/a", ["X-A": "\(number)"]) }
            #expect(fixture.cache.usage.count == 8)
            #expect(try await fixture.send(.get, "/a", ["X-A": "19"]).source == .cache)
        }
    }

    @Test func `ResponseCache: nothing is left after it is cleared`() async throws {
        for directory in [nil, try Folder()] {
            let fixture = CacheFixture.counting(Self.fresh, CachePolicy(directory: directory?.url))
            try await fixture.send()
            fixture.cache.removeAll()
            #expect(fixture.cache.usage == ResponseCache.Usage(count: 0, bytes: 0))
            #expect(try await fixture.send().source == .network)
            #expect(try await fixture.send().source == .cache)
        }
    }
}
