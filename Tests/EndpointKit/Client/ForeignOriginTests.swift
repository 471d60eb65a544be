import EndpointKit
import EndpointKitTesting
import Testing

@Suite struct ForeignOriginTests {
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
    func `another origin gets no credentials, but what isn't secret`(base: String) async throws {
        let request = try await sent(Image(baseURL: try exampleURL(base)), configure: configure)
        #expect(request.urlText == "\(base)/a.png?lang=en&size=s")
        #expect(request.headers["X-Team"] == "blue")
        #expect(Set(request.headers.map(\.name)) == ["X-Team", "User-Agent", "Accept"])
    }

    @Test(arguments: ["https://api.example.com/x", "https://API.example.com:443/x", "HTTPS://api.example.com/x"])
    func `the configuration's own origin gets them under any path, after the URL's own query`(base: String) async throws {
        let request = try await sent(Image(baseURL: try exampleURL(base + "?own=1")), configure: configure)
        #expect(request.path == "/x/a.png")
        #expect(request.query.map(\.name) == ["own", "lang", "apikey", "X_Access_Token", "client[secret]", "size"])
        #expect(request.headers["Authorization"] == "secret")
        #expect(request.headers["X-Credentials"] == "secret")
    }

    @Test func `an endpoint that isn't authenticated gets no credentials`() async throws {
        let request = try await sent(.get("items"), configure: configure)
        #expect(request.headers["X-Credentials"] == nil)
    }

    @Test func `an adapter that sends the request elsewhere leaves it without credentials`() async throws {
        let other = try #require(Origin(scheme: .https, host: "evil.com"))
        let request = try await sent(Image(), adapters: [AnyAdapter { $0.origin = other }], configure: configure)
        #expect(request.origin == other)
        #expect(request.headers["X-Credentials"] == nil)
    }

    @Test(arguments: ["file:///a", "ftp://example.com", "example.com", "https://user:hunter2@example.com/", "https://", ""])
    func `an endpoint's URL that can't be called is an invalid request`(base: String) async throws {
        let url = URL(string: base) ?? URL(filePath: "")
        let stub = StubTransport()
        let error = await #expect(throws: APIError.self) { try await APIClient.example(stub).data(Image(baseURL: url)).value }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains("Image") == true)
        #expect(error.map { "\($0)".contains("hunter2") } == false)
        #expect(stub.requests.isEmpty)
    }
}
