import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// Rare responses, and actions that a client must not take by itself.
@Suite struct ResponseHeadOddTests {
    let transport = CurlTransport()

    /// Answers every request of every connection with the same bytes.
    private func server(_ answer: String) throws -> LoopbackServer {
        try LoopbackServer(raw: { connection in
            while try connection.readRequest() != nil { try connection.write(answer) }
        })
    }

    @Test func `ResponseHead: trailers after the chunks are skipped, and the connection is reused`() async throws {
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

    @Test func `ResponseHead: a cacheable response is requested again, unconditionally`() async throws {
        let server = try RecordingServer { _ in HTTPResponse(headers: ["Cache-Control": "max-age=31536000, immutable", "ETag": "\"1\""]) }
        for _ in 1...3 { #expect(try await transport.send(.get(server)).status == .ok) }
        #expect(server.requests.count == 3)
        #expect(server.requests.allSatisfy { !$0.headers.contains("If-None-Match") })
    }

    @Test func `ResponseHead: a header line of 90 KB is complete`() async throws {
        let server = try server("HTTP/1.1 200 OK\r\nX-Long: \(String(repeating: "a", count: 90_000))\r\nContent-Length: 0\r\n\r\n")
        #expect(try await transport.send(.get(server)).headers["X-Long"]?.utf8.count == 90_000)
    }

    @Test(arguments: ["X-Long: ", "", "HTTP/1.1 200 "])
    func `ResponseHead: a header line too long for the engine is an error that says so`(_ start: String) async throws {
        let server = try server("HTTP/1.1 200 OK\r\n\(start)\(String(repeating: "a", count: 400_000))\r\nContent-Length: 0\r\n\r\n")
        let error = await failure { try await transport.send(.get(server)) }
        #expect(error?.code == .connection)
        #expect(reason(of: error) == .malformed)
        #expect(error?.message.contains("head") == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("memory") == false)
    }

    // Newer engines have a limit. No engine may lose lines silently.
    @Test func `ResponseHead: 10,000 header lines are complete, or an error`() async throws {
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
