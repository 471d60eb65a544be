import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// HTTP/1.1 responses that are complete before their requests are.
@Suite struct EarlyAnswerTests {
    let transport = CurlTransport()

    private static let whole = [
        "413 Too Large\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n", "413 Too Large\r\nContent-Length: 2\r\n\r\nno",
        "204 No Content\r\n\r\n",
    ]

    private func post(_ server: LoopbackServer, timeout: Duration = .seconds(600)) -> HTTPRequest {
        let body = HTTPBodyEntity(contentType: nil, content: .data(Data(repeating: 65, count: 16 << 20)))
        return HTTPRequest(method: .post, origin: server.origin, body: body, timeout: timeout)
    }

    /// Reads a part of the request, and answers.
    private func server(_ answer: String, then end: @escaping @Sendable (LoopbackConnection) -> Void) throws -> LoopbackServer {
        try LoopbackServer(raw: { connection in
            var count = 0
            while count < 100_000 { count += connection.read().count }
            try connection.write("HTTP/1.1 \(answer)")
            end(connection)
        })
    }

    @Test(arguments: whole) func `Early response: it is delivered if the server stops reading`(_ answer: String) async throws {
        let server = try server(answer) { $0.onClose() }
        let response = try await transport.send(post(server, timeout: .milliseconds(300)))
        #expect(response.body == Data((answer.hasPrefix("204") ? "" : "no").utf8))
    }

    @Test(arguments: whole) func `Early response: it is delivered if the server then closes the connection`(_ answer: String) async throws {
        let server = try server(answer) { connection in
            connection.endWriting()
            connection.waitForClose()
        }
        for _ in 0..<5 {
            let response = try await transport.send(post(server))
            #expect(response.body == Data((answer.hasPrefix("204") ? "" : "no").utf8))
        }
    }

    @Test(arguments: [true, false])
    func `Early response: a partial response isn't delivered, whatever length it states`(isReset: Bool) async throws {
        let server = try server("200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n") {
            if isReset { $0.reset() } else { $0.onClose() }
        }
        let error = await failure { try await transport.send(post(server, timeout: .milliseconds(300))) }
        #expect(error?.code == (isReset ? .connection : .timeout))
    }

    @Test func `Early response: bytes after the last chunk aren't taken for the next response`() async throws {
        let connections = Counter()
        let server = try LoopbackServer(raw: { connection in
            connections.next()
            while try connection.readRequest() != nil {
                let answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nmine\r\n0\r\n\r\n"
                try connection.write(answer + "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nFORGED")
            }
        })
        for _ in 0..<4 { #expect(try await transport.send(.get(server)).body == Data("mine".utf8)) }
        #expect(connections.count == 4)
    }

    // A file in /proc has content, although its size is 0.
    @Test func `Early response: a body that is announced as empty but has bytes fails the call`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse() }
        let stream = HTTPBodyStream(
            length: 0,
            making: {
                AsyncStream<Data> {
                    $0.yield(Data(count: 10)); $0.finish()
                }
            })
        for content in [HTTPBodyEntity.Content.stream(stream), .file(URL(filePath: "/proc/self/status"))] {
            let body = HTTPBodyEntity(contentType: nil, content: content)
            let request = HTTPRequest(method: .put, origin: server.origin, body: body, timeout: .seconds(600))
            #expect(await failure { try await transport.send(request) }?.code == .bodyEncoding)
        }
        let empty = HTTPBodyEntity(
            contentType: nil, content: .stream(HTTPBodyStream(length: 0, making: { AsyncStream<Data> { $0.finish() } })))
        let request = HTTPRequest(method: .put, origin: server.origin, body: empty, timeout: .seconds(600))
        #expect(try await transport.send(request).status == .ok)
    }

    @Test func `Early response: a part of an encoded body stays encoded, but a page of rows is decoded`() async throws {
        let coded = try #require(Data(base64Encoded: "H4sIAAAAAAACA0tMSgYAwkEkNQMAAAA="))
        for (range, isCoded) in [("bytes 0-22/100", true), ("0-24/3572000", false), ("bytes 0-22/23", false), (nil, false)] {
            let server = try LoopbackServer { _ in
                HTTPResponse(status: 206, headers: ["Content-Encoding": "gzip", "Content-Range": range], body: coded)
            }
            #expect(try await transport.send(.get(server)).body == (isCoded ? coded : Data("abc".utf8)), "\(range)")
        }
    }
}
