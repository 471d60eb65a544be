import EndpointConformance
import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// The versions without TLS. `TLSPolicyScriptedTests` tests the choice in the TLS handshake, and `.ci/http-versions` every version.
@Suite struct HTTPVersionTests {
    let transport = CurlTransport()

    private func speaking(_ version: HTTPVersionPolicy) -> TransferContext {
        var context = TransferContext(wantsMetrics: true)
        context.connection.httpVersion = version
        return context
    }

    @Test func `HTTPVersionPolicy: HTTP/2 needs no TLS and no upgrade, and the response and its metrics are complete`() async throws {
        let server = try HTTP2Server()
        let response = try await transport.send(.get(server.loopback), in: speaking(.http2))
        #expect(response.status == .ok)
        #expect(response.headers["x-name"] == "value")
        #expect(response.body == Data("hello".utf8))
        #expect(response.metrics?.httpVersion == .http2)
        let stream = try await transport.stream(.get(server.loopback), in: speaking(.http2))
        #expect(stream.metrics?.httpVersion == .http2)
        #expect(try await stream.body.collected(limit: 100) == Data("hello".utf8))
        #expect(server.beginnings.values == ["PRI * HTTP/2.0"])
    }

    @Test func `HTTPVersionPolicy: requests of every kind share an HTTP/2 connection, even with unread frames on it`() async throws {
        let (answered, pinged) = (BlockingSignal(), Signal())
        let server = try HTTP2Server(then: { connection in
            answered.wait()
            try connection.write(HTTP2Server.Frame(.ping, Array(repeating: 0, count: 8)).bytes)
            pinged.give()
        })
        let body = HTTPBodyEntity(contentType: nil, content: .data(Data("abc".utf8)))
        for method: HTTPMethod in [.get, .post, .put, .get, .patch] {
            var request = HTTPRequest.get(server.loopback)
            request.method = method
            request.body = method == .get ? nil : body
            let response = try? await transport.send(request, in: speaking(.http2))
            #expect(response?.body == Data("hello".utf8))
            answered.give()
            await pinged.wait()
        }
        #expect(server.loopback.acceptedCount == 1)
    }

    @Test func `HTTPVersionPolicy: a request shares the connection of a stream whose body is still unread`() async throws {
        let server = try HTTP2Server({ stream in
            var frames = HTTP2Server.Frame.answer(stream: stream)
            // More than the engine reads ahead.
            let part = HTTP2Server.Frame(.data, stream: stream, [UInt8](repeating: 65, count: 16_000))
            if stream == 1 { frames.insert(contentsOf: Array(repeating: part, count: 100), at: 1) }
            return frames
        })
        let stream = try await transport.stream(.get(server.loopback), in: speaking(.http2))
        let second = HTTPRequest(origin: server.loopback.origin, timeout: .seconds(600))
        let response = try await transport.send(second, in: speaking(.http2))
        #expect(response.body == Data("hello".utf8))
        #expect(server.loopback.acceptedCount == 1)
        withExtendedLifetime(stream) {}
    }

    @Test(arguments: [HTTPVersionPolicy.automatic, .http1])
    func `HTTPVersionPolicy: without TLS, no upgrade is requested`(version: HTTPVersionPolicy) async throws {
        let server = try RecordingServer()
        let response = try await transport.send(.get(server), in: speaking(version))
        #expect(response.metrics?.httpVersion == .http11)
        let names = server.requests.flatMap { $0.headers.map { $0.name.lowercased() } }
        #expect(!names.isEmpty)
        #expect(Set(names).isDisjoint(with: ["upgrade", "http2-settings", "connection"]))
    }

    @Test(
        arguments: [
            ([.automatic, .http2], ["GET / HTTP/1.1", "PRI * HTTP/2.0"]), ([.http1, .http2], ["GET / HTTP/1.1", "PRI * HTTP/2.0"]),
            ([.http2, .automatic, .http2], ["PRI * HTTP/2.0", "GET / HTTP/1.1"]),
            ([.http2, .http1, .http2, .http2], ["PRI * HTTP/2.0", "GET / HTTP/1.1"]),
        ] as [([HTTPVersionPolicy], [String])])
    func `HTTPVersionPolicy: a connection of another version isn't reused`(versions: [HTTPVersionPolicy], beginnings: [String]) async throws
    {
        let server = try HTTP2Server()
        for version in versions {
            let metrics = try await transport.send(.get(server.loopback), in: speaking(version)).metrics
            #expect(metrics?.httpVersion == (version == .http2 ? .http2 : .http11))
        }
        #expect(server.beginnings.values == beginnings)
    }

