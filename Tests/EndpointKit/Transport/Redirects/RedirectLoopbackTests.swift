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

        /// `location` is what the first server answers everything with, `$OTHER` the second one's address.
        init(_ status: HTTPStatus, location: String) throws {
            let other = try RecordingServer { HTTPResponse(headers: ["X-Method": $0.method.rawValue], body: Data("here".utf8)) }
            let location = location.replacing("$OTHER", with: "\(other.origin)")
            own = try LoopbackServer { request in
                request.path == "/b"
                    ? HTTPResponse(body: Data(request.urlText.utf8))
                    : HTTPResponse(status: status, headers: ["Location": location.replacing("$QUERY", with: request.query.encoded)])
            }
            self.other = other
        }

        func client(_ authentication: any RequestAdapter) -> APIClient {
            APIClient(configuration: APIConfiguration(baseURL: own.url, headers: ["Cookie": "a=b"], authentication: authentication))
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a bearer token and a cookie never reach the other server`(status: Int) async throws {
        let servers = try Servers(HTTPStatus(rawValue: status), location: "$OTHER/x")
        let reply = try await servers.client(.bearer("hunter2")).string(Item()).response
        #expect(reply.value == "here")
        #expect(reply.response.url?.absoluteString == "\(servers.other.origin)/x")
        let request = try #require(servers.other.requests.first)
        #expect(request.headers["Host"] == "127.0.0.1:\(servers.other.origin.port)")
        #expect(request.headers["Authorization"] == nil)
        #expect(request.headers["Cookie"] == nil)
    }

    @Test func `nor does a signature, even where the first server repeats it`() async throws {
        let servers = try Servers(302, location: "$OTHER/x?$QUERY&y=1")
        _ = try await servers.client(.hashedQuery(publicKey: "1234", privateKey: "abcd")).send(Item()).value
        #expect(servers.other.requests.map(\.query.encoded) == ["y=1"])
    }

    @Test func `a signature goes to another path of the same server`() async throws {
        let servers = try Servers(302, location: "/b?x=1")
        let url = try await servers.client(.hashedQuery(publicKey: "1234", privateKey: "abcd")).string(Item()).value
        #expect(url.contains("/b?x=1&ts="))
        #expect(url.contains("&apikey=1234&hash="))
    }

    @Test func `307 brings a POST and its body to the other server`() async throws {
        let servers = try Servers(307, location: "$OTHER/x")
        let body = Data(repeating: UInt8(ascii: "x"), count: 300_000)
        _ = try await servers.client(.bearer("hunter2")).send(Item(method: .post, body: body)).value
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
        let servers = try Servers(303, location: "$OTHER/x")
        let client = servers.client(.bearer("hunter2"))
        _ = try await client.send(Item(method: .head)).value
        _ = try await client.send(Item(method: .post, body: Data("x".utf8))).value
        #expect(servers.other.requests.map(\.method) == [.head, .get])
        #expect(servers.other.requests.last?.body == nil)
        #expect(servers.other.requests.last?.headers["Content-Length"] == nil)
        #expect(servers.other.requests.last?.headers["Content-Type"] == nil)
    }

    @Test(arguments: ["//%2F", "javascript:alert(1)", "http://[", "http://127.0.0.1:0/", String(repeating: ":", count: 90_000)])
    func `a hostile location is a clear error`(location: String) async throws {
        let servers = try Servers(302, location: location)
        let error = await failure { try await servers.client(.bearer("x")).send(Item()).value }
        #expect(error?.code == .redirect || error?.code == .tooManyRedirects)
        #expect((error?.message.utf8.count ?? 0) < 1500)
    }
}
