import Dispatch
import EndpointKit
import EndpointKitTesting
import Glibc
import TestSupport
import Testing

@Suite struct ProxyPolicyTests {
    let transport = CurlTransport()

    @Test func `a proxy by policy gets the whole URL, and the credentials`() async throws {
        let proxy = try LoopbackServer(raw: { connection in
            let head = String(decoding: connection.read(), as: UTF8.self)
            let line = head.split(separator: "\r\n").first.map(String.init) ?? ""
            let user = head.split(separator: "\r\n").first { $0.hasPrefix("Proxy-Authorization: ") } ?? ""
            try connection.write("HTTP/1.1 200 OK\r\nX-Line: \(line)\r\nX-User: \(user.dropFirst(21))\r\nContent-Length: 0\r\n\r\n")
        })
        var policies = ClientPolicies.standard
        policies.proxy = .url(proxy.url, user: "a:b", password: "c d")
        let origin = try #require(Origin(scheme: .http, host: "api.example.com"))
        let response = try await transport.send(
            HTTPRequest(origin: origin, path: "items"), in: TransferContext(connection: policies.connection))
        #expect(response.headers["X-Line"] == "GET http://api.example.com/items HTTP/1.1")
        #expect(response.headers["X-User"] == "Basic \(Data("a:b:c d".utf8).base64EncodedString())")
    }

    @Test func `https through a proxy asks for a tunnel`() async throws {
        let asked = Recorder<String>()
        let proxy = try LoopbackServer(raw: { connection in
            asked.record(String(decoding: connection.read(), as: UTF8.self))
            try connection.write("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
        })
        var policies = ClientPolicies.standard
        policies.proxy = .url(proxy.url)
        let origin = try #require(Origin(scheme: .https, host: "api.example.com"))
        let error = await failure { [policies] in
            try await transport.send(HTTPRequest(origin: origin), in: TransferContext(connection: policies.connection))
        }
        #expect(error?.code == .connection)
        #expect(reason(of: error) == .connect)
        #expect((asked.last ?? "").hasPrefix("CONNECT api.example.com:443 HTTP/1.1\r\n"))
    }

    @Test(arguments: ["200 Connection established", "403 Forbidden", "407 Proxy Authentication Required"])
    func `a proxy's answer to CONNECT is never the response, streamed or saved`(_ answer: String) async throws {
        let proxy = try LoopbackServer(raw: { connection in
            _ = connection.read()
            try connection.write("HTTP/1.1 \(answer)\r\nContent-Length: \(answer.hasPrefix("2") ? 0 : 5)\r\n\r\n")
            if !answer.hasPrefix("2") { try connection.write("proxy") }
        })
        var policies = ClientPolicies.standard
        policies.proxy = .url(proxy.url)
        let origin = try #require(Origin(scheme: .https, host: "api.example.com"))
        let request = HTTPRequest(origin: origin)
        let context = TransferContext(connection: policies.connection)
        let streamed = await failure { try await transport.stream(request, in: context) }
        #expect(streamed?.code == .connection || streamed?.code == .tls)
        let sent = await failure { try await transport.send(request, in: context) }
        #expect(sent?.code == .connection || sent?.code == .tls)

        var configuration = APIConfiguration(baseURL: HTTPRequest(origin: origin).url)
        configuration.policies = policies
        let file = FileManager.default.temporaryDirectory.appending(path: "proxied-\(UUID().uuidString)")
        let client = APIClient(configuration: configuration, transport: transport)
        let saved = await failure { try await client.download(.get("items"), to: file).retrying(.never).value }
        #expect(saved?.code == .connection || saved?.code == .tls)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `the endless page of a proxy's refusal holds up nothing`() async throws {
        let proxy = try LoopbackServer(raw: { connection in
            _ = connection.read()
            try connection.write("HTTP/1.1 407 Proxy Authentication Required\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = Array("1000\r\n\(String(repeating: "x", count: 0x1000))\r\n".utf8)
            while true { try connection.write(chunk) }
        })
        let server = try LoopbackServer { _ in HTTPResponse() }
        var context = TransferContext()
        context.connection.proxy = .url(proxy.url)
        let origin = try #require(Origin(scheme: .https, host: "api.example.com"))
        let error = await failure { [context] in try await transport.send(HTTPRequest(origin: origin), in: context) }
        #expect(reason(of: error) == .connect)
        #expect(error?.message.contains("407") == true)
        #expect(try await transport.send(.get(server)).status == 200)
    }

    @Test func `a proxy that the environment names is used, but not for what is on this machine`() async {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer { _ in HTTPResponse(body: Data("proxy".utf8)) }
            let server = try LoopbackServer { _ in HTTPResponse(body: Data("server".utf8)) }
            setenv("http_proxy", proxy.url.absoluteString, 1)
            let transport = CurlTransport()
            let far = try #require(Origin(scheme: .http, host: "api.example.com"))
            try #require(try await transport.send(HTTPRequest(origin: far)).body == Data("proxy".utf8))
            try #require(try await transport.send(.get(server)).body == Data("server".utf8))
            for host in ["127.1", "2130706433", "0x7f000001"] {
                let here = try #require(Origin(scheme: .http, host: host, port: server.port))
                try #require(try await transport.send(HTTPRequest(origin: here)).body == Data("server".utf8))
            }
            var policies = ClientPolicies.standard
            policies.proxy = .direct
            policies.connectTimeout = .seconds(1)
            let direct = await failure { [policies] in
                let nowhere = Origin(scheme: .http, host: unresolvableHost) ?? far
                return try await transport.send(HTTPRequest(origin: nowhere), in: TransferContext(connection: policies.connection))
            }
            try #require(direct?.code == .connection)
        }
    }

    @Test func `a Unix socket stands for the origin`() async throws {
        let path = "/tmp/endpointkit-\(getpid())-\(UInt32.random(in: 0...(.max))).sock"
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer {
            close(listener)
            unlink(path)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isListening = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 && listen(listener, 1) == 0
            }
        }
        try #require(isListening)
        var policies = ClientPolicies.standard
        policies.unixSocket = path
        let origin = try #require(Origin(scheme: .http, host: "api.example.com"))
        let head = Recorder<String>()
        // A thread that may block.
        DispatchQueue(label: "unix socket").async {
            let connection = accept(listener, nil, nil)
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(connection, &buffer, buffer.count, 0)
            head.record(String(decoding: buffer[..<max(0, count)], as: UTF8.self))
            let text = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
            _ = send(connection, text, text.utf8.count, 0)
            close(connection)
        }
        let response = try await transport.send(
            HTTPRequest(origin: origin, path: "items"), in: TransferContext(connection: policies.connection))
        #expect(response.body == Data("ok".utf8))
        #expect((head.last ?? "").hasPrefix("GET /items HTTP/1.1\r\nHost: api.example.com\r\n"))
    }
}