    @Test(arguments: [
        "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", "HTTP/1.1 505 HTTP Version Not Supported\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "",
    ])
    func `HTTPVersionPolicy: without TLS, a server that lacks HTTP/2 fails the call, and gets no request in HTTP/1`(
        answer: String
    ) async throws {
        let (begun, received, mayAnswer) = (Recorder<String>(), Signal(), BlockingSignal())
        let server = try LoopbackServer(raw: { connection in
            begun.record(String(decoding: connection.read().prefix(4), as: UTF8.self))
            received.give()
            mayAnswer.wait()
            try connection.write(answer)
            connection.endWriting()
            connection.waitForClose()
        })
        let other = try HTTP2Server()
        let transport = CurlTransport(engines: 1)
        async let outcome = failure { try await transport.send(.get(server), in: speaking(.http2)) }
        await received.wait()
        // When another call is answered, the engine waits for the first bytes. libcurl may read earlier ones before the engine sees them.
        _ = try await transport.send(.get(other.loopback), in: speaking(.http2))
        mayAnswer.give()
        let error = await outcome
        #expect(error?.code == .connection)
        #expect(error?.message.contains("may not speak HTTP/2 without TLS") == true, "\(error?.message ?? "")")
        #expect(begun.values == ["PRI "])
    }

    @Test(arguments: [
        [HTTP2Server.Frame.reset(stream: 1, error: 1)], [HTTP2Server.Frame(.goAway, [0, 0, 0, 0, 0, 0, 0, 1])],
        [HTTP2Server.Frame](repeating: HTTP2Server.Frame(.settings), count: 20_000), [HTTP2Server.Frame(.data, [0])], [],
    ])
    func `HTTPVersionPolicy: without TLS, a server that has sent a frame isn't said to lack HTTP/2`(
        frames: [HTTP2Server.Frame]
    ) async throws {
        let server = try HTTP2Server({ _ in frames }, then: { $0.endWriting() })
        let error = await failure { try await transport.send(.get(server.loopback), in: speaking(.http2)) }
        #expect(error?.code == .connection)
        #expect(error?.message.contains("may not speak HTTP/2") == false, "\(error?.message ?? "")")
    }

    @Test(arguments: [1, 3]) func `HTTPVersionPolicy: a server that requires HTTP/1.1 doesn't get it, even on a reused connection`(
        stream: UInt8
    ) async throws {
        let server = try HTTP2Server {
            $0 == stream ? [HTTP2Server.Frame.http11Required(stream: $0)] : HTTP2Server.Frame.answer(stream: $0)
        }
        for _ in 0..<stream / 2 { _ = try await transport.send(.get(server.loopback), in: speaking(.http2)) }
        let last = await failure { try await transport.send(.get(server.loopback), in: speaking(.http2)) }
        #expect(last?.code == .connection)
        #expect(server.beginnings.values == ["PRI * HTTP/2.0"])
    }

    @Test(arguments: [HTTPMethod.get, .post])
    func `HTTPVersionPolicy: a reused connection that the server closes isn't blamed on the version`(method: HTTPMethod) async throws {
        let server = try HTTP2Server { stream in
            // The second request on a connection gets no response.
            stream == 1 ? HTTP2Server.Frame.answer(stream: stream) : []
        }
        _ = try await transport.send(.get(server.loopback), in: speaking(.http2))
        var request = HTTPRequest.get(server.loopback)
        request.method = method
        request.body = method == .get ? nil : HTTPBodyEntity(contentType: nil, content: .data(Data("abc".utf8)))
        let outcome = await failure { try await transport.send(request, in: speaking(.http2)) }
        #expect(outcome?.code == .connection)
        #expect(outcome?.message.contains("may not speak HTTP/2") == false, "\(outcome?.message ?? "")")
        #expect(server.beginnings.values == ["PRI * HTTP/2.0"])
    }

    @Test func `HTTPVersionPolicy: through a proxy, HTTP/2 without TLS needs a tunnel`() async throws {
        let proxy = try HTTP2Server(tunnels: true)
        var context = speaking(.http2)
        context.connection.proxy = .url(proxy.loopback.url)
        let origin = try #require(Origin(scheme: .http, host: "api.example.com"))
        for _ in 0..<2 {
            let response = try await transport.send(HTTPRequest(origin: origin), in: context)
            #expect(response.metrics?.httpVersion == .http2)
        }
        #expect(proxy.beginnings.values == ["CONNECT api.example.com:80 HTTP/1.1", "PRI * HTTP/2.0"])
    }

