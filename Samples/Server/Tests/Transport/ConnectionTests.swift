import EndpointKit
import EndpointKitAsyncHTTPClient
import EndpointKitTesting
import Foundation
import NIOHTTP2
import Synchronization
import Testing

/// Faults of servers and connections that AsyncHTTPClient alone wouldn't survive or notice, or after which it wouldn't repeat a request.
@Suite struct ConnectionTests {
    private let transport = AsyncHTTPClientTransport()

    private func failure(_ body: () async throws -> Void) async -> TransportFailure.Reason? {
        do {
            try await body()
            return nil
        } catch {
            return ((error as? APIError)?.underlying as? TransportFailure)?.reason
        }
    }

    @Test(arguments: ["099", "000"])
    func `AsyncHTTPClientTransport: a status below 100 is an error`(_ status: String) async throws {
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.1 \(status) X\r\nContent-Length: 3\r\n\r\nabc")
            connection.waitForClose()
        })
        #expect(await failure { _ = try await transport.send(HTTPRequest(origin: server.origin)) } == .malformed)
        #expect(await failure { _ = try await transport.stream(HTTPRequest(origin: server.origin)) } == .malformed)
    }

    /// A body that doesn't end before it is released.
    private struct Upload {
        let body: HTTPBodyEntity
        private let chunk: AsyncStream<Data>.Continuation

        init() {
            let (chunks, chunk) = AsyncStream<Data>.makeStream()
            chunk.yield(Data("a".utf8))
            body = HTTPBodyEntity(contentType: nil, content: .stream(HTTPBodyStream(chunks)))
            self.chunk = chunk
        }
    }

    @Test(arguments: ["Content-Length: 0\r\n\r\n", "Content-Length: 3\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"])
    func `AsyncHTTPClientTransport: a refusal is delivered even if the upload hasn't ended`(_ rest: String) async throws {
        let server = try LoopbackServer(raw: { connection in
            _ = connection.read()
            try connection.write("HTTP/1.1 413 X\r\n\(rest)")
            connection.waitForClose()
        })
        let upload = Upload()
        let response = try await transport.send(
            HTTPRequest(method: .post, origin: server.origin, body: upload.body, timeout: .seconds(60)))
        #expect(response.status == 413 && response.body.count == (rest.contains("abc") ? 3 : 0))
        withExtendedLifetime(upload) {}
    }

    @Test func `AsyncHTTPClientTransport: the end of a refusal's body may arrive late`() async throws {
        let wasRead = DispatchSemaphore(value: 0)
        let server = try LoopbackServer(raw: { connection in
            _ = connection.read()
            try connection.write("HTTP/1.1 413 X\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
            wasRead.wait()
            try connection.write("0\r\n\r\n")
            connection.waitForClose()
        })
        let upload = Upload()
        let stream = try await transport.stream(
            HTTPRequest(method: .post, origin: server.origin, body: upload.body, timeout: .seconds(60)))
        var bytes = stream.body.makeAsyncIterator()
        #expect(try await bytes.next() == Data("abc".utf8))
        wasRead.signal()
        #expect(try await bytes.next() == nil)
        withExtendedLifetime(upload) {}
    }

    @Test func `AsyncHTTPClientTransport: an interim head restarts the timeout`() async throws {
        let server = try LoopbackServer(raw: { connection in
            guard let request = try connection.readRequest() else { return }
            // The sum of these intervals is longer than the timeout.
            for _ in 1...12 {
                try connection.write("HTTP/1.1 102 Processing\r\n\r\n")
                Thread.sleep(forTimeInterval: 0.5)
            }
            try connection.write(HTTPResponse(), to: request)
        })
        let response = try await transport.send(HTTPRequest(origin: server.origin, timeout: .seconds(5)))
        #expect(response.status == 200)
    }

    @Test(arguments: [(Duration.seconds(1), Duration.seconds(600)), (.seconds(600), .milliseconds(50))])
    func `AsyncHTTPClientTransport: after the head of a stream, the timeout for its body applies`(
        timeout: Duration, bodyTimeout: Duration
    ) async throws {
        let isOver = DispatchSemaphore(value: 0)
        let server = try LoopbackServer(raw: { connection in
            guard try connection.readRequest() != nil else { return }
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\na")
            isOver.wait()
            try connection.write("bc")
        })
        var context = TransferContext()
        context.bodyTimeout = bodyTimeout
        let stream = try await transport.stream(HTTPRequest(origin: server.origin, timeout: timeout), in: context)
        if bodyTimeout < timeout {
            defer { isOver.signal() }
            let error = await #expect(throws: APIError.self) { try await stream.body.collected(limit: 3) }
            #expect(error?.code == .timeout)
            return
        }
        // Returns after a silence that is longer than the request's timeout.
        let silent = try LoopbackServer(raw: { $0.waitForClose() })
        #expect(await failure { _ = try await transport.send(HTTPRequest(origin: silent.origin, timeout: timeout * 3)) } == .timeout)
        isOver.signal()
        #expect(try await stream.body.collected(limit: 3) == Data("abc".utf8))
    }

    @Test func `AsyncHTTPClientTransport: a request that needs a new connection gets one`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse() }
        var context = TransferContext()
        for (needsNewConnection, count) in [(false, 1), (false, 1), (true, 2), (false, 2)] {
            context.needsNewConnection = needsNewConnection
            #expect(try await transport.send(HTTPRequest(origin: server.origin), in: context).status == 200)
            #expect(server.acceptedCount == count)
        }
    }

    @Test func `AsyncHTTPClientTransport: a GET that a reused connection loses fails, and isn't sent again`() async throws {
        let first = Mutex(0)
        let last = DispatchSemaphore(value: 0)
        let server = try LoopbackServer(raw: { connection in
            guard let request = try connection.readRequest() else { return }
            // The first three are answered together, each on its own connection.
            if request.path == "/first" {
                let count = first.withLock { count in
                    count += 1
                    return count
                }
                if count == 3 { last.signal() }
                last.wait()
                last.signal()
            }
            try connection.write(HTTPResponse(), to: request)
            // The next request on this connection is lost.
            _ = try connection.readRequest()
        })
        let request = HTTPRequest(origin: server.origin, path: "/first")
        try await withThrowingTaskGroup { group in
            for _ in 1...3 { group.addTask { try await transport.send(request).status } }
            for try await status in group { #expect(status == 200) }
        }
        await #expect(throws: APIError.self) { try await transport.send(HTTPRequest(origin: server.origin, path: "/second")) }
        #expect(server.acceptedCount == 3)
    }

    @Test(arguments: [10_000, 70_000, 500_000])
    func `AsyncHTTPClientTransport: a head may be larger than what a connection buffers`(_ size: Int) async throws {
        let server = try LoopbackServer { HTTPResponse(body: Data("\($0.headers["X-Large"]?.utf8.count ?? 0)".utf8)) }
        for body in [nil, HTTPBodyEntity.data(Data("a".utf8))] {
            let headers: HTTPHeaders = ["X-Large": String(repeating: "a", count: size)]
            let response = try await transport.send(
                HTTPRequest(method: body == nil ? .get : .post, origin: server.origin, headers: headers, body: body))
            // The loopback server refuses heads of more than 64 KB.
            #expect(response.status == (size > 64 << 10 ? 431 : 200))
        }
    }

    // MARK: HTTP/2

    private func context() throws -> (TransferContext, file: URL) {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pem")
        try NIOServer.certificate.write(to: file, atomically: false, encoding: .utf8)
        var context = TransferContext(wantsMetrics: true)
        context.connection.tls.certificateAuthorities = file
        return (context, file)
    }

    private func withServer(
        settings: HTTP2Settings = [], later: HTTP2Settings? = nil, _ script: @escaping HTTP2Server.Script,
        _ body: (HTTP2Server, Origin, TransferContext) async throws -> Void
    ) async throws {
        let server = try await HTTP2Server(settings, later: later, script)
        let (context, file) = try context()
        defer { try? FileManager.default.removeItem(at: file) }
        try await body(server, #require(Origin(scheme: .https, host: "127.0.0.1", port: server.port)), context)
        try await server.close()
    }

    @Test func `AsyncHTTPClientTransport: HTTP/2 reports its version, and whether the connection was used before`() async throws {
        try await withServer({ _, _ in [HTTP2Server.head("200"), HTTP2Server.data("ok")] }) { _, origin, context in
            for isReused in [false, true] {
                let response = try await transport.send(HTTPRequest(origin: origin), in: context)
                #expect(response.body == Data("ok".utf8) && response.metrics?.httpVersion == .http2)
                #expect(response.metrics?.isConnectionReused == isReused)
            }
        }
    }

    @Test(arguments: ["20", "99", "099", "000"])
    func `AsyncHTTPClientTransport: a status below 100 is an error in HTTP/2, too`(_ status: String) async throws {
        try await withServer({ _, _ in [HTTP2Server.head(status), HTTP2Server.data("abc")] }) { _, origin, context in
            #expect(await failure { _ = try await transport.send(HTTPRequest(origin: origin), in: context) } == .malformed)
        }
    }

    @Test func `AsyncHTTPClientTransport: endless interim heads are an error in HTTP/2, too`() async throws {
        let heads = (0...1000).map { _ in HTTP2Server.head("103") }
        try await withServer({ _, _ in heads }) { _, origin, context in
            #expect(await failure { _ = try await transport.send(HTTPRequest(origin: origin), in: context) } == .malformed)
        }
    }

    @Test func `AsyncHTTPClientTransport: a request that HTTP/2 refuses is sent again, whatever its method`() async throws {
        let refusal = HTTP2Server.Payload.rstStream(.refusedStream)
        try await withServer({ _, number in number == 0 ? [refusal] : [HTTP2Server.head("200"), HTTP2Server.data("ok")] }) {
            server, origin, context in
            let request = HTTPRequest(method: .post, origin: origin, body: .data(Data("a".utf8)))
            let response = try await transport.send(request, in: context)
            #expect(response.status == 200)
            #expect(server.requests.count == 2)
        }
        try await withServer({ _, _ in [refusal] }) { server, origin, context in
            #expect(await failure { _ = try await transport.send(HTTPRequest(origin: origin), in: context) } == .disconnected)
            #expect(server.requests.count == 6)
        }
    }

    @Test(arguments: [HTTP2ErrorCode.internalError, .cancel, .enhanceYourCalm])
    func `AsyncHTTPClientTransport: a request whose HTTP/2 stream is reset fails, and isn't sent again`(_ code: HTTP2ErrorCode) async throws
    {
        try await withServer({ _, _ in [.rstStream(code)] }) { server, origin, context in
            #expect(await failure { _ = try await transport.send(HTTPRequest(origin: origin), in: context) } == .disconnected)
            #expect(server.requests.count == 1)
        }
        try await withServer({ _, _ in [HTTP2Server.head("200"), .rstStream(code)] }) { _, origin, context in
            #expect(await failure { _ = try await transport.send(HTTPRequest(origin: origin), in: context) } == .truncated)
        }
    }

    @Test func `AsyncHTTPClientTransport: a request fails if its HTTP/2 connection goes away`() async throws {
        try await withServer({ _, _ in [.goAway(lastStreamID: .rootStream, errorCode: .noError, opaqueData: nil)] }) { _, origin, context in
            let request = HTTPRequest(method: .post, origin: origin, body: .data(Data("a".utf8)))
            #expect(await failure { _ = try await transport.send(request, in: context) } == .disconnected)
        }
    }

    @Test func `AsyncHTTPClientTransport: a request that its full connection can't send times out`() async throws {
        let script: HTTP2Server.Script = { path, _ in
            path == "/" ? [HTTP2Server.head("200"), HTTP2Server.data("ok")] : [.windowUpdate(windowSizeIncrement: 1 << 30)]
        }
        try await withServer(script) { server, origin, context in
            var context = context
            context.connection.connectTimeout = .seconds(3)
            _ = try await transport.send(HTTPRequest(origin: origin), in: context)
            let body = HTTPBodyEntity.data(Data(count: 64 << 20))
            let post = HTTPRequest(method: .post, origin: origin, path: "/full", body: body, timeout: .seconds(3600))
            let upload = Task { [context] in try await transport.send(post, in: context) }
            while server.requests.count < 2 { await Task.yield() }
            // The first of these requests may still be sent.
            for _ in 1...2 {
                let request = HTTPRequest(origin: origin, timeout: .milliseconds(300))
                #expect(await failure { _ = try await transport.send(request, in: context) } == .timeout)
            }
            upload.cancel()
            _ = await upload.result
        }
    }

    @Test(arguments: ["200", "413"])
    func `AsyncHTTPClientTransport: a response to an unfinished upload ends the stream`(_ status: String) async throws {
        let settings = [HTTP2Setting(parameter: .maxConcurrentStreams, value: 2)]
        let script: HTTP2Server.Script = { path, _ in
            if path == "/text" { return [HTTP2Server.head(status), HTTP2Server.data("text")] }
            // The server resets a stream that it doesn't want to read.
            return [HTTP2Server.head(status, ends: true), .rstStream(.noError)]
        }
        try await withServer(settings: settings, script) { server, origin, context in
            for path in ["/text", "/empty"] as [Path] {
                // A stream that stayed open would block the third request.
                for _ in 1...4 {
                    let upload = Upload()
                    let request = HTTPRequest(method: .post, origin: origin, path: path, body: upload.body, timeout: .seconds(60))
                    let response = try await transport.send(request, in: context)
                    #expect("\(response.status.rawValue)" == status && response.body.count == (path == "/empty" ? 0 : 4))
                    withExtendedLifetime(upload) {}
                }
            }
            #expect(server.requests.count == 8)
        }
    }

    @Test(arguments: [nil, HTTP2ErrorCode.refusedStream, .cancel])
    func `AsyncHTTPClientTransport: a connection may be lost while many requests begin`(
        _ code: HTTP2ErrorCode?
    ) async throws {
        let script: HTTP2Server.Script = { _, number in
            number % 7 < 3
                ? [HTTP2Server.head("200"), HTTP2Server.data("ok")]
                : [code.map { .rstStream($0) } ?? .goAway(lastStreamID: .rootStream, errorCode: .noError, opaqueData: nil)]
        }
        try await withServer(script) { server, origin, context in
            for _ in 1...8 {
                await withTaskGroup { group in
                    for _ in 1...10 { group.addTask { _ = try? await transport.send(HTTPRequest(origin: origin), in: context) } }
                }
            }
            // The transport repeats no lost request, but each round's first request reaches the server.
            #expect(server.requests.count >= 8)
        }
    }

    @Test func `AsyncHTTPClientTransport: a connection's first settings may be followed by others`() async throws {
        func streams(_ count: Int) -> HTTP2Settings { [HTTP2Setting(parameter: .maxConcurrentStreams, value: count)] }
        for _ in 1...10 {
            try await withServer(settings: streams(10), later: streams(5), { _, _ in [HTTP2Server.head("200"), HTTP2Server.data("ok")] }) {
                _, origin, context in
                let response = try await AsyncHTTPClientTransport().send(HTTPRequest(origin: origin), in: context)
                #expect(response.status == 200)
            }
        }
    }
}
