import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// Two servers, the platform's transport, and the bytes on the wire.
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

    @Test func `Redirect: a bearer token and a cookie never reach the other server`() async throws {
        let servers = try Servers(302)
        let reply = try await servers.client.string(Item()).response
        #expect(reply.value == "here")
        #expect(reply.http.url?.absoluteString == "\(servers.other.origin)/x")
        let request = try #require(servers.other.requests.first)
        #expect(request.headers["Host"] == "127.0.0.1:\(servers.other.origin.port)")
        #expect(request.headers["Authorization"] == nil)
        #expect(request.headers["Cookie"] == nil)
    }

    @Test func `Redirect: 307 sends a POST and its body to the other server`() async throws {
        let servers = try Servers(307)
        let body = Data(repeating: UInt8(ascii: "x"), count: 300_000)
        _ = try await servers.client.call(Item(method: .post, body: body)).value
        let request = try #require(servers.other.requests.first)
        #expect(request.method == .post)
        #expect(request.headers["Content-Type"] == "application/octet-stream")
        guard case .data(let sent)? = request.body?.content else {
            Issue.record("no body came")
            return
        }
        #expect(sent == body)
    }

    /// The rest of a redirect after its status: its fields, the start of its body, and the server's next action.
    enum Body: String, CaseIterable {
        case endless, invalidChunk = "Transfer-Encoding: chunked\r\n\r\nxyz\r\n"
        case invalidCoding = "Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc"
        case truncated = "Content-Length: 10\r\n\r\nabc", reset = "Content-Length: 11\r\n\r\nabc", silent = "Content-Length: 12\r\n\r\nabc"
        case codingWithoutBytes = "Content-Encoding: gzip\r\nConnection: close\r\n\r\n"

        func write(to connection: LoopbackConnection) throws {
            let chunk = "2000\r\n\(String(repeating: "x", count: 0x2000))\r\n"
            try connection.write(self == .endless ? "Transfer-Encoding: chunked\r\n\r\n" : rawValue)
            while self == .endless { try connection.write(chunk) }
            if self == .silent { connection.onClose() }
            if self == .reset { connection.reset() }
        }
    }

    @Test(arguments: Body.allCases)
    func `Redirect: its body doesn't affect the call, whether or not it is followed`(_ body: Body) async throws {
        let other = try RecordingServer { _ in HTTPResponse(body: Data("here".utf8)) }
        let own = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.1 302 Found\r\nLocation: \(other.origin)/x\r\n")
            try body.write(to: connection)
        })
        var configuration = own.configuration
        configuration.policies.bodyLimit = 100
        let client = APIClient(configuration: configuration, transport: PlatformTransport())
        let text = try await client.string(.get("a")).retrying(.never).value
        #expect(text == "here")
        let file = FileManager.default.temporaryDirectory.appending(path: "redirected-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try await client.download(.get("a"), to: file).retrying(.never).value
        #expect(try Data(contentsOf: file) == Data("here".utf8))
        var streamed = Data()
        for try await byte in client.bytes(.get("a")) { streamed.append(byte) }
        #expect(streamed == Data("here".utf8))
    }

    @Test func `Redirect: a redirect with a short body leaves its connection reusable`() async throws {
        let server = try LoopbackServer { request in
            let isRedirect = request.path == "/a"
            return HTTPResponse(status: isRedirect ? 302 : 200, headers: isRedirect ? ["Location": "/b"] : [:], body: Data("short".utf8))
        }
        #expect(try await server.client(over: PlatformTransport()).string(.get("a")).value == "short")
        #expect(server.acceptedCount == 1)
    }

    @Test func `Redirect: 303 keeps HEAD, and turns POST into a GET without a length`() async throws {
        let servers = try Servers(303)
        let client = servers.client
        _ = try await client.call(Item(method: .head)).value
        _ = try await client.call(Item(method: .post, body: Data("x".utf8))).value
        #expect(servers.other.requests.map(\.method) == [.head, .get])
        #expect(servers.other.requests.last?.body == nil)
        #expect(servers.other.requests.last?.headers["Content-Length"] == nil)
        #expect(servers.other.requests.last?.headers["Content-Type"] == nil)
    }
}
