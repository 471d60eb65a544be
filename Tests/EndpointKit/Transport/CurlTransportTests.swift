import EndpointKit
import EndpointKitTesting
import Testing

@Suite struct CurlTransportTests {
    @Test func `a response comes back with its status, headers and body`() async throws {
        let server = try LoopbackServer { request in
            HTTPResponse(status: 201, headers: ["X-Url": request.urlText], body: Data(request.method.rawValue.utf8))
        }
        let request = HTTPRequest(method: .put, origin: server.origin, path: "items/3", query: ["x": "a b"])
        let response = try await CurlTransport().send(request)
        #expect(response.status == 201)
        #expect(response.headers["x-url"] == "\(server.origin)/items/3?x=a%20b")
        #expect(response.body == Data("PUT".utf8))
        #expect(response.url == request.url)
    }
}
