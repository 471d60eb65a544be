import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct CurlUploadTests {
    let transport = CurlTransport()

    @Test func `a cancel while a stream has nothing to send closes the socket`() async throws {
        let started = Signal()
        let closed = Signal()
        let server = try LoopbackServer(raw: { connection in
            _ = connection.read()
            started.give()
            connection.onClose { closed.give() }
        })
        let (stream, continuation) = AsyncStream<Data>.makeStream()
        let entity = StreamBody(HTTPBodyStream(stream)).entity()
        continuation.yield(Data("abc".utf8))
        let request = HTTPRequest(method: .post, origin: server.origin, body: entity)
        let task = Task { try await transport.send(request) }
        await started.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await closed.wait()
        continuation.finish()
    }

    @Test func `an answer that comes before the body is through ends the call`() async throws {
        let server = try LoopbackServer(raw: { connection in
            // All that there is for now, so that the sender waits for more of it.
            var count = 0
            while count < 100_000 { count += connection.read().count }
            try connection.write("HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            connection.onClose()
        })
        let (stream, continuation) = AsyncStream<Data>.makeStream()
        continuation.yield(Data(repeating: 65, count: 100_000))
        let entity = StreamBody(HTTPBodyStream(stream)).entity()
        let response = try await transport.send(HTTPRequest(method: .post, origin: server.origin, body: entity))
        #expect(response.status == 413)
        continuation.finish()
    }

    @Test func `a body that is still sent is let go of with the stream of its answer, and its transport`() async throws {
        let (gone, closed) = (Signal(), BlockingSignal())
        let server = try LoopbackServer(raw: { connection in
            _ = connection.read()
            try connection.write("HTTP/1.1 200 OK\r\n\r\n")
            // It reads no more, so that the sender waits for room.
            closed.wait()
        })
        do {
            let transport = CurlTransport()
            let entity = StreamBody(HTTPBodyStream(Endless(gone: gone))).entity()
            let stream = try await transport.stream(HTTPRequest(method: .post, origin: server.origin, body: entity))
            #expect(stream.status == .ok)
        }
        await gone.wait()
        closed.give()
    }

    @Test func `100-continue is asked for only by the one who writes the field`() async throws {
        let server = try LoopbackServer { request in HTTPResponse(headers: ["X-Expect": request.headers["Expect"] ?? "none"]) }
        let entity = HTTPBodyEntity(contentType: nil, content: .data(Data(repeating: 65, count: 2_000_000)))
        var request = HTTPRequest(method: .put, origin: server.origin, body: entity)
        #expect(try await transport.send(request).headers["X-Expect"] == "none")
        request.headers["Expect"] = "100-continue"
        #expect(try await transport.send(request).headers["X-Expect"] == "100-continue")
    }
}

/// As many bytes as are asked for.
private struct Endless: AsyncSequence, Sendable {
    let gone: Signal

    func makeAsyncIterator() -> Iterator { Iterator(end: End(gone: gone)) }

    struct Iterator: AsyncIteratorProtocol {
        let end: End
        func next() async -> Data? { Data(repeating: 65, count: 1 << 20) }
    }

    final class End: Sendable {
        private let gone: Signal
        init(gone: Signal) { self.gone = gone }
        deinit { gone.give() }
    }
}
