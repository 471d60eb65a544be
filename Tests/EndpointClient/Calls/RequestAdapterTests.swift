import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// How a request is treated after adapters have changed it.
@Suite struct RequestAdapterTests {
    private func configure(_ configuration: inout APIConfiguration) {
        configuration.query = ["lang": "en", "apikey": "secret"]
        configuration.headers = ["X-Team": "blue", "Authorization": "secret", "X-Api-Key": "secret"]
        configuration.authentication = .headers(["X-Credentials": "secret"])
    }

    private struct Moving: RequestAdapter {
        let origin: Origin

        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
            request.origin = origin
            request.headers["X-Signature"] = "of its own"
            return request
        }
    }

    @Test(arguments: [true, false])
    func `RequestAdapter: a moved request loses the configuration's secrets, but not the adapter's secrets`(isClients: Bool) async throws {
        struct Item: AuthenticatedEndpoint {
            var path: Path { "items" }
            var headers: HTTPHeaders { ["Cookie": "secret", "X-Trace": "1"] }
            var adapters: [any RequestAdapter] = []
        }
        let moving = Moving(origin: try #require(Origin(scheme: .https, host: "cdn.example.com")))
        let request = try await sent(
            Item(adapters: isClients ? [] : [moving]), adapters: isClients ? [moving] : [], configure: configure)
        #expect(request.origin.host == "cdn.example.com")
        #expect(request.urlText == "https://cdn.example.com/v1/items")
        #expect(Set(request.headers.map(\.name)) == ["X-Signature", "User-Agent", "Accept"])
    }

    @Test(arguments: [0, 61, 62, 63, 64, 130])
    func `RequestAdapter: the secrets are removed however many fields there are, and no other field is lost`(count: Int) async throws {
        var plain = HTTPHeaders()
        for index in 0..<count { plain.append("C\(index)", "1") }
        let moving = Moving(origin: try #require(Origin(scheme: .https, host: "cdn.example.com")))
        var fields = plain
        fields.append("Authorization", "secret")
        fields.append("X-Api-Key", "secret")
        let moved = try await sent(.get("items"), adapters: [moving]) {
            $0.headers = fields
            $0.policies.redirects.crossOriginHeaders = Set(plain.map(\.name))
        }
        #expect(moved.headers["Authorization"] == nil && moved.headers["X-Api-Key"] == nil)
        #expect(moved.headers["X-Signature"] == "of its own")
        #expect(plain.allSatisfy { moved.headers[$0.name] == "1" })

        let url = try exampleURL("https://images.example.com/a.png")
        let own = try await sent(.get(url, headers: fields), adapters: [.header("X-Trace", "1"), .header("X-Token", "secret")])
        #expect(own.headers["Authorization"] == "secret")
        #expect(own.headers["X-Trace"] == nil && own.headers["X-Token"] == nil)
    }

    @Test func `RequestAdapter: a secret that a client's adapter adds stays at the configured origin`() async throws {
        struct Elsewhere: Endpoint {
            var baseURL: URL?
            var path: Path { "a.png" }
            var adapters: [any RequestAdapter] { [.header("Authorization", "its own")] }
        }
        let adapters: [any RequestAdapter] = [
            .header("Authorization", "secret"), .appending(["token": "secret", "size": 1]), .header("X-Trace", "1"),
        ]
        let request = try await sent(Elsewhere(baseURL: try exampleURL("https://images.example.com")), adapters: adapters)
        #expect(request.query.isEmpty)
        #expect(request.headers["Authorization"] == "its own")
        #expect(request.headers["X-Trace"] == nil)
        #expect(try await sent(.get("items"), adapters: adapters).headers["Authorization"] == "secret")
    }

    @Test func `RequestAdapter: a request that is sent again keeps its idempotency key`() async throws {
        let (stub, keys) = (StubTransport.answering(HTTPResponse(status: 503), HTTPResponse(status: 503)), Counter())
        let key = AnyAdapter { $0.headers["Idempotency-Key"] = "key-\(keys.next())" }
        let client = try APIClient.example(stub, adapters: [key], clock: ManualClock(skipsSleeps: true)) { $0.policies.retry = .standard }
        _ = try await client.call(.post("orders", body: Data("x".utf8))).value
        #expect(stub.requests.map { $0.headers.values(for: "Idempotency-Key") } == [["key-1"], ["key-1"], ["key-1"]])
        _ = try await client.call(.post("orders", body: Data("x".utf8))).value
        #expect(stub.requests.last?.headers["Idempotency-Key"] == "key-4")
    }

    @Test(arguments: [HTTPMethod.post, .patch])
    func `RequestAdapter: a request says whether it may be sent again`(method: HTTPMethod) async throws {
        let stub = StubTransport.answering(HTTPResponse(status: 503))
        let client = try APIClient.example(
            stub, adapters: [AnyAdapter { $0.method = method }], clock: ManualClock(skipsSleeps: true)
        ) { $0.policies.retry = .standard }
        #expect(await failure { try await client.call(.get("items")).value }?.code == .badStatus)
        #expect(stub.requests.map(\.isIdempotent) == [false])
    }

    @Test func `RequestAdapter: a body's content type takes precedence over the configuration's fields`() async throws {
        let multipart = MultipartBody([.text("a", "b")])
        let request = try await sent(.post("items", body: multipart)) { $0.headers = ["Content-Type": "application/json"] }
        #expect(request.headers.values(for: "Content-Type").count == 1)
        #expect(request.headers["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
        let own = try await sent(.post("items", headers: ["Content-Type": "text/own"], body: multipart))
        #expect(own.headers["Content-Type"] == "text/own")
    }

    @Test(arguments: [
        ("items?limit=5", "query:"), ("https://other.example.com/x", "pass a URL"), ("items#top", "%23"), ("a/b?c", "%3F"),
    ])
    func `Path: a literal with a query or a fragment is an error that says what to write instead`(path: String, advice: String) async throws
    {
        let stub = StubTransport()
        let error = await failure { try await APIClient.example(stub).call(.get(Path(path))).value }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains(advice) == true)
        let literal: Path = "items?\(1)"
        #expect(await failure { try await APIClient.example(stub).call(.get(literal)).value }?.code == .invalidRequest)
        #expect(stub.requests.isEmpty)
    }

    @Test func `Path: an interpolated value may contain what a literal may not`() async throws {
        #expect(try await sent(.get("items/\("a?b#c://d")")).path == "/v1/items/a%3Fb%23c%3A%2F%2Fd")
        #expect(try await sent(.get("items/%3F")).path == "/v1/items/%3F")
    }

    @Test func `Route: a one-line route can be authenticated`() async throws {
        #expect(try await sent(.get("me").authenticated(), configure: configure).headers["X-Credentials"] == "secret")
        #expect(try await sent(.get("me"), configure: configure).headers["X-Credentials"] == nil)
        struct Routed: RoutedEndpoint { var route: Route { .get("me").authenticated() } }
        #expect(try await sent(Routed(), configure: configure).headers["X-Credentials"] == "secret")
    }

    private struct Anew: RequestAdapter {
        var edit: @Sendable (inout HTTPRequest) -> Void = { _ in }

        private func anew(_ request: HTTPRequest) -> HTTPRequest {
            var made = HTTPRequest(
                method: request.method, origin: request.origin, path: request.path, query: request.query, headers: request.headers,
                body: request.body, timeout: request.timeout)
            edit(&made)
            return made
        }
        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest { anew(request) }
    }

    @Test func `RequestAdapter: a request that it rebuilds keeps the client's rules`() async throws {
        struct Once: Endpoint {
            var path: Path { "items" }
            var query: Query { ["special": "planted"] }
            var isIdempotent: Bool { false }
        }
        let stub = StubTransport(HTTPResponse(status: 503, body: Data(repeating: 65, count: 100)))
        let client = try APIClient.example(stub, adapters: [Anew()]) { configuration in
            configuration.policies.redaction = .standard.hiding("special")
            configuration.policies.bodyLimit = 10
        }
        let error = try #require(await failure { try await client.call(Once()).value })
        #expect(!"\(error)".contains("planted") && "\(error)".contains("special="))
        #expect(stub.requests.map(\.bodyLimit) == [10] && stub.requests.map(\.isIdempotent) == [false])

        let own = Anew { request in
            request.bodyLimit = 20
            request.isIdempotent = true
        }
        let request = try await sent(Once(), adapters: [own]) { $0.policies.bodyLimit = 10 }
        #expect(request.bodyLimit == 20 && request.isIdempotent)
        // The default, if an adapter sets it, replaces the client's limit, too.
        let large = Anew { $0.bodyLimit = 64 << 20 }
        #expect(try await sent(Once(), adapters: [large]) { $0.policies.bodyLimit = 10 }.bodyLimit == 64 << 20)
    }

    @Test func `RequestAdapter: a request that it rebuilds may be sent twice only if the request before it might`() async throws {
        struct Search: Endpoint {
            var method: HTTPMethod
            var isIdempotent: Bool
            var path: Path { "items" }
        }
        let other = try #require(Origin(scheme: .https, host: "other.example.com"))
        let home = try #require(Origin(scheme: .https, host: "api.example.com"))
        let leaving = AnyAdapter { $0.origin = other }
        // The declaration that a GET isn't idempotent holds at another origin, too.
        #expect(try await !sent(Search(method: .get, isIdempotent: false), adapters: [leaving, Anew()]).isIdempotent)
        // The fields that made a POST idempotent may be lost, so the way back doesn't restore the declaration.
        let returning = Anew { $0.origin = home }
        #expect(try await sent(Search(method: .post, isIdempotent: true), adapters: [Anew()]).isIdempotent)
        #expect(try await !sent(Search(method: .post, isIdempotent: true), adapters: [leaving, returning]).isIdempotent)
    }

    @Test func `RequestAdapter: the parts that an authentication adds to a rebuilt request are hidden`() async throws {
        let adding = Anew { request in
            request.query.append("zz", "planted")
            request.headers["X-Custom"] = "planted"
        }
        let events = Recorder<String>()
        let client = APIClient(
            configuration: APIConfiguration(baseURL: try exampleURL(), authentication: .custom(adding)),
            transport: StubTransport(HTTPResponse(status: 404)), observers: [EventRecorder { events.record("\($0)") }])
        let error = try #require(await failure { try await client.call(.get("items").authenticated()).value })
        #expect(!"\(error)".contains("planted") && "\(error)".contains("zz="))
        #expect(events.values.count > 3 && !events.values.contains { $0.contains("planted") })
    }

    private struct EventRecorder: CallObserver {
        var followsProgress: Bool { false }
        let record: @Sendable (CallEvent) -> Void
        func observe(_ event: CallEvent) { record(event) }
    }

    @Test func `APIError: a server's text is redacted in the message`() async throws {
        struct Refusal: Decodable, Error, CustomStringConvertible { let description: String }
        let stub = StubTransport(
            HTTPResponse(status: 400, body: Data(#"{"description": "wrong: https://a.example/?token=hunter2"}"#.utf8)))
        let error = try #require(
            await failure {
                try await APIClient.example(stub, decisions: [BadStatusDecision(decoding: Refusal.self), ParseDecision()])
                    .call(.get("items")).value
            })
        #expect(error.message.contains("wrong") && !error.message.contains("hunter2"))
    }
}
