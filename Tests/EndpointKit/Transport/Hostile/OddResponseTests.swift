import EndpointKit
import EndpointKitTesting
import Synchronization
import TestSupport
import Testing

/// What servers send that is rare, and what a client must not do of its own accord.
@Suite(.timeLimit(.minutes(10))) struct OddResponseTests {
    let transport = CurlTransport()

    /// Answers every request of every connection with the same bytes.
    private func server(_ answer: String) throws -> LoopbackServer {
        try LoopbackServer(raw: { connection in
            while try connection.readRequest() != nil { try connection.write(answer) }
        })
    }

    @Test func `trailers after the chunks are read past, and the connection goes on`() async throws {
        let server = try server(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n3;a=b\r\nabc\r\n0\r\nX-Sum: 1\r\nContent-Length: 9\r\n\r\n"
        )
        for _ in 0..<3 {
            let response = try await transport.send(.get(server))
            #expect(response.body == Data("abc".utf8))
            #expect(response.headers["X-Sum"] == nil)
            #expect(response.headers["Content-Length"] == nil)
            #expect(try await transport.stream(.get(server)).body.collected(limit: 10) == Data("abc".utf8))
        }
        #expect(server.acceptedCount == 1)
    }

    @Test func `a challenge without credentials is a plain 401, at once and once`() async throws {
        let seen = Seen()
        let server = try LoopbackServer { request in
            seen.add(request)
            return HTTPResponse(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"x\""], body: Data("who?".utf8))
        }
        let response = try await transport.send(.get(server))
        #expect(response.status == 401)
        #expect(response.body == Data("who?".utf8))
        #expect(seen.requests.count == 1)
        let client = APIClient(configuration: APIConfiguration(baseURL: server.url), transport: transport)
        let error = await failure { try await client.data(.get("secret")).value }
        #expect(error?.code == .badStatus)
        #expect(error?.response?.headers["WWW-Authenticate"] == "Basic realm=\"x\"")
        #expect(seen.requests.count == 2)
    }

    @Test func `fields whose names differ in case only are all kept`() async throws {
        let server = try server("HTTP/1.1 200 OK\r\nX-Tag: 1\r\nx-tag: 2\r\nX-TAG:3\r\nContent-Length: 0\r\n\r\n")
        let headers = try await transport.send(.get(server)).headers
        #expect(headers.values(for: "x-Tag") == ["1", "2", "3"])
        #expect(headers.prefix(3).map(\.name) == ["X-Tag", "x-tag", "X-TAG"])
    }

    @Test func `a cookie that is set isn't sent back`() async throws {
        let seen = Seen()
        let server = try LoopbackServer { request in
            seen.add(request)
            return HTTPResponse(headers: ["Set-Cookie": "session=1; Path=/"])
        }
        for _ in 0..<3 { #expect(try await transport.send(.get(server)).headers["Set-Cookie"] == "session=1; Path=/") }
        #expect(seen.requests.map { $0.headers["Cookie"] } == [nil, nil, nil])
    }

    @Test func `a response that may be kept is asked for again, and unconditionally`() async throws {
        let seen = Seen()
        let server = try LoopbackServer { request in
            seen.add(request)
            return HTTPResponse(
                headers: ["Cache-Control": "max-age=31536000, immutable", "ETag": "\"1\""], body: Data("\(seen.requests.count)".utf8))
        }
        for count in 1...3 { #expect(try await transport.send(.get(server)).body == Data("\(count)".utf8)) }
        #expect(seen.requests.allSatisfy { !$0.headers.contains("If-None-Match") })
    }

    @Test func `a header line of 90 KB is whole`() async throws {
        let server = try server("HTTP/1.1 200 OK\r\nX-Long: \(String(repeating: "a", count: 90_000))\r\nContent-Length: 0\r\n\r\n")
        #expect(try await transport.send(.get(server)).headers["X-Long"]?.utf8.count == 90_000)
    }

    @Test(arguments: ["X-Long: ", "", "HTTP/1.1 200 "])
    func `a header line too long for the engine is an error that says so`(_ start: String) async throws {
        let server = try server("HTTP/1.1 200 OK\r\n\(start)\(String(repeating: "a", count: 400_000))\r\nContent-Length: 0\r\n\r\n")
        let error = await failure { try await transport.send(.get(server)) }
        #expect(error?.code == .connection)
        #expect(reason(of: error) == .malformed)
        #expect(error?.message.contains("head") == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("memory") == false)
    }

    // Newer engines have a limit; none may lose some of them silently.
    @Test func `10,000 header lines are all there, or an error`() async throws {
        let fields = (0..<10_000).map { "X-\($0): \($0)\r\n" }.joined()
        let server = try server("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 0\r\n\r\n")
        do {
            let headers = try await transport.send(.get(server)).headers
            #expect(headers.count == 10_001)
            #expect(headers["X-9999"] == "9999")
        } catch let error as APIError {
            #expect(error.code == .connection)
        }
    }
}

/// The requests that a server was sent.
final class Seen: Sendable {
    private let state = Mutex<[HTTPRequest]>([])
    var requests: [HTTPRequest] { state.withLock { $0 } }
    func add(_ request: HTTPRequest) { state.withLock { $0.append(request) } }
}
