import EndpointKit
import EndpointKitTesting
import Testing

@Suite struct PathJoiningTests {
    static let bases = ["", "/", "/v1", "/v1/", "/v1//"]
    static let basePaths = ["", "/", "//", "public", "/public", "public/", "//public//"]
    static let paths = ["items", "/items", "//items", "items/", "/items/3", "/items//"]

    @Test(arguments: bases, basePaths)
    func `Path: parts are joined with exactly one slash`(base: String, basePath: String) async throws {
        for path in Self.paths {
            let stub = StubTransport()
            let configuration = APIConfiguration(baseURL: try #require(URL(string: "https://example.com\(base)")), basePath: Path(basePath))
            _ = try await APIClient(configuration: configuration, transport: stub).data(.get(Path(path))).value

            let parts = [base, basePath].map { $0.split(separator: "/").joined(separator: "/") }.filter { !$0.isEmpty }
            let expected = "https://example.com/" + parts.map { $0 + "/" }.joined() + path.drop { $0 == "/" }
            let request = try #require(stub.requests.first)
            #expect(request.urlText == expected)
            #expect(request.path.encoded == expected.dropFirst("https://example.com".count))
            #expect(request.url.absoluteString == expected)
        }
    }

    @Test(arguments: [
        ("https://example.com", "", "/"), ("https://example.com/", "", "/"), ("https://example.com/v1", "", "/v1"),
        ("https://example.com/v1/", "", "/v1/"), ("https://example.com/v1", "/", "/v1/"), ("https://example.com", "/", "/"),
    ])
    func `Path: without a path the base stays unchanged`(base: String, path: String, expected: String) async throws {
        let stub = StubTransport()
        let configuration = APIConfiguration(baseURL: try #require(URL(string: base)))
        _ = try await APIClient(configuration: configuration, transport: stub).data(.get(Path(path))).value
        #expect(stub.requests.first?.urlText == "https://example.com\(expected)")
    }

    @Test func `Path: the base URL's query comes first, then the configuration's, then the endpoint's`() async throws {
        let stub = StubTransport()
        let configuration = APIConfiguration(
            baseURL: try #require(URL(string: "https://example.com/v1?a=1&b=x%20y#fragment")), query: ["lang": "en"])
        _ = try await APIClient(configuration: configuration, transport: stub).data(.get("items", query: ["c": 3])).value
        #expect(stub.requests.first?.urlText == "https://example.com/v1/items?a=1&b=x%20y&lang=en&c=3")
    }

    @Test func `Path: an adapter sees the whole path, and replaces it`() throws {
        var request = HTTPRequest(origin: try #require(Origin(scheme: .http, host: "h")), path: "a/b/")
        #expect(request.path == "/a/b/")
        request.path = "c"
        #expect(request.urlText == "http://h/c")
    }
}
