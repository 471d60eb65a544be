import EndpointKit
import EndpointKitTesting
import Testing

@Suite struct RedactionTests {
    private static func request() throws -> HTTPRequest {
        HTTPRequest(
            origin: try #require(Origin(scheme: .https, host: "example.com")), path: "items",
            query: [
                "apikey": "hunter2", "Hash": "hunter2", "access_token": "hunter2", "user[password]": "hunter2", "limit": 20, "key": .flag,
            ],
            headers: ["Authorization": "hunter2", "cookie": "hunter2", "X-Vault-Token": "hunter2", "X-Trace": "shown"])
    }

    @Test func `requests, headers, queries and their items hide what is secret`() throws {
        let request = try Self.request()
        let values: [Any] = [
            request, request.headers, request.query, request.headers[0], Array(request.query)[0], [request], ["r": request.query],
            HTTPRequest?.some(request) as Any,
            Route.get("a", query: request.query, headers: request.headers), Array(request.headers), Array(request.query),
            HTTPResponse(headers: request.headers, url: request.url),
        ]
        for value in values {
            for text in everyText(of: value) { #expect(!text.contains("hunter2"), "in a \(type(of: value))") }
        }
        #expect(request.url.absoluteString.contains("hunter2"))
    }

    @Test func `what isn't secret still shows`() throws {
        let request = try Self.request()
        #expect(
            "\(request)" == "GET https://example.com/items?apikey=<redacted>&Hash=<redacted>&access_token=<redacted>"
                + "&user%5Bpassword%5D=<redacted>&limit=20&key")
        #expect("\(request.headers)" == "Authorization: <redacted>\ncookie: <redacted>\nX-Vault-Token: <redacted>\nX-Trace: shown")
        var dumped = ""
        dump(request, to: &dumped)
        #expect(dumped.contains("X-Trace: shown"))
    }

    @Test(arguments: [
        "api%6Bey=hunter2", "APIKEY=hunter2", "a=1&%61pikey=hunter2&b", "client-secret=hunter2", "x.token=hunter2", "sig=hunter2",
    ])
    func `a name is recognised however it is written`(query: String) {
        #expect(!"\(Query(encoded: query))".contains("hunter2"))
    }

    @Test(arguments: [
        ("Location", "https://example.com/?token=hunter2&a=1#token=hunter2", "https://example.com/?token=<redacted>&a=1"),
        ("referer", "https://hunter2@example.com/a", "https://<redacted>@example.com/a"),
        ("Link", #"</?key=hunter2>; rel="next", <b?apikey=hunter2&p=2>"#, #"</?key=<redacted>>; rel="next", <b?apikey=<redacted>&p=2>"#),
        ("Link", "<a?key=1, broken", "<a?key=<redacted>"), ("X-Location", "?token=1", "?token=1"),
    ])
    func `in a field that holds a URL the URL's secrets are hidden`(name: String, value: String, shown: String) {
        let headers: HTTPHeaders = [name: value]
        #expect("\(headers)" == "\(name): \(shown)")
        #expect("\(headers[0])" == "\(name): \(shown)")
    }

    @Test(arguments: ["monkey", "tokens", "keys", "hashtag", "authors", "secretary", "title", "limits"])
    func `a name that only looks like a secret's is shown`(name: String) {
        let query: Query = [name: "shown"]
        #expect("\(query)" == "\(name)=shown")
    }

    @Test(arguments: [
        "https://example.com/?token=hunter2", "https://hunter2@example.com", "https://hunter2:hunter2@example.com?a=b@c", "hunter2:x@y",
        "file://a:hunter2@b/?key=hunter2",
    ])
    func `a configuration shows no secret of its base URL, query, headers or authentication`(base: String) throws {
        let configuration = APIConfiguration(
            baseURL: try exampleURL(base), query: ["token": "hunter2"], headers: ["Cookie": "hunter2"], authentication: .bearer("hunter2"))
        for value in [configuration, APIClient(configuration: configuration), Route(.get, configuration.baseURL)] as [Any] {
            for text in everyText(of: value) { #expect(!text.contains("hunter2"), "in a \(type(of: value))") }
        }
    }

    @Test func `an error of a call shows no secret of its request, response or configuration`() async throws {
        let stub = StubTransport { request in HTTPResponse(status: 500, headers: ["Set-Cookie": "hunter2"], url: request.url) }
        let client = try APIClient.example(stub) {
            $0.baseURL = try exampleURL("https://example.com/v1?session=hunter2")
            $0.query = ["token": "hunter2"]
            $0.headers = ["X-Api-Key": "hunter2"]
        }
        let error = await #expect(throws: APIError.self) {
            try await client.data(.get("items", query: ["hash": "hunter2"], headers: ["Authorization": "hunter2"])).value
        }
        for text in everyText(of: try #require(error)) { #expect(!text.contains("hunter2")) }
        #expect(error?.request?.url == "https://example.com/v1/items?session=<redacted>&token=<redacted>&hash=<redacted>")
        #expect(error?.errorDescription?.contains("hunter2") == false)
        #expect(stub.requests.first?.urlText.components(separatedBy: "hunter2").count == 4)
    }
}
