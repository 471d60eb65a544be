import Dispatch
import EndpointKit
import EndpointKitTesting
import Glibc
import TestSupport
import Testing

@Suite struct ProxyPolicyTests {
    let transport = CurlTransport()

    @Test func `ProxyPolicy: a proxy gets the whole URL and the credentials`() async throws {
        let proxy = try LoopbackServer(raw: { connection in
            let head = String(decoding: connection.read(), as: UTF8.self)
            let line = head.split(separator: "\r\n").first.map(String.init) ?? ""
            let user = head.split(separator: "\r\n").first { $0.hasPrefix("Proxy-Authorization: ") } ?? ""
            try connection.write("HTTP/1.1 200 OK\r\nX-Line: \(line)\r\nX-User: \(user.dropFirst(21))\r\nContent-Length: 0\r\n\r\n")
        })
        var policies = ClientPolicies.standard
        policies.connection.proxy = .url(proxy.url, user: "a:b", password: "c d")
        let origin = try #require(Origin(scheme: .http, host: "api.example.com"))
        let response = try await transport.send(
            HTTPRequest(origin: origin, path: "items"), in: TransferContext(connection: policies.connection))
        #expect(response.headers["X-Line"] == "GET http://api.example.com/items HTTP/1.1")
        #expect(response.headers["X-User"] == "Basic \(Data("a:b:c d".utf8).base64EncodedString())")
    }