    @Test(arguments: ["1.0", "1.1"])
    func `HTTPVersionPolicy: the metrics have the version of the response's head`(version: String) async throws {
        let server = try LoopbackServer(raw: { connection in
            _ = connection.read()
            try connection.write("HTTP/\(version) 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        })
        for policy: HTTPVersionPolicy in [.automatic, .http1] {
            let metrics = try await transport.send(.get(server), in: speaking(policy)).metrics
            #expect(metrics?.httpVersion?.rawValue == "HTTP/\(version)")
        }
    }

    @Test func `HTTPVersionPolicy: a response has its version if that was requested, and a call has its client's policy`() async throws {
        let server = try HTTP2Server()
        var configuration = APIConfiguration(baseURL: server.loopback.url, requestTimeout: .seconds(600))
        configuration.policies.connection.httpVersion = .http2
        let response = try await APIClient(configuration: configuration, transport: transport).string(.get("items")).response
        #expect(response.value == "hello")
        #expect(response.metrics?.httpVersion == .http2)
    }

    @Test func `HTTPVersionPolicy: HTTP/3 is an error if it can't be used, and nothing is sent`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse() }
        let plain = await failure { try await transport.send(.get(server), in: speaking(.http3)) }
        #expect(plain?.code == .configuration)
        var context = speaking(.http3)
        context.connection.unixSocket = "/no/such/socket"
        let origin = try #require(Origin(scheme: .https, host: "api.example.com"))
        let local = await failure { [context] in try await transport.stream(HTTPRequest(origin: origin), in: context) }
        #expect(local?.code == .configuration)
        for message in [plain?.message ?? "", local?.message ?? ""] {
            // The machine's libcurl may have HTTP/3.
            #expect(message.contains("HTTP/3"))
            #expect(message.contains("set the HTTP version to automatic"))
        }
        #expect(server.acceptedCount == 0)
    }

    @Test(.enabled(if: FakeCurl.isPossible && SystemProgram.isInstalled("openssl")))
    func `HTTPVersionPolicy: if the handshake's choice isn't visible, a response in another version is an error`() async {
        await #expect(processExitsWith: .success) {
            let certificates = try await Certificates.shared
            // Before 8.13, libcurl also offers HTTP/1.1, and this server accepts nothing else.
            let server = try await TLSServer(certificates, "-alpn", "http/1.1")
            // The dependencies of the fake library don't include OpenSSL.
            let transport = try await FakeCurl.transport()
            var context = TransferContext()
            context.connection.tls.certificateAuthorities = certificates.authority.url
            context.connection.httpVersion = .http2
            let error = await failure { [context] in try await transport.send(HTTPRequest(origin: server.origin), in: context) }
            try #require(error?.code == .configuration || error?.code == .connection)
            context.connection.httpVersion = .http1
            try #require(try await transport.send(HTTPRequest(origin: server.origin), in: context).status == .ok)
        }
    }

    @Test func `HTTPVersionPolicy: if the engine lacks HTTP/3, the error says what to set instead`() async throws {
        // The server listens on a TCP port, and nothing listens on the UDP port with the same number.
        let server = try LoopbackServer { _ in HTTPResponse() }
        let origin = try #require(Origin(scheme: .https, host: "127.0.0.1", port: server.port))
        let error = await failure { try await transport.send(HTTPRequest(origin: origin), in: speaking(.http3)) }
        let isPossible = error?.code == .connection
        #expect(isPossible || error?.code == .configuration)
        #expect(error?.message.contains(isPossible ? "may not speak HTTP/3" : "doesn't have it") == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("set the HTTP version to automatic") == true)
        // The host has no address, whatever the version.
        let nowhere = try #require(Origin(scheme: .https, host: unresolvableHost))
        let unknown = await failure { try await transport.send(HTTPRequest(origin: nowhere), in: speaking(.http3)) }
        #expect(unknown?.message.contains("may not speak HTTP/3") == false, "\(unknown?.message ?? "")")
    }

    @Test(.enabled(if: FakeCurl.isPossible))
    func `HTTPVersionPolicy: a version that libcurl lacks is an error that says so, and nothing is sent`() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer { _ in HTTPResponse() }
            // CURL_VERSION_HTTP2 and CURL_VERSION_HTTP3.
            let transport = try await FakeCurl.transport(lacking: 1 << 16 | 1 << 25)
            var context = TransferContext()
            let https = try #require(Origin(scheme: .https, host: "127.0.0.1", port: server.port))
            for (version, name): (HTTPVersionPolicy, String) in [(.http2, "HTTP/2"), (.http3, "HTTP/3")] {
                context.connection.httpVersion = version
                for origin in [server.origin, https] {
                    let error = await failure { [context] in try await transport.send(HTTPRequest(origin: origin), in: context) }
                    try #require(error?.code == .configuration)
                    for part in [name, "libcurl", "Install", "set the HTTP version to automatic"] {
                        try #require(error?.message.contains(part) == true)
                    }
                }
            }
            try #require(server.acceptedCount == 0)
            for version: HTTPVersionPolicy in [.automatic, .http1] {
                context.connection.httpVersion = version
                try #require(try await transport.send(.get(server), in: context).status == .ok)
            }
        }
    }

    @Test func `HTTPVersionPolicy: the policy applies after a redirect, even to another origin`() async throws {
        for version in HTTPVersionPolicy.allCases {
            let stub = StubTransport.answering(
                .redirect(to: "https://api.example.com/b"), .redirect(to: "https://other.example.com/"), .redirect(to: "/c"))
            var configuration = APIConfiguration(baseURL: try #require(URL(string: "http://api.example.com")))
            configuration.policies.connection.httpVersion = version
            _ = try await APIClient(configuration: configuration, transport: stub).call(.get("a")).value
            #expect(stub.contexts.map(\.connection.httpVersion) == Array(repeating: version, count: 4))
        }
    }
}
