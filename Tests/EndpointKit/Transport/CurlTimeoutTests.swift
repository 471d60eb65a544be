import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// Two bounds that have nothing to do with each other: for making a connection, and for silence on it. A SOCKS proxy makes the
/// connection as slowly as a test wants it.
@Suite struct CurlTimeoutTests {
    let transport = CurlTransport()

    private func request(through proxy: LoopbackServer, timeout: Duration, connectTimeout: Duration) throws -> HTTPRequest {
        var policies = ClientPolicies.standard
        policies.proxy = .url(try #require(URL(string: "socks5h://127.0.0.1:\(proxy.port)")))
        policies.connectTimeout = connectTimeout
        let origin = try #require(Origin(scheme: .http, host: "api.example.com"))
        return HTTPRequest(origin: origin, timeout: timeout, policies: policies)
    }

    /// The end of a wait that is longer than `duration`.
    private func waitLonger(than duration: Duration) async throws {
        let silent = try LoopbackServer(raw: { $0.waitForClose() })
        var request = HTTPRequest.get(silent)
        request.timeout = duration * 3
        let error = await failure { [request] in try await transport.send(request) }
        #expect(error?.code == .timeout)
    }

    @Test func `the time that a connection takes is no silence`() async throws {
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
        let request = try request(through: proxy, timeout: timeout, connectTimeout: .seconds(600))
        async let response = transport.send(request)
        await asked.wait()
        try await waitLonger(than: timeout)
        mayConnect.give()
        #expect(try await response.body == Data("slow".utf8))
    }

    @Test func `a stalled reader's silence is no timeout`() async throws {
        // More than the transport takes in for a reader, and less than that and the sockets hold. It comes with the connection, so that the
        // server's own slowness is no silence.
        let body = Data(repeating: 65, count: 512 << 10)
        let proxy = try LoopbackServer(raw: { connection in
            _ = connection.read()
            try connection.acceptTunnel(sending: Data("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body)
            connection.waitForClose()
        })
        let timeout = Duration.milliseconds(100)
        let stream = try await transport.stream(try request(through: proxy, timeout: timeout, connectTimeout: .seconds(600)))
        try await waitLonger(than: timeout)
        #expect(try await stream.body.collected(limit: body.count) == body)
    }

    @Test func `silence is noticed in time where making the connection may take longer`() async throws {
        let proxy = try LoopbackServer(raw: { connection in
            _ = connection.read()
            try connection.acceptTunnel()
            connection.waitForClose()
        })
        let request = try request(through: proxy, timeout: .milliseconds(100), connectTimeout: .seconds(3600))
        let error = await failure { try await transport.send(request) }
        #expect(error?.code == .timeout)
        #expect(error?.message.contains("nothing was sent or received") == true)
    }

    @Test func `a connection that isn't made in time is a timeout, however much silence is allowed`() async throws {
        let proxy = try LoopbackServer(raw: { $0.waitForClose() })
        let request = try request(through: proxy, timeout: .seconds(3600), connectTimeout: .milliseconds(100))
        let error = await failure { try await transport.send(request) }
        #expect(error?.code == .timeout)
        #expect(reason(of: error) == .timeout)
    }

    @Test func `a TLS handshake that stops is part of making the connection`() async throws {
        let server = try LoopbackServer(raw: { $0.waitForClose() })
        var policies = ClientPolicies.standard
        policies.connectTimeout = .milliseconds(100)
        let origin = try #require(Origin(scheme: .https, host: "127.0.0.1", port: server.port))
        let request = HTTPRequest(origin: origin, timeout: .seconds(3600), policies: policies)
        #expect(await failure { try await transport.send(request) }?.code == .timeout)
    }
}

extension LoopbackConnection {
    /// Goes through with a SOCKS5 handshake whose greeting was read, and is the server that was asked for from then on.
    fileprivate func acceptTunnel(sending answer: Data = Data()) throws {
        try write([5, 0])
        _ = read()
        try write([5, 0, 0, 1, 0, 0, 0, 0, 0, 0] + answer)
    }
}