    @Test(arguments: ["u%0a:p", "u:p%0a", "u%00:p", "u:p%00q", "u:%7f"])
    func `ProxyPolicy: a proxy whose URL can't be decoded is rejected, and nothing bypasses it`(user: String) async throws {
        let server = try LoopbackServer { _ in HTTPResponse() }
        let proxy = try LoopbackServer { _ in HTTPResponse() }
        var context = TransferContext()
        context.connection.proxy = .url(try #require(URL(string: "http://\(user)@127.0.0.1:\(proxy.port)")))
        let error = await failure { [context] in try await transport.send(.get(server), in: context) }
        #expect(error?.code == .configuration)
        #expect(server.acceptedCount == 0 && proxy.acceptedCount == 0)
    }

    @Test func `ProxyPolicy: a password with a NUL or a control character is rejected`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse() }
        for (user, password) in [("u", "p\0q"), ("u", "p\nq"), ("u\0", "p")] as [(String, Secret)] {
            var context = TransferContext()
            context.connection.proxy = .url(server.url, user: user, password: password)
            let error = await failure { [context] in try await transport.send(.get(server), in: context) }
            #expect(error?.code == .configuration)
        }
        #expect(server.acceptedCount == 0)
    }

    @Test func `ProxyPolicy: the credentials of a proxy's URL are decoded, and each user has separate connections`() async throws {
        let users = Recorder<String>()
        let proxy = try LoopbackServer { request in
            users.record(request.headers["Proxy-Authorization"] ?? "")
            return HTTPResponse()
        }
        // The last two users differ only in their Unicode form.
        for user in ["a:b%20c%3a%40%c3%bc", "b:c", "ren%c3%a9:c", "rene%cc%81:c"] {
            var context = TransferContext()
            context.connection.proxy = .url(try #require(URL(string: "http://\(user)@127.0.0.1:\(proxy.port)")))
            _ = try await transport.send(.get(proxy), in: context)
        }
        let sent = ["a:b c:@ü", "b:c", "ren\u{E9}:c", "rene\u{301}:c"].map { "Basic \(Data($0.utf8).base64EncodedString())" }
        #expect(users.values == sent)
        #expect(proxy.acceptedCount == 4)
    }

    @Test(
        arguments: [
            "http://me:hunter2 x@127.0.0.1:9", "http://me:hunter2@in valid:9", "http://me:hunter2@[::g]:9", "http://me:hunter2@127.0.0.1:x",
            "ftp://me:hunter2@127.0.0.1:9", "http://me:hunter2%0a@127.0.0.1:9", "http://me:hun%zzter2@127.0.0.1:99999",
        ])
    func `ProxyPolicy: no message has a secret of a proxy from the policy or the environment`(text: String) async throws {
        if let url = URL(string: text) {
            var context = TransferContext()
            context.connection.proxy = .url(url)
            let error = await failure { [context] in
                try await transport.send(HTTPRequest(origin: try #require(Origin(scheme: .http, host: "localhost"))), in: context)
            }
            #expect(error != nil && !Self.shows("hunter2", error) && !Self.shows("ter2", error))
        }
        await #expect(processExitsWith: .success) { [text] in
            setenv("http_proxy", text, 1)
            let error = await failure {
                try await CurlTransport().send(HTTPRequest(origin: try #require(Origin(scheme: .http, host: unresolvableHost))))
            }
            try #require(error != nil && !Self.shows("ter2", error))
            try #require(!text.contains("%0a") || error?.code == .configuration)
        }
    }

    private static func shows(_ secret: String, _ error: APIError?) -> Bool {
        let failure = error?.underlying as? TransportFailure
        return "\(error?.message ?? "") \(error.debugDescription) \(failure?.detail ?? "")".contains(secret)
    }

    @Test func `ProxyPolicy: https through a proxy requests a tunnel`() async throws {
        let asked = Recorder<String>()
        let proxy = try LoopbackServer(raw: { connection in
            asked.record(String(decoding: connection.read(), as: UTF8.self))
            try connection.write("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
        })
        var policies = ClientPolicies.standard
        policies.connection.proxy = .url(proxy.url)
        let origin = try #require(Origin(scheme: .https, host: "api.example.com"))
        let error = await failure { [policies] in
            try await transport.send(HTTPRequest(origin: origin), in: TransferContext(connection: policies.connection))
        }
        #expect(error?.code == .connection)
        #expect(reason(of: error) == .connect)
        #expect((asked.last ?? "").hasPrefix("CONNECT api.example.com:443 HTTP/1.1\r\n"))
    }

    @Test(arguments: ["200 Connection established", "403 Forbidden", "407 Proxy Authentication Required"])
    func `ProxyPolicy: a proxy's response to CONNECT is never delivered, streamed or saved as the response`(_ answer: String) async throws {
        let proxy = try LoopbackServer(raw: { connection in
            _ = connection.read()
            try connection.write("HTTP/1.1 \(answer)\r\nContent-Length: \(answer.hasPrefix("2") ? 0 : 5)\r\n\r\n")
            if !answer.hasPrefix("2") { try connection.write("proxy") }
        })
        var policies = ClientPolicies.standard
        policies.connection.proxy = .url(proxy.url)
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

    @Test func `ProxyPolicy: an endless refusal page of a proxy doesn't block other calls`() async throws {
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

    @Test func `ProxyPolicy: a proxy from the environment is used, but not for this machine`() async {
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
            policies.connection.proxy = .direct
            policies.connection.connectTimeout = .seconds(1)
            let direct = await failure { [policies] in
                let nowhere = Origin(scheme: .http, host: unresolvableHost) ?? far
                return try await transport.send(HTTPRequest(origin: nowhere), in: TransferContext(connection: policies.connection))
            }
            try #require(direct?.code == .connection)
        }
    }

    @Test func `ProxyPolicy: the path of a Unix socket isn't truncated at a NUL`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse() }
        var context = TransferContext()
        context.connection.unixSocket = "/nowhere\0/endpointkit.sock"
        let error = await failure { [context] in try await transport.send(.get(server), in: context) }
        #expect(error?.code == .configuration)
    }

    @Test func `ProxyPolicy: a Unix socket replaces the origin`() async throws {
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
        policies.connection.unixSocket = path
        let origin = try #require(Origin(scheme: .http, host: "api.example.com"))
        let head = Recorder<String>()
        // Runs on a thread that may block.
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
