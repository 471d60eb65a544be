import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// Responses with an ambiguous end, and framing fields that a caller may not set.
@Suite struct ResponseHeadFramingTests {
    let transport = CurlTransport()

    private func server(_ answer: String) throws -> LoopbackServer {
        try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write(answer)
        })
    }

    @Test(arguments: [
        "Content-Length: 3\r\nContent-Length: 5", "Content-Length: 5\r\nContent-Length: 3", "Content-Length: 3, 5", "Content-Length: +3",
        "Content-Length: -0", "Content-Length: 0x3", "Content-Length: 3 3", "Content-Length:", "Content-Length: 3,",
        "Content-Length: 3\r\n 3",
        "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked, chunked",
        "Transfer-Encoding: deflate", "Transfer-Encoding: chunked\r\n , gzip", "Transfer-Encoding: identity\r\nContent-Length: 100",
        "Content-Length: 100\r\nTransfer-Encoding:", "Transfer-Encoding: identity", "Transfer-Encoding: ,\r\nContent-Length: 100",
    ])
    func `BodyFraming: a head that leaves the body's end open is malformed, whether buffered or streamed`(_ fields: String) async throws {
        let server = try server("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
        #expect(reason(of: await failure { try await transport.send(.get(server)) }) == .malformed)
        let streamed = await failure { try await transport.stream(.get(server)).body.collected(limit: 100) }
        #expect(reason(of: streamed) == .malformed)
    }

    @Test(arguments: [
        "HTTP/1.1 500 Oops\r\nX-Gone: 1\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nok", "HTTP/1.1 200 OK\r\nTransfer-Encoding\t: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
    ])
    func `BodyFraming: a head that two parsers would read differently is malformed`(_ answer: String) async throws {
        let server = try server(answer)
        #expect(reason(of: await failure { try await transport.send(.get(server)) }) == .malformed)
        let streamed = await failure { try await transport.stream(.get(server)).body.collected(limit: 100) }
        #expect(reason(of: streamed) == .malformed)
    }

    @Test func `BodyFraming: a repeated equal length is accepted`() async throws {
        let server = try server("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc")
        #expect(try await transport.send(.get(server)).body == Data("abc".utf8))
    }

    @Test(arguments: [0, 10, 400_000])
    func `BodyFraming: a switch to an unrequested protocol is malformed, whatever follows`(_ count: Int) async throws {
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n")
            try connection.write([UInt8](repeating: 65, count: count))
            connection.waitForClose()
        })
        #expect(reason(of: await failure { try await transport.send(.get(server)) }) == .malformed)
        #expect(reason(of: await failure { try await transport.stream(.get(server)) }) == .malformed)
    }

    @Test(arguments: [
        "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nLink: </s>\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n|X-Trailer: 1\r\n", "HTTP/1.1 200 OK\r\n|X-Field: 1\r\n",
    ])
    func `BodyFraming: endless heads, fields and trailers are an error`(_ answer: String) async throws {
        let parts = answer.split(separator: "|").map(String.init)
        let ended = Signal()
        let server = try LoopbackServer(raw: { connection in
            defer { ended.give() }
            _ = try connection.readRequest()
            if parts.count > 1 { try connection.write(parts[0]) }
            let many = Array(String(repeating: parts[parts.count - 1], count: 1000).utf8)
            while true { try connection.write(many) }
        })
        #expect(reason(of: await failure { try await transport.send(.get(server)) }) == .malformed)
        await ended.wait()
        let streamed = await failure { try await transport.stream(.get(server)).body.collected(limit: 100) }
        #expect(reason(of: streamed) == .malformed)
        await ended.wait()
    }

    @Test(arguments: ["0x3\r\nabc", "0.5\r\nabc", "3 5\r\nabc", "3_0\r\nabc", "3zz\r\nabc", "3;a\rb\r\nabc", "3\r\r\nabc"])
    func `BodyFraming: a chunk's size is followed by extensions or the end of its line`(chunk: String) async throws {
        let server = try server("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)\r\n0\r\n\r\n")
        #expect(reason(of: await failure { try await transport.send(.get(server)) }) == .malformed)
    }

    @Test(arguments: ["3", "003", "3;a=b", "3 ;a", "3 \t", "3;a=\"b\""])
    func `BodyFraming: a chunk may have extensions, and zeros before its size`(size: String) async throws {
        let server = try server("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\nabc\r\n0\r\n\r\n")
        #expect(try await transport.send(.get(server)).body == Data("abc".utf8))
    }

    @Test func `BodyFraming: a trailer that looks like a head is malformed, whether buffered or streamed`() async throws {
        let server = try server("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nHTTP/1.1 404: x\r\n\r\n")
        #expect(reason(of: await failure { try await transport.send(.get(server)) }) == .malformed)
        let streamed = await failure { try await transport.stream(.get(server)).body.collected(limit: 100) }
        #expect(reason(of: streamed) == .malformed)
    }

    @Test func `BodyFraming: a Content-Length equal to the body's is written once`() async throws {
        let server = try LoopbackServer { request in
            HTTPResponse(body: Data(request.headers.values(for: "Content-Length").joined(separator: "|").utf8))
        }
        let body = HTTPBodyEntity(contentType: nil, content: .data(Data("abc".utf8)))
        var request = HTTPRequest(method: .put, origin: server.origin, headers: ["content-length": "3"], body: body)
        #expect(try await transport.send(request).body == Data("3".utf8))
        request.body = nil
        request.headers = ["Content-Length": "0"]
        #expect(try await transport.send(request).body == Data("0".utf8))
    }
}
