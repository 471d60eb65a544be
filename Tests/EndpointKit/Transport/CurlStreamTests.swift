import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct CurlStreamTests {
    let transport = CurlTransport()

    @Test func `a body that ends too soon gives what came, and then the error`() async throws {
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
        })
        let stream = try await transport.stream(.get(server))
        #expect(stream.headers.map(\.name) == ["Content-Length"])
        var body = stream.body.makeAsyncIterator()
        #expect(try await body.next() == Data("abc".utf8))
        let error = await #expect(throws: APIError.self) { try await body.next() }
        #expect(reason(of: error) == .truncated)
    }

    @Test func `an error before the head is thrown where the stream is asked for`() async throws {
        let server = try LoopbackServer(raw: { connection in _ = try connection.readRequest() })
        let error = await failure { try await transport.stream(.get(server)).status }
        #expect(reason(of: error) == .disconnected)
    }

    // In a process of its own, as it looks at what the whole process holds.
    @Test func `a reader that stalls holds at most 2 MB, and the server is held back`() async throws {
        await #expect(processExitsWith: .success) { try await Self.stall() }
    }

    private static func stall() async throws {
        let total = 400 << 20
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
            let piece = [UInt8](repeating: 65, count: 64 << 10)
            for _ in 0..<(total / piece.count) { try connection.write(piece) }
        })
        let other = try LoopbackServer { _ in HTTPResponse(body: Data(repeating: 66, count: 1000)) }
        let transport = CurlTransport()
        for _ in 0..<2000 { _ = try await transport.send(.get(other)) }

        var body = try await transport.stream(.get(server)).body.makeAsyncIterator()
        var received = try await body.next()?.count ?? 0
        let before = residentBytes()
        // The engine turns thousands of times for others meanwhile: enough to take in everything, if it did.
        for _ in 0..<2000 { _ = try await transport.send(.get(other)) }
        try #require(residentBytes() - before < 2 << 20)
        while let piece = try await body.next() { received += piece.count }
        try #require(received == total)
    }

    @Test func `a stalled reader's silence is no timeout`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse(body: Data(repeating: 65, count: 8 << 20)) }
        var request = HTTPRequest.get(server)
        request.timeout = .seconds(2)
        var body = try await transport.stream(request).body.makeAsyncIterator()
        var received = try await body.next()?.count ?? 0
        // Another request's timeout passes meanwhile.
        let silent = try LoopbackServer(raw: { $0.onClose() })
        var other = HTTPRequest.get(silent)
        other.timeout = .milliseconds(2500)
        let error = await failure { [other] in try await transport.send(other) }
        #expect(error?.code == .timeout)
        while let piece = try await body.next() { received += piece.count }
        #expect(received == 8 << 20)
    }
}
