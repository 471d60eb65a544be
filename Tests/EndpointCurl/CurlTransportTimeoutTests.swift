import EndpointKit
import EndpointKitTesting
import Glibc
import TestSupport
import Testing

/// Two independent limits: one for making a connection, and one for silence on it. A SOCKS proxy makes the connection as slowly as a test
/// requires.
@Suite struct CurlTransportTimeoutTests {
    let transport = CurlTransport()

    private func request(
        through proxy: LoopbackServer, timeout: Duration, connectTimeout: Duration
    ) throws -> (HTTPRequest, TransferContext) {
        var policies = ClientPolicies.standard
        policies.connection.proxy = .url(try #require(URL(string: "socks5h://127.0.0.1:\(proxy.port)")))
        policies.connection.connectTimeout = connectTimeout
        let origin = try #require(Origin(scheme: .http, host: "api.example.com"))
        return (HTTPRequest(origin: origin, timeout: timeout), TransferContext(connection: policies.connection))
    }

    /// Returns after a wait that is longer than `duration`.
    private func waitLonger(than duration: Duration) async throws {
        let silent = try LoopbackServer(raw: { $0.waitForClose() })
        var request = HTTPRequest.get(silent)
        request.timeout = duration * 3
        let error = await failure { [request] in try await transport.send(request) }
        #expect(error?.code == .timeout)
    }

    @Test func `CurlTransport timeout: the time to connect isn't silence`() async throws {
        let (asked, mayConnect) = (Signal(), BlockingSignal())
        let proxy = try LoopbackServer(raw: { connection in
            _ = connection.read()
            asked.give()
            mayConnect.wait()
            try connection.acceptTunnel()
            guard let request = try connection.readRequest() else { return }
            try connection.write(HTTPResponse(body: Data("slow".utf8)), to: request)
        })
        let timeout = Duration.milliseconds(200)
        let (request, context) = try request(through: proxy, timeout: timeout, connectTimeout: .seconds(600))
        async let response = transport.send(request, in: context)
        await asked.wait()
        try await waitLonger(than: timeout)
        mayConnect.give()
        #expect(try await response.body == Data("slow".utf8))
    }

    @Test func `CurlTransport timeout: a head that arrives byte by byte isn't silence`() async throws {
        let head = "HTTP/1.1 200 OK\r\nX-Long: \(String(repeating: "x", count: 50))\r\nContent-Length: 0\r\n\r\n"
        let server = try LoopbackServer(raw: { connection in
            while try connection.readRequest() != nil {
                for byte in head.utf8 {
                    usleep(20_000)
                    try connection.write([byte])
                }
            }
        })
        var request = HTTPRequest.get(server)
        // A quarter of the time that the head takes.
        request.timeout = .milliseconds(20 * head.utf8.count / 4)
        for _ in 0..<2 { #expect(try await transport.send(request).status == .ok) }
    }

    @Test func `CurlTransport timeout: a head that never ends is an error, although its server is never silent`() async throws {
        let timeout = Duration.milliseconds(100)
        let server = try LoopbackServer(raw: { connection in
            guard try connection.readRequest() != nil else { return }
            // Five times as long as a head may take. It then ends, so that a transport that waits for it doesn't wait forever.
            try connection.write("HTTP/1.1 200 OK\r\nX: ")
            for _ in 0..<500 {
                usleep(10_000)
                try connection.write("x")
            }
            try connection.write("\r\nContent-Length: 0\r\n\r\n")
        })
        var request = HTTPRequest.get(server)
        request.timeout = timeout
        let error = await failure { [request] in try await transport.send(request) }
        #expect(error?.code == .timeout)
    }

    @Test(arguments: [false, true])
    func `CurlTransport timeout: trailers that never end are an error, although their server is never silent`(isStreamed: Bool) async throws
    {
        let server = try LoopbackServer(raw: { connection in
            guard try connection.readRequest() != nil else { return }
            // Five times as long as trailers may take. They then end, so that a transport that waits for them doesn't wait forever.
            try connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX: ")
            for _ in 0..<500 {
                usleep(10_000)
                try connection.write("x")
            }
            try connection.write("\r\n\r\n")
        })
        var request = HTTPRequest.get(server)
        request.timeout = .milliseconds(100)
        let error = await failure { [request] in
            if isStreamed {
                for try await _ in try await transport.stream(request).body {}
            } else {
                _ = try await transport.send(request)
            }
        }
        #expect(error?.code == .timeout)
    }

    @Test(arguments: [false, true])
    func `CurlTransport timeout: a response whose body is silent keeps its status and its fields`(isStreamed: Bool) async throws {
        let server = try LoopbackServer(raw: { connection in
            guard try connection.readRequest() != nil else { return }
            try connection.write("HTTP/1.1 500 Oops\r\nX-ID: 7\r\nContent-Length: 10\r\n\r\nab")
            connection.waitForClose()
        })
        var configuration = server.configuration
        configuration.requestTimeout = .milliseconds(100)
        configuration.policies.retry = .never
        let client = APIClient(configuration: configuration, transport: transport)
        let error = await failure {
            if isStreamed { _ = try await client.stream(.get("a")).value } else { _ = try await client.data(.get("a")).value }
        }
        #expect(error?.code == .timeout)
        #expect(error?.status == 500 && error?.response?.headers["X-ID"] == "7")
        #expect(error?.response?.body.isEmpty == true)
        #expect(error?.message.contains("500") == true)
    }

    @Test func `CurlTransport timeout: a stalled reader doesn't cause a timeout`() async throws {
        // More than the transport buffers for a reader, but less than the transport and the sockets buffer together. The bytes arrive with
        // the connection, so that a slow server doesn't count as silence.
        let body = Data(repeating: 65, count: 512 << 10)
        let proxy = try LoopbackServer(raw: { connection in
            _ = connection.read()
            try connection.acceptTunnel(sending: Data("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body)
            connection.waitForClose()
        })
        let timeout = Duration.milliseconds(100)
        let (request, context) = try request(through: proxy, timeout: timeout, connectTimeout: .seconds(600))
        let stream = try await transport.stream(request, in: context)
        try await waitLonger(than: timeout)
        #expect(try await stream.body.collected(limit: body.count) == body)
    }

    @Test func `CurlTransport timeout: the time to replace an idle connection that has ended isn't silence`() async throws {
        let (asked, ended, mayConnect, connections) = (Signal(), Signal(), BlockingSignal(), Counter())
        let proxy = try LoopbackServer(raw: { connection in
            let isFirst = connections.next() == 1
            _ = connection.read()
            if !isFirst {
                asked.give()
                mayConnect.wait()
            }
            try connection.acceptTunnel()
            guard let request = try connection.readRequest() else { return }
            try connection.write(HTTPResponse(body: Data("slow".utf8)), to: request)
            guard isFirst else { return }
            connection.endWriting()
            ended.give()
            connection.waitForClose()
        })
        let timeout = Duration.milliseconds(200)
        let (first, context) = try request(through: proxy, timeout: .seconds(600), connectTimeout: .seconds(600))
        _ = try await transport.send(first, in: context)
        await ended.wait()
        let (second, _) = try request(through: proxy, timeout: timeout, connectTimeout: .seconds(600))
        let response = Task {
            defer { asked.give() }
            return try await transport.send(second, in: context).body
        }
        await asked.wait()
        try await waitLonger(than: timeout)
        mayConnect.give()
        #expect(try await response.value == Data("slow".utf8))
        #expect(connections.count == 2)
    }

    @Test func `CurlTransport timeout: silence is detected in time even if connecting may take longer`() async throws {
        let proxy = try LoopbackServer(raw: { connection in
            _ = connection.read()
            try connection.acceptTunnel()
            connection.waitForClose()
        })
        let (request, context) = try request(through: proxy, timeout: .milliseconds(100), connectTimeout: .seconds(3600))
        let error = await failure { try await transport.send(request, in: context) }
        #expect(error?.code == .timeout)
        #expect(error?.message.contains("nothing was sent or received") == true)
    }

    @Test(arguments: [HTTPVersionPolicy.automatic, .http2])
    func `CurlTransport timeout: a server that stops reading a body is silent, however much is buffered on the way`(
        version: HTTPVersionPolicy
    ) async throws {
        let ended = BlockingSignal()
        defer { ended.give() }
        let began = Signal()
        let server = try LoopbackServer(raw: { connection in
            // The server stops reading.
            _ = connection.read()
            began.give()
            ended.wait()
        })
        let timeout = Duration.seconds(1)
        let body = HTTPBodyEntity(contentType: nil, content: .data(Data(count: 256 << 20)))
        let request = HTTPRequest(method: .post, origin: server.origin, body: body, timeout: timeout)
        var context = TransferContext()
        context.connection.httpVersion = version
        // Each records its own end, because under load a task that waits for that end may continue much later.
        let isInTime = Recorder<Bool>()
        let upload = Task { [context] in
            let error = await failure { try await transport.send(request, in: context) }
            isInTime.record(true)
            return error
        }
        await began.wait()
        let limit = Task {
            let silent = try LoopbackServer(raw: { $0.waitForClose() })
            var request = HTTPRequest.get(silent)
            // Much less than twice the timeout.
            request.timeout = timeout * 8 / 5
            _ = await failure { [request] in try await transport.send(request) }
            isInTime.record(false)
        }
        #expect(await upload.value?.code == .timeout)
        #expect(isInTime.values.first == true)
        limit.cancel()
    }

    @Test func `CurlTransport timeout: a pause in the request's body doesn't count as the server's silence`() async throws {
        let server = try LoopbackServer { request in
            guard case .data(let body)? = request.body?.content else { return HTTPResponse(status: 400) }
            return HTTPResponse(body: body)
        }
        let (chunks, continuation) = AsyncStream<Data>.makeStream()
        let timeout = Duration.milliseconds(200)
        let body = StreamBody(HTTPBodyStream(chunks)).entity()
        async let response = transport.send(HTTPRequest(method: .post, origin: server.origin, body: body, timeout: timeout))
        continuation.yield(Data("abc".utf8))
        try await waitLonger(than: timeout)
        continuation.yield(Data("def".utf8))
        continuation.finish()
        #expect(try await response.body == Data("abcdef".utf8))
    }

    @Test(arguments: ["Content-Length: 20\r\n\r\nok", "\r\n"])
    func `CurlTransport timeout: a server that stops during its response is silent, even if the body has nothing to send`(
        _ answer: String
    ) async throws {
        let server = try LoopbackServer(raw: { connection in
            var text = ""
            while !text.contains("abc") { text += String(decoding: connection.read(), as: UTF8.self) }
            try connection.write("HTTP/1.1 200 OK\r\n\(answer)")
            connection.onClose()
        })
        let (chunks, continuation) = AsyncStream<Data>.makeStream()
        continuation.yield(Data("abc".utf8))
        let body = StreamBody(HTTPBodyStream(chunks)).entity()
        let request = HTTPRequest(method: .post, origin: server.origin, body: body, timeout: .milliseconds(200))
        let error = await failure { try await transport.send(request) }
        #expect(error?.code == .timeout)
        #expect(error?.message.contains("nothing was sent or received") == true)
        continuation.finish()
    }

    @Test
    func `CurlTransport timeout: a connection that isn't established in time is a timeout, however long a silence is allowed`() async throws
    {
        let proxy = try LoopbackServer(raw: { $0.waitForClose() })
        let (request, context) = try request(through: proxy, timeout: .seconds(3600), connectTimeout: .milliseconds(100))
        let error = await failure { try await transport.send(request, in: context) }
        #expect(error?.code == .timeout)
        #expect(reason(of: error) == .timeout)
    }

    @Test func `CurlTransport timeout: a stalled TLS handshake counts as connecting`() async throws {
        let server = try LoopbackServer(raw: { $0.waitForClose() })
        var policies = ClientPolicies.standard
        policies.connection.connectTimeout = .milliseconds(100)
        let origin = try #require(Origin(scheme: .https, host: "127.0.0.1", port: server.port))
        let request = HTTPRequest(origin: origin, timeout: .seconds(3600))
        let context = TransferContext(connection: policies.connection)
        #expect(await failure { try await transport.send(request, in: context) }?.code == .timeout)
    }
}

extension LoopbackConnection {
    /// Completes a SOCKS5 handshake after its greeting, and then acts as the requested server.
    fileprivate func acceptTunnel(sending answer: Data = Data()) throws {
        try write([5, 0])
        _ = read()
        try write([5, 0, 0, 1, 0, 0, 0, 0, 0, 0] + answer)
    }
}
