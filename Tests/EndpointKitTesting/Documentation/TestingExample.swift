import EndpointKit
import EndpointKitTesting
import Testing

#if !os(Linux)
    private typealias CurlTransport = URLSessionTransport
#endif

struct Hero: Codable, Equatable, Sendable {
    let id: Int
    let name: String
}

final class HeroesClient: APIClient, @unchecked Sendable {
    func heroes() -> Call<[Hero]> { call(.get("heroes")) }
    func add(_ hero: Hero) -> Call<Hero> { call(.post("heroes", body: .json(hero))) }
}

@Suite struct HeroesClientTests {
    let configuration: APIConfiguration

    init() throws { configuration = APIConfiguration(baseURL: try #require(URL(string: "https://example.com/v1"))) }

    @Test func `HeroesClient: an added hero is sent as JSON`() async throws {
        let stub = StubTransport { request in
            guard request.path == "/v1/heroes", case .data(let body)? = request.body?.content else { return HTTPResponse(status: 404) }
            return HTTPResponse(status: 201, body: body)
        }
        let client = HeroesClient(configuration: configuration, transport: stub)
        let hero = Hero(id: 1, name: "Spider-Man")
        #expect(try await client.add(hero).value == hero)
        #expect(stub.requests.map(\.method) == [.post])
        #expect(stub.requests.first?.headers["Content-Type"] == "application/json")
    }

    @Test func `HeroesClient: a server's own error reaches the caller`() async throws {
        let stub = StubTransport(HTTPResponse(status: 422, body: Data(#"{"reason":"no cape"}"#.utf8)))
        let client = HeroesClient(configuration: configuration, transport: stub)
        let error = await #expect(throws: APIError.self) { try await client.heroes().value }
        #expect(error?.code == .badStatus)
        #expect(error?.response?.status == 422)
    }

    @Test func `HeroesClient: a busy server's list arrives at the second attempt, and an added hero isn't sent twice`() async throws {
        let busy = HTTPResponse(status: 503, headers: ["Retry-After": "20"])
        let stub = StubTransport([.get("heroes"): .sequence(.response(busy), .text("[]")), .post("heroes"): .response(busy)])
        let recorder = CallRecorder()
        let client = HeroesClient(
            configuration: configuration, transport: stub, observers: [recorder], clock: ManualClock(skipsSleeps: true))
        #expect(try await client.heroes().value.isEmpty)
        await #expect(throws: APIError.self) { try await client.add(Hero(id: 1, name: "Spider-Man")).value }
        #expect(recorder.calls.map(\.description) == ["GET /v1/heroes: 503, waited 20s, 200", "POST /v1/heroes: 503, failed (badStatus)"])
    }

    @Test func `HeroesClient: a busy server is called again after as long as it says`() async throws {
        let clock = ManualClock(skipsSleeps: true)
        let server = try LoopbackServer { request in
            clock.sleeps.isEmpty
                ? HTTPResponse(status: 503, headers: ["Retry-After": "20"])
                : HTTPResponse(body: Data(#"[{"id":1,"name":"Spider-Man"}]"#.utf8))
        }
        let client = HeroesClient(configuration: APIConfiguration(baseURL: server.url), clock: clock)
        #expect(try await client.heroes().value.map(\.name) == ["Spider-Man"])
        #expect(clock.sleeps == [.seconds(20)])
    }

    @Test func `HeroesClient: a truncated page is an error, never half a list`() async throws {
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[{\"id\":1,")
        })
        var configuration = APIConfiguration(baseURL: server.url)
        configuration.policies.retry = .never
        let client = HeroesClient(configuration: configuration)
        let error = await #expect(throws: APIError.self) { try await client.heroes().value }
        #expect(error?.code == .connection)
    }

    @Test func `HeroesClient: a closed screen ends its call`() async throws {
        let (closed, close) = AsyncStream<Void>.makeStream()
        let (received, receive) = AsyncStream<Void>.makeStream()
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            connection.onClose { close.yield() }
            receive.yield()
        })
        let client = HeroesClient(configuration: APIConfiguration(baseURL: server.url))
        let screen = Task { try await client.heroes().value }
        for await _ in received.prefix(1) {}
        screen.cancel()
        await #expect(throws: CancellationError.self) { try await screen.value }
        for await _ in closed.prefix(1) {}
    }

    @Test func `HeroesClient: most lists arrive despite a bad network, and every one is complete`() async throws {
        let stub = StubTransport(HTTPResponse(body: Data(#"[{"id":1,"name":"Spider-Man"}]"#.utf8)))
        let faults = Faults(failure: 0.1, status: 0.1, truncation: 0.1)
        let network = FaultTransport(around: stub, seed: 7, faults: faults)
        let client = HeroesClient(configuration: configuration, transport: network, clock: ManualClock(skipsSleeps: true))
        var lists: [[Hero]] = []
        for _ in 0..<20 {
            if let list = try? await client.heroes().value { lists.append(list) }
        }
        #expect(network.injected.first?.description == "GET /v1/heroes #2: 503")
        #expect(lists.count > 10 && lists.allSatisfy { $0 == [Hero(id: 1, name: "Spider-Man")] })
    }

    @Test func `HeroesClient: recorded heroes are available without their server`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "heroes-\(UUID()).har")
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            let server = try LoopbackServer { _ in HTTPResponse(body: Data(#"[{"id":1,"name":"Spider-Man"}]"#.utf8)) }
            let live = APIConfiguration(baseURL: server.url.appending(path: "v1"))
            let cassette = try CassetteTransport(file, .record)
            #expect(try await HeroesClient(configuration: live, transport: cassette).heroes().value.count == 1)
            try cassette.save()
        }
        let cassette = try CassetteTransport(file, matching: .standard.ignoringOrigin)
        let client = HeroesClient(configuration: configuration, transport: cassette)
        #expect(try await client.heroes().value == [Hero(id: 1, name: "Spider-Man")])
        #expect(cassette.unplayed.isEmpty)
        let error = await #expect(throws: APIError.self) { try await client.add(Hero(id: 2, name: "Hulk")).value }
        #expect(error?.code == .unanswered)
    }
}

/// Adds the field that joins the traces of several services (W3C Trace Context).
struct TracingTransport: Transport {
    let base: any Transport
    let trace: String

    func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        try await base.send(traced(request), in: context)
    }

    func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        try await base.stream(traced(request), in: context)
    }

    private func traced(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        request.headers["Traceparent"] = trace
        return request
    }
}

@Test(.serialized, arguments: TransportConformance.checks)
func `TracingTransport: it keeps the contract`(_ check: TransportConformance.Check) async throws {
    try await check.run(TracingTransport(base: CurlTransport(), trace: "00-1-2-01"))
}
