import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct CurlUploadTests {
    let transport = CurlTransport()

    @Test func `Upload: a cancellation while a stream has nothing to send closes the socket`() async throws {
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
        let request = HTTPRequest(method: .post, origin: server.origin, body: entity, timeout: .seconds(600))
        let task = Task { try await transport.send(request) }
        await started.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await closed.wait()
        continuation.finish()
    }

    @Test func `Upload: a response before the end of the body ends the call`() async throws {
        let server = try LoopbackServer(raw: { connection in
            // Reads all bytes sent so far, so that the sender waits for more.
            var count = 0
            while count < 100_000 { count += connection.read().count }
            try connection.write("HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            connection.onClose()
        })
        let (stream, continuation) = AsyncStream<Data>.makeStream()
        continuation.yield(Data(repeating: 65, count: 100_000))
        let entity = StreamBody(HTTPBodyStream(stream)).entity()
        let response = try await transport.send(HTTPRequest(method: .post, origin: server.origin, body: entity, timeout: .seconds(600)))
        #expect(response.status == 413)
        continuation.finish()
    }

    @Test func `Upload: a complete response is delivered, even if the server stops reading the body`() async throws {
        let server = try LoopbackServer(raw: { connection in
            var count = 0
            while count < 100_000 { count += connection.read().count }
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone")
            connection.onClose()
        })
        let (stream, continuation) = AsyncStream<Data>.makeStream()
        continuation.yield(Data(repeating: 65, count: 100_000))
        let waiting = StreamBody(HTTPBodyStream(stream)).entity()
        let large = HTTPBodyEntity(contentType: nil, content: .data(Data(repeating: 65, count: 64 << 20)))
        for body in [waiting, large] {
            let request = HTTPRequest(method: .post, origin: server.origin, body: body, timeout: .milliseconds(500))
            let response = try await transport.send(request)
            #expect(response.status == 200 && response.body == Data("done".utf8))
        }
        continuation.finish()
    }

    @Test func `Upload: a body in flight is released when its response stream and its transport are released`() async throws {
        let (gone, closed) = (Signal(), BlockingSignal())
        let server = try LoopbackServer(raw: { connection in
            // Reads until the body has begun.
            var bytes: [UInt8] = []
            repeat { bytes += connection.read() } while bytes.firstRange(of: "\r\n\r\n".utf8)?.upperBound ?? bytes.count == bytes.count
            try connection.write("HTTP/1.1 200 OK\r\n\r\n")
            // The server stops reading, so that the sender waits for space.
            closed.wait()
        })
        do {
            let transport = CurlTransport()
            let entity = StreamBody(HTTPBodyStream(Endless(gone: gone))).entity()
            let stream = try await transport.stream(HTTPRequest(method: .post, origin: server.origin, body: entity, timeout: .seconds(600)))
            #expect(stream.status == .ok)
        }
        await gone.wait()
        closed.give()
    }

    @Test
    func `Upload: a stream that waits for more data is released when its transfer ends, even if the response is retained`() async throws {
        let server = try LoopbackServer(raw: { connection in
            var text = ""
            while !text.contains("abc") { text += String(decoding: connection.read(), as: UTF8.self) }
            try connection.write("HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno")
            connection.waitForClose()
        })
        let source = Unfinished()
        let entity = StreamBody(HTTPBodyStream(source)).entity()
        let stream = try await transport.stream(HTTPRequest(method: .post, origin: server.origin, body: entity, timeout: .seconds(600)))
        var body = stream.body.makeAsyncIterator()
        while (try? await body.next()) != nil {}
        await source.gone.wait()
        #expect(stream.status == 413)
        _ = try? await body.next()
    }

    @Test func `Upload: a one-time stream can still be sent after a failed connection`() async throws {
        let server = try LoopbackServer { request in
            guard case .data(let body)? = request.body?.content else { return HTTPResponse(status: 400) }
            return HTTPResponse(body: body)
        }
        let port = try RefusingPort()
        let (chunks, continuation) = AsyncStream<Data>.makeStream()
        continuation.yield(Data("once".utf8))
        continuation.finish()
        let entity = StreamBody(HTTPBodyStream(chunks)).entity()
        for _ in 0..<2 {
            let refused = await failure { try await transport.send(HTTPRequest(method: .put, origin: port.origin, body: entity)) }
            #expect(reason(of: refused) == .connect)
        }
        #expect(
            try await transport.send(HTTPRequest(method: .put, origin: server.origin, body: entity, timeout: .seconds(600))).body
                == Data("once".utf8))
        let again = await failure {
            try await transport.send(HTTPRequest(method: .put, origin: server.origin, body: entity, timeout: .seconds(600)))
        }
        #expect(again?.code == .bodyEncoding)
        #expect(server.acceptedCount == 1)
    }

    @Test(arguments: [true, false])
    func `Upload: a call with a one-time stream is retried until the first read of the stream`(isReachable: Bool) async throws {
        let server = try LoopbackServer(raw: { connection in
            guard try connection.readRequest() != nil, isReachable else { return }
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        })
        let port = try RefusingPort()
        let attempts = Counter()
        var policies = ClientPolicies.standard
        policies.retry = RetryPolicy(backoff: Backoff(initial: .milliseconds(1), maximum: .milliseconds(1)))
        let client = APIClient(
            configuration: server.configuration(policies: policies), transport: transport,
            adapters: [
                AnyAdapter { [port] request in
                    // The first attempt goes to a port on which nothing listens.
                    if attempts.next() == 1 { request.origin = port.origin }
                }
            ])
        let (chunks, continuation) = AsyncStream<Data>.makeStream()
        continuation.yield(Data("once".utf8))
        continuation.finish()
        let call = client.call(.put("x", body: .stream(chunks)))
        if isReachable {
            _ = try await call.value
        } else {
            #expect(reason(of: await failure { try await call.value }) == .disconnected)
        }
        #expect(attempts.count == 2)
    }

    @Test func `Upload: 100-continue is requested only if the caller sets the field`() async throws {
        let server = try LoopbackServer { request in HTTPResponse(headers: ["X-Expect": request.headers["Expect"] ?? "none"]) }
        let entity = HTTPBodyEntity(contentType: nil, content: .data(Data(repeating: 65, count: 2_000_000)))
        var request = HTTPRequest(method: .put, origin: server.origin, body: entity, timeout: .seconds(600))
        #expect(try await transport.send(request).headers["X-Expect"] == "none")
        request.headers["Expect"] = "100-continue"
        #expect(try await transport.send(request).headers["X-Expect"] == "100-continue")
    }
}

/// A body without an end.
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

/// Three bytes, and then more that never arrive.
private struct Unfinished: AsyncSequence, Sendable {
    /// Signaled when its reader is released.
    let gone = Signal()
    private let chunks = AsyncStream<Data>.makeStream()

    func makeAsyncIterator() -> Iterator {
        chunks.continuation.yield(Data("abc".utf8))
        return Iterator(chunks: chunks.stream.makeAsyncIterator(), end: End(gone: gone))
    }

    struct Iterator: AsyncIteratorProtocol {
        var chunks: AsyncStream<Data>.Iterator
        let end: End
        mutating func next() async -> Data? { await chunks.next(isolation: #isolation) }
    }

    final class End: Sendable {
        private let gone: Signal
        init(gone: Signal) { self.gone = gone }
        deinit { gone.give() }
    }
}
