import EndpointKit
import EndpointKitTesting
import Testing

@Suite struct RequestBuilderTests {
    struct Upload: Endpoint {
        var path: Path { "items" }
        var method: HTTPMethod { .post }
        var query: Query { ["lang": "de", "draft": true] }
        var headers: HTTPHeaders { ["X-Client": "mine", "accept": "text/csv"] }
        var body: (any HTTPBody)? { Data("abc".utf8) }
        var timeout: Duration? { .seconds(3) }
    }

    @Test func `RequestBuilder: the members of an endpoint make its request`() async throws {
        let request = try await sent(Upload()) { $0.requestTimeout = .seconds(9) }
        #expect(request.method == .post)
        #expect(request.urlText == "https://api.example.com/v1/items?lang=de&draft=true")
        #expect(request.body?.length == 3)
        #expect(request.headers["Content-Type"] == "application/octet-stream")
        #expect(request.timeout == .seconds(3))
        #expect(!request.isIdempotent)
    }

    @Test func `RequestBuilder: the configuration's timeout and policies are the defaults`() async throws {
        let request = try await sent(.get("items")) {
            $0.requestTimeout = .seconds(9)
            $0.policies.bodyLimit = 7
        }
        #expect(request.timeout == .seconds(9))
        #expect(request.bodyLimit == 7)
    }

    @Test func `RequestBuilder: the configuration's query precedes the endpoint's, and both stay`() async throws {
        let request = try await sent(Upload()) { $0.query = ["lang": "en", "v": 2] }
        #expect(request.query.encoded == "lang=en&v=2&lang=de&draft=true")
    }

    @Test func `RequestBuilder: the endpoint's headers override the configuration's, which override the framework's`() async throws {
        let request = try await sent(Upload()) { $0.headers = ["x-client": "theirs", "X-All": "1", "User-Agent": "own/1"] }
        #expect(request.headers.values(for: "X-Client") == ["mine"])
        #expect(request.headers["X-All"] == "1")
        #expect(request.headers.values(for: "User-Agent") == ["own/1"])
        #expect(request.headers.values(for: "Accept") == ["text/csv"])
    }

    @Test(arguments: [("2.1", "2.1"), ("", "app"), ("1.0 (beta)\r\nX: y", "1.0betaXy")])
    func `RequestBuilder: the User-Agent names framework, application and version, in the characters of a product token`(
        version: String, token: String
    ) async throws {
        let agent = try await sent(.get("items")) { $0.appVersion = version }.headers["User-Agent"] ?? ""
        #expect(agent.wholeMatch(of: /EndpointKit\/\d+\.\d+\.\d+ [A-Za-z0-9!#$%&'*+\-.^_`|~]+\/(.+)/)?.output.1 == token[...])
    }

    @Test func `RequestBuilder: the endpoint's content type overrides the body's`() async throws {
        let request = try await sent(.post("items", headers: ["content-type": "text/csv"], body: Data("a".utf8)))
        #expect(request.headers.values(for: "Content-Type") == ["text/csv"])
        #expect(try await sent(.get("items")).headers["Content-Type"] == nil)
    }

    @Test func `RequestBuilder: JSON is encoded with sorted keys`() async throws {
        // Enough keys that their order isn't accidental.
        let values = Dictionary(uniqueKeysWithValues: "jihgfedcba".map { ("\($0)", "/") })
        let request = try await sent(.put("items", body: .json(values)))
        #expect(try await request.body?.text() == "{" + "abcdefghij".map { "\"\($0)\":\"/\"" }.joined(separator: ",") + "}")
        #expect(request.headers["Content-Type"] == "application/json")
    }

    struct BrokenBody: HTTPBody {
        struct Broken: Error {}
        func entity() throws -> HTTPBodyEntity { throw Broken() }
    }
    struct Broken: Endpoint {
        var path: Path { "items" }
        var body: (any HTTPBody)? { BrokenBody() }
    }

    @Test func `RequestBuilder: a body that fails to encode ends the call before anything is sent`() async throws {
        let stub = StubTransport()
        let error = await #expect(throws: APIError.self) { try await APIClient.example(stub).call(Broken()).value }
        #expect(error?.code == .bodyEncoding)
        #expect(error?.underlying is BrokenBody.Broken)
        #expect(error?.message.contains("of Broken ") == true)
        #expect(stub.requests.isEmpty)
    }
}
