import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct RequestBuilderConfigurationTests {
    @Test(arguments: [
        "file:///etc/hosts", "https:///path", "https://", "mailto:a@b.c", "example.com/v1", "/v1", "", "https://user:hunter2@example.com",
        "https://hunter2@example.com", "https://example.com:0", "https://example.com:99999", "ws://example.com", "https:example.com",
        "https://?apikey=hunter2",
        "ftp://example.com/?token=hunter2", "user:hunter2@example.com/v1",
    ])
    func `RequestBuilder: an unusable base URL fails the call and shows no secret`(text: String) async throws {
        let url = URL(string: text) ?? URL(filePath: text)
        let stub = StubTransport()
        let client = APIClient(configuration: APIConfiguration(baseURL: url), transport: stub)
        let error = await #expect(throws: APIError.self) { try await client.data(.get("items")).value }
        #expect(error?.code == .configuration)
        #expect(error.map { "\($0)".contains("hunter2") } == false)
        #expect(stub.requests.isEmpty)
    }

    @Test func `RequestBuilder: a relative URL is resolved against its base`() async throws {
        let url = try #require(URL(string: "v2/", relativeTo: URL(string: "https://example.com/")))
        let stub = StubTransport()
        _ = try await APIClient(configuration: APIConfiguration(baseURL: url), transport: stub).data(.get("items")).value
        #expect(stub.requests.first?.urlText == "https://example.com/v2/items")
    }

    @Test func `RequestBuilder: an endpoint with its own URL works with an unusable base URL`() async throws {
        let stub = StubTransport()
        let client = APIClient(configuration: APIConfiguration(baseURL: URL(filePath: "/")), transport: stub)
        _ = try await client.data(.get(exampleURL("https://other.example.com/a?b=1"), query: ["c": 2])).value
        #expect(stub.requests.first?.urlText == "https://other.example.com/a?b=1&c=2")
    }

    @Test func `RequestBuilder: a value in the base path or query that can't be sent is a configuration error`() async throws {
        let empty = ""
        for configure in [{ $0.basePath = "v/\(empty)" }, { $0.query = ["since": Double.nan] }] as [(inout APIConfiguration) -> Void] {
            let client = try APIClient.example(StubTransport(), configure: configure)
            let error = await #expect(throws: APIError.self) { try await client.data(.get("items")).value }
            #expect(error?.code == .configuration)
        }
    }

    struct Settings: APIConfigurable {
        var baseURL: URL
    }

    @Test func `RequestBuilder: a custom configuration type needs only a base URL`() async throws {
        let settings = Settings(baseURL: try exampleURL())
        let stub = StubTransport()
        _ = try await APIClient(configuration: settings, transport: stub).data(.get("items")).value
        let request = try #require(stub.requests.first)
        #expect(request.urlText == "https://api.example.com/v1/items")
        #expect(request.timeout == .seconds(30))
        #expect(request.bodyLimit == 64 << 20)
        #expect(request.headers["User-Agent"]?.hasSuffix("/1.0") == true)
    }

    @Test(arguments: ["https://[fe80::1%25eth0]/v1", "https://[fe80::1%25eth0]:8443"])
    func `RequestBuilder: an IPv6 address with a zone is rejected with a message that says so`(text: String) async throws {
        let client = APIClient(configuration: APIConfiguration(baseURL: try #require(URL(string: text))), transport: StubTransport())
        let error = await failure { try await client.call(.get("items")).value }
        #expect(error?.message.contains("has an IPv6 address with a zone, which isn't supported; use the address without the zone") == true)
    }

    private static let credentials: [@Sendable (inout APIConfiguration) -> Void] = [
        { $0.authentication = .bearer("hunter2") }, { $0.authentication = .hashedQuery(publicKey: "a", privateKey: "b") },
        { $0.headers = ["X-Api-Key": "hunter2"] }, { $0.query = ["apikey": "hunter2"] },
    ]

    @Test(arguments: credentials.indices)
    func `RequestBuilder: credentials aren't sent to a remote host by http, unless the policies allow it`(index: Int) async throws {
        func error(_ url: String, _ change: (inout APIConfiguration) -> Void = { _ in }) async throws -> APIError? {
            let stub = StubTransport()
            var configuration = APIConfiguration(baseURL: try exampleURL(url))
            Self.credentials[index](&configuration)
            change(&configuration)
            let error = await failure { try await APIClient(configuration: configuration, transport: stub).call(.get("items")).value }
            #expect(stub.requests.count == (error == nil ? 1 : 0))
            return error
        }
        let refused = try await error("http://api:8080")
        #expect(refused?.code == .configuration)
        #expect(refused?.message.contains("policies.allowsInsecureHTTP") == true && refused?.message.contains("hunter2") == false)
        #expect(refused?.message.contains(#""allowsInsecureHTTP": true"#) == true)
        #expect(try await error("http://api:8080/?lang=en") { ($0.authentication, $0.headers, $0.query) = (nil, [:], [:]) } == nil)
        let inURL = try await error("http://api:8080/?apikey=hunter2") { ($0.authentication, $0.headers, $0.query) = (nil, [:], [:]) }
        #expect(inURL?.code == .configuration && inURL?.message.contains("hunter2") == false)
        for url in ["https://api:8080", "http://127.0.0.1:8080", "http://localhost", "http://[::1]:80", "http://app.localhost"] {
            #expect(try await error(url) == nil, "\(url)")
        }
        #expect(try await error("http://api:8080") { $0.policies.allowsInsecureHTTP = true } == nil)
        #expect(try await error("http://api:8080") { $0.policies.connection.unixSocket = "/run/api.sock" } == nil)
    }

    @Test func `RequestBuilder: a remote host may be reached by http without credentials`() async throws {
        for authentication: (any Authentication)? in [nil, .anonymous] {
            let configuration = APIConfiguration(
                baseURL: try exampleURL("http://api:8080"), query: ["lang": "en"], authentication: authentication)
            try await APIClient(configuration: configuration, transport: StubTransport()).call(.get("items")).value
        }
    }
}
