import EndpointKit
import EndpointKitTesting
import Testing

@Suite struct RequestBuilderOriginTests {
    struct Image: AuthenticatedEndpoint {
        var baseURL: URL?
        var path: Path { "a.png" }
        var query: Query { ["size": "s"] }
    }

    private func configure(_ configuration: inout APIConfiguration) {
        configuration.query = ["lang": "en", "apikey": "secret", "X_Access_Token": "secret", "client[secret]": "secret"]
        configuration.headers = ["X-Team": "blue", "Authorization": "secret", "X-Vault-Token": "secret", "Cookie": "secret"]
        configuration.authentication = .headers(["X-Credentials": "secret"])
    }

    @Test(arguments: [
        "https://images.example.com/x", "http://api.example.com/x", "https://api.example.com:444/x", "https://example.com/x",
        "https://api.example.com.evil.com/x",
    ])
    func `RequestBuilder: another origin gets the endpoint's parts, and only harmless parts of the configuration`(base: String) async throws
    {
        let request = try await sent(Image(baseURL: try exampleURL(base)), configure: configure)
        #expect(request.urlText == "\(base)/a.png?size=s")
        #expect(Set(request.headers.map(\.name)) == ["User-Agent", "Accept"])
        let named = try await sent(Image(baseURL: try exampleURL(base))) {
            configure(&$0)
            $0.policies.redirects.crossOriginHeaders = ["x-team"]
        }
        #expect(Set(named.headers.map(\.name)) == ["X-Team", "User-Agent", "Accept"])
    }

    @Test(arguments: ["https://api.example.com/x", "https://API.example.com:443/x", "HTTPS://api.example.com/x"])
    func `RequestBuilder: the configured origin gets the configuration's parts under any path, after the URL's query`(
        base: String
    ) async throws {
        let request = try await sent(Image(baseURL: try exampleURL(base + "?own=1")), configure: configure)
        #expect(request.path == "/x/a.png")
        #expect(request.query.map(\.name) == ["own", "lang", "apikey", "X_Access_Token", "client[secret]", "size"])
        #expect(request.headers["Authorization"] == "secret")
        #expect(request.headers["X-Credentials"] == "secret")
    }

    @Test func `RequestBuilder: an unauthenticated endpoint gets no credentials`() async throws {
        let request = try await sent(.get("items"), configure: configure)
        #expect(request.headers["X-Credentials"] == nil)
    }

    @Test func `RequestBuilder: an adapter that moves the request leaves it without credentials`() async throws {
        let other = try #require(Origin(scheme: .https, host: "evil.com"))
        let request = try await sent(Image(), adapters: [AnyAdapter { $0.origin = other }], configure: configure)
        #expect(request.origin == other)
        #expect(request.headers["X-Credentials"] == nil)
    }

    private static let other = Origin(scheme: .https, host: "evil.com")

    /// Moves a request to another origin in such a way that every part seems to have been added by the adapter.
    struct Moving: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let edit: @Sendable (inout HTTPRequest) -> Void
    }

    private static let ways: [Moving] = [
        Moving(testDescription: "new fields") { request in
            var headers = HTTPHeaders()
            for field in request.headers { headers.append(field.name, field.value) }
            request.headers = headers
        },
        Moving(testDescription: "set again") { $0.headers["Authorization"] = $0.headers["Authorization"] },
        Moving(testDescription: "a new query") { $0.query = Query(encoded: $0.query.encoded) },
        Moving(testDescription: "another name") { $0.headers["X-Team"] = $0.headers["Authorization"] },
        Moving(testDescription: "a new request") {
            $0 = HTTPRequest(method: $0.method, origin: $0.origin, path: $0.path, query: $0.query, headers: $0.headers)
        },
        Moving(testDescription: "nothing else") { _ in },
    ]

    @Test(arguments: ways, [false, true])
    func `RequestBuilder: secrets that an adapter or the authentication writes again stay at the configured origin`(
        way: Moving, isAuthentication: Bool
    ) async throws {
        let other = try #require(Self.other)
        let move: @Sendable (inout HTTPRequest) -> Void = { request in
            way.edit(&request)
            request.origin = other
        }
        let adapter = AnyAdapter { move(&$0) }
        let request = try await sent(Image(), adapters: isAuthentication ? [] : [adapter]) { configuration in
            configure(&configuration)
            configuration.headers["Authorization"] = "Bearer secret"
            if isAuthentication { configuration.authentication = .custom(adapter) }
        }
        #expect(request.origin == other)
        #expect(!request.headers.contains { $0.value.contains("secret") }, "\(way.testDescription)")
        #expect(!request.query.contains { $0.value == "secret" }, "\(way.testDescription)")
    }

    @Test func `RequestBuilder: the parts that an adapter adds for another origin stay`() async throws {
        let other = try #require(Self.other)
        let adapter = AnyAdapter { request in
            request.origin = other
            request.headers["Authorization"] = "its own"
            request.query.append("token", "its own")
        }
        let request = try await sent(Image(), adapters: [adapter], configure: configure)
        #expect(request.headers["Authorization"] == "its own" && request.query["token"] == "its own")
    }

    @Test(arguments: ["file:///a", "ftp://example.com", "example.com", "https://user:hunter2@example.com/", "https://", ""])
    func `RequestBuilder: an unusable URL of an endpoint is an invalid request`(base: String) async throws {
        let url = URL(string: base) ?? URL(filePath: "")
        let stub = StubTransport()
        let error = await #expect(throws: APIError.self) { try await APIClient.example(stub).data(Image(baseURL: url)).value }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains("Image") == true)
        #expect(error.map { "\($0)".contains("hunter2") } == false)
        #expect(stub.requests.isEmpty)
    }
}
