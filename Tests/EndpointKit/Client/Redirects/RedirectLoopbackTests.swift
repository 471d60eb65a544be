import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// Two servers, the platform's transport, and what really goes over the wire.
@Suite struct RedirectLoopbackTests {
    struct Item: AuthenticatedEndpoint {
        var path: Path { "a" }
        var method: HTTPMethod = .get
        var body: (any HTTPBody)?
    }

    private struct Servers {
        let own: LoopbackServer
        let other: RecordingServer

        /// The first server sends everything to the second.
        init(_ status: HTTPStatus) throws {
            let other = try RecordingServer { _ in HTTPResponse(body: Data("here".utf8)) }
            own = try LoopbackServer { _ in HTTPResponse(status: status, headers: ["Location": "\(other.origin)/x"]) }
            self.other = other
        }

        var client: APIClient {
            var configuration = own.configuration
            configuration.headers = ["Cookie": "a=b"]
            configuration.authentication = .bearer("hunter2")
            return APIClient(configuration: configuration)
        }
    }

    @Test func `a bearer token and a cookie never reach the other server`() async throws {
        let servers = try Servers(302)
        let reply = try await servers.client.string(Item()).response
        #expect(reply.value == "here")
        #expect(reply.http.url?.absoluteString == "\(servers.other.origin)/x")
        let request = try #require(servers.other.requests.first)
        #expect(request.headers["Host"] == "127.0.0.1:\(servers.other.origin.port)")
        #expect(request.headers["Authorization"] == nil)
        #expect(request.headers["Cookie"] == nil)
    }

    @Test func `307 brings a POST and its body to the other server`() async throws {
        let servers = try Servers(307)
        let body = Data(repeating: UInt8(ascii: "x"), count: 300_000)
        _ = try await servers.client.send(Item(method: .post, body: body)).value
        let request = try #require(servers.other.requests.first)
        #expect(request.method == .post)
        #expect(request.headers["Content-Type"] == "application/octet-stream")
        guard case .data(let sent)? = request.body?.content else {
            Issue.record("no body came")
            return
        }
        #expect(sent == body)
    }

    @Test func `303 leaves HEAD a HEAD, and makes a GET without a length of a POST`() async throws {
        let servers = try Servers(303)
        let client = servers.client
        _ = try await client.send(Item(method: .head)).value
        _ = try await client.send(Item(method: .post, body: Data("x".utf8))).value
        #expect(servers.other.requests.map(\.method) == [.head, .get])
        #expect(servers.other.requests.last?.body == nil)
        #expect(servers.other.requests.last?.headers["Content-Length"] == nil)
        #expect(servers.other.requests.last?.headers["Content-Type"] == nil)
    }
}
