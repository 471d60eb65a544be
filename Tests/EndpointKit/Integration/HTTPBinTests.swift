import EndpointKit
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: HTTPBin.url != nil, "HTTPBIN_URL isn't set")) struct HTTPBinTests {
    let client = HTTPBin.client()

    private func echo(_ route: Route) async throws -> HTTPBin.Echo { try await client.call(route).value }

    @Test func `httpbin: it receives a query as intended`() async throws {
        let echo = try await echo(
            .get("get", query: ["q": "a+b & c=d", "tag": ["1", "2"], "umlaut": "äöü 🦊", "none": nil as String?, "empty": ""]))
        #expect(echo.args == ["q": "a+b & c=d", "tag": ["1", "2"], "umlaut": "äöü 🦊", "empty": ""])
    }

    @Test func `httpbin: it receives a path segment as intended`() async throws {
        let text = "a b?c%20/#ü"
        #expect(try await echo(.get("anything/\(text)")).url?.hasSuffix("/anything/a%20b%3Fc%20/%23ü") == true)
    }

    @Test func `httpbin: it receives a form as intended`() async throws {
        let echo = try await echo(.post("post", body: .form(["name": "Thor & Loki", "sum": "1 + 1 = 2", "tag": ["x", "y"], "ü": "ß"])))
        #expect(echo.form == ["name": "Thor & Loki", "sum": "1 + 1 = 2", "tag": ["x", "y"], "ü": "ß"])
        #expect(echo.headers["Content-Type"] == "application/x-www-form-urlencoded")
    }

    @Test func `httpbin: it receives JSON as intended`() async throws {
        let document: JSON = ["name": "Thor", "tags": [1, true, nil, 2.5], "text": "\"\\\n\u{1F98A}"]
        let echo = try await echo(.post("post", body: .json(document)))
        #expect(echo.json == document)
        #expect(echo.headers["Content-Type"] == "application/json")
    }

    @Test func `httpbin: it receives a multipart form as intended, with a file from disk`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "httpbin-\(UUID().uuidString).txt")
        try Data("from disk\r\n--x".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let body = MultipartBody([
            .text("title", "Sonne über \"Köln\""), .file("photo", file), .data("raw", Data("abc".utf8), filename: "a\"b.bin"),
        ])
        let echo = try await echo(.post("post", body: body))
        #expect(echo.form == ["title": "Sonne über \"Köln\""])
        #expect(echo.files == ["photo": "from disk\r\n--x", "raw": "abc"])
    }

    @Test func `httpbin: it receives a body of unknown length in chunks`() async throws {
        let body = StreamBody(
            HTTPBodyStream(making: {
                AsyncStream<Data> { continuation in
                    for index in 0..<100 { continuation.yield(Data("\(index),".utf8)) }
                    continuation.finish()
                }
            }))
        let echo = try await echo(.post("post", headers: ["Content-Type": "text/plain"], body: body))
        #expect(echo.data == (0..<100).map { "\($0)," }.joined())
        #expect(echo.headers["Transfer-Encoding"] == "chunked")
    }

    @Test(arguments: [HTTPMethod.put, .patch, .delete, .post])
    func `httpbin: it receives every method with its body`(_ method: HTTPMethod) async throws {
        let route = Route(method, Path(method.rawValue.lowercased()), body: .json(["id": 1]))
        #expect(try await echo(route).json == ["id": 1])
        #expect(try await echo(Route(method, "anything")).method == method.rawValue)
    }

    @Test func `httpbin: its response to HEAD has the length of GET's body, and no body`() async throws {
        let reply = try await client.data(.head("bytes/1000")).response
        #expect(reply.headers["Content-Length"] == "1000")
        #expect(reply.value.isEmpty)
    }

    @Test(arguments: ["gzip", "deflate", "brotli"])
    func `httpbin: its encoded body is decoded`(_ coding: String) async throws {
        let reply = try await client.call(.get("\(coding)"), as: [String: JSON].self).response
        #expect(reply.value[coding == "gzip" ? "gzipped" : coding == "deflate" ? "deflated" : "brotli"] == true)
        #expect(reply.headers["Content-Encoding"] == (coding == "brotli" ? "br" : coding))
    }

    @Test(arguments: [200, 201, 204, 202])
    func `httpbin: its success is a success`(_ status: Int) async throws {
        #expect(try await client.call(.get("status/\(status)")).response.status.rawValue == status)
    }

    @Test(arguments: [400, 401, 403, 404, 405, 418, 429, 500, 501, 502, 503])
    func `httpbin: any other status is an error with its response`(_ status: Int) async throws {
        let error = await failure { try await client.call(.get("status/\(status)")).value }
        #expect(error?.code == .badStatus)
        #expect(error?.response?.status.rawValue == status)
    }

    @Test func `httpbin: it receives request fields, and its response fields come back`() async throws {
        let echo = try await echo(.get("headers", headers: ["X-One": "1, 2", "X-Empty": ""]))
        #expect(echo.headers["X-One"] == "1, 2")
        #expect(echo.headers["X-Empty"] == "")
        #expect(echo.headers["User-Agent"]?.hasPrefix("EndpointKit/") == true)
        let reply = try await client.call(.get("response-headers", query: ["X-Two": ["a", "b"]])).response
        #expect(reply.headers.values(for: "x-two") == ["a", "b"])
    }
}
