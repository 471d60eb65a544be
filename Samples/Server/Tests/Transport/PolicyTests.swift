import EndpointKit
@testable import EndpointKitAsyncHTTPClient
import EndpointKitTesting
import Foundation
import Synchronization
import Testing

/// The connection policy is applied, or rejected before anything is sent.
@Suite struct PolicyTests {
    private let direct: Origin
    private let secure: Origin

    init() throws {
        direct = try #require(Origin(scheme: .http, host: "api.invalid"))
        secure = try #require(Origin(scheme: .https, host: "127.0.0.1", port: 9))
    }

    private func failure(of origin: Origin, in context: TransferContext) async -> APIError? {
        do {
            _ = try await AsyncHTTPClientTransport().send(HTTPRequest(origin: origin), in: context)
            return nil
        } catch {
            return error as? APIError
        }
    }

    struct Policy: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let edit: @Sendable (inout ConnectionPolicy) throws -> Void

        init(_ description: String, _ edit: @escaping @Sendable (inout ConnectionPolicy) throws -> Void) {
            testDescription = description
            self.edit = edit
        }
    }

    @Test(arguments: [
        Policy("HTTP/2 only") { $0.httpVersion = .http2 },
        Policy("HTTP/3 only") { $0.httpVersion = .http3 },
        Policy("pinned keys") { $0.tls.pinnedKeys = ["127.0.0.1": ["AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]] },
        Policy("TLS over a Unix socket") { $0.unixSocket = "/run/api.sock" },
        Policy("a proxy over TLS") { $0.proxy = .url(try #require(URL(string: "https://127.0.0.1:9"))) },
        Policy("a SOCKS proxy with a user") {
            $0.proxy = .url(try #require(URL(string: "socks5://127.0.0.1:9")), user: "u", password: "p")
        },
        Policy("a SOCKS 4 proxy") { $0.proxy = .url(try #require(URL(string: "socks4://127.0.0.1:9"))) },
    ])
    func `AsyncHTTPClientTransport: an unsupported setting is an error that names it`(_ policy: Policy) async throws {
        var context = TransferContext()
        try policy.edit(&context.connection)
        #expect(await failure(of: secure, in: context)?.code == .configuration)
    }

    @Test func `AsyncHTTPClientTransport: an unreadable file of the TLS policy is a TLS error`() async throws {
        var context = TransferContext()
        context.connection.tls.certificateAuthorities = URL(filePath: "/nowhere/authorities.pem")
        #expect(await failure(of: secure, in: context)?.code == .tls)
    }

    /// Answers a CONNECT, and then the request in the tunnel, with a body that shows what both requests contained.
    private func proxy() throws -> LoopbackServer {
        try LoopbackServer(raw: { connection in
            guard let tunnel = try connection.readRequest() else { return }
            let authorization = tunnel.headers["Proxy-Authorization"] ?? "none"
            try connection.write("HTTP/1.1 200 OK\r\n\r\n")
            guard let request = try connection.readRequest() else { return }
            let host = request.headers["Host"] ?? "none"
            try connection.write(
                HTTPResponse(body: Data("\(tunnel.method) \(host) \(request.path.encoded) \(authorization)".utf8)), to: request)
        })
    }

    @Test func `AsyncHTTPClientTransport: a tunnel is requested with the proxy's user and password`() async throws {
        let proxy = try proxy()
        var context = TransferContext()
        context.connection.proxy = .url(proxy.url, user: "me", password: "pass")
        let response = try await AsyncHTTPClientTransport().send(HTTPRequest(origin: direct, path: "/a"), in: context)
        #expect(String(decoding: response.body, as: UTF8.self) == "CONNECT api.invalid /a Basic bWU6cGFzcw==")
    }

    @Test(arguments: [
        (["http_proxy": "PROXY"], true),
        (["all_proxy": "PROXY"], true),
        (["ALL_PROXY": "PROXY"], true),
        (["http_proxy": "PROXY", "no_proxy": "other.invalid, example.com"], true),
        (["http_proxy": "PROXY", "no_proxy": "piapi.invalid"], true),
        (["http_proxy": "PROXY", "no_proxy": "api.invalid"], false),
        (["http_proxy": "PROXY", "no_proxy": ".invalid"], false),
        (["http_proxy": "PROXY", "NO_PROXY": "*"], false),
        // The variable may come from a field of a request that a web server received.
        (["HTTP_PROXY": "PROXY"], false),
        (["https_proxy": "PROXY"], false),
    ])
    func `AsyncHTTPClientTransport: the environment's proxy is chosen by curl's rules`(
        _ environment: [String: String], _ isUsed: Bool
    ) async throws {
        let proxy = try proxy()
        let transport = AsyncHTTPClientTransport(
            environment: environment.mapValues { $0 == "PROXY" ? "127.0.0.1:\(proxy.origin.port)" : $0 })
        let response = try? await transport.send(HTTPRequest(origin: direct))
        // Without a proxy, the host's name can't be resolved.
        #expect((response != nil) == isUsed)
        #expect((proxy.acceptedCount > 0) == isUsed)
    }

    @Test(arguments: [
        ("10.1.2.3", "10.0.0.0/8", false), ("11.1.2.3", "10.0.0.0/8", true), ("10.1.2.3", "10.1.2.3", false), ("10.1.2.3", "2.3", true),
        ("10.1.2.3", "10.1.2.3/33", true), ("10.1.2.3", "0.0.0.0/0", false), ("10.1.2.3", "fd00::/8, 10.1.2.0/23", false),
        ("[fd00::1]", "fd00::/8", false), ("[fd00::1]", "[fd00::]/8", false), ("[fe80::1]", "fd00::/8", true),
        ("[2001:db8::1]", "2001:db8::1", false), ("[2001:db8::1]", "2001:0db8:0:0::1", false), ("[2001:db8::2]", "[2001:db8::1]", true),
        ("api.example.com", "example.com.", false), ("api.example.com.", "example.com", false),
        ("example.com", "other.com, .example.com.", false),
        ("api.example.com", "10.0.0.0/8", true),
    ])
    func `ProxyAddress: no_proxy names hosts, addresses and networks by curl's rules`(_ host: String, _ list: String, _ isUsed: Bool) throws
    {
        let origin = try #require(Origin(scheme: .http, host: host))
        let name = ProxyAddress.named(in: ["http_proxy": "http://127.0.0.1:9", "no_proxy": list], for: origin)
        #expect((name != nil) == isUsed)
    }

    @Test func `AsyncHTTPClientTransport: a loopback request bypasses the environment's proxy`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse(status: 201) }
        let transport = AsyncHTTPClientTransport(environment: ["all_proxy": "http://127.0.0.1:9"])
        #expect(try await transport.send(HTTPRequest(origin: server.origin)).status == 201)
    }

    @Test func `AsyncHTTPClientTransport: metrics are collected only on request`() async throws {
        let server = try LoopbackServer { _ in HTTPResponse(body: Data("x".utf8)) }
        let transport = AsyncHTTPClientTransport()
        let request = HTTPRequest(origin: server.origin)
        #expect(try await transport.send(request).metrics == nil)
        let metrics = try #require(try await transport.send(request, in: TransferContext(wantsMetrics: true)).metrics)
        #expect(metrics.httpVersion == .http11)
        #expect(try #require(metrics.firstByte) <= #require(metrics.total))
        let stream = try await transport.stream(request, in: TransferContext(wantsMetrics: true))
        #expect(stream.metrics?.firstByte != nil && stream.metrics?.total == nil)
        #expect(try await stream.body.collected(limit: 1) == Data("x".utf8))
    }

    @Test func `AsyncHTTPClientTransport: a Unix socket replaces host and port`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString.prefix(8)).sock").path
        let server = try await NIOServer(unixSocket: path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        var context = TransferContext()
        context.connection.unixSocket = path
        let response = try await AsyncHTTPClientTransport().send(HTTPRequest(origin: direct), in: context)
        #expect(response.body == Data("ok".utf8))
        try await server.close()
    }

    @Test func `AsyncHTTPClientTransport: a server is trusted if its authority is trusted`() async throws {
        let server = try await NIOServer()
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pem")
        try NIOServer.certificate.write(to: file, atomically: false, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let origin = try #require(Origin(scheme: .https, host: "127.0.0.1", port: server.port))
        let transport = AsyncHTTPClientTransport()

        #expect(await failure(of: origin, in: .standard)?.code == .tls)
        var context = TransferContext()
        context.connection.tls.certificateAuthorities = file
        #expect(try await transport.send(HTTPRequest(origin: origin), in: context).body == Data("ok".utf8))
        context.connection.tls.minimumVersion = .tls13
        #expect(try await transport.send(HTTPRequest(origin: origin), in: context).body == Data("ok".utf8))
        try await server.close()
    }

    @Test func `AsyncHTTPClientTransport: a GET isn't sent again, whether its connection was reused or new`() async throws {
        let paths = Mutex<[String]>([])
        let server = try LoopbackServer(raw: { connection in
            while let request = try connection.readRequest() {
                paths.withLock { $0.append(request.path.encoded) }
                // The second request, and every request for /never, is lost.
                if request.path == "/never" || paths.withLock({ $0.count }) == 2 { return }
                try connection.write(HTTPResponse(), to: request)
            }
        })
        let transport = AsyncHTTPClientTransport()
        _ = try await transport.send(HTTPRequest(origin: server.origin, path: "/1"))
        await #expect(throws: APIError.self) { try await transport.send(HTTPRequest(origin: server.origin, path: "/2")) }
        #expect(paths.withLock { $0 } == ["/1", "/2"])
        await #expect(throws: APIError.self) {
            try await AsyncHTTPClientTransport().send(HTTPRequest(origin: server.origin, path: "/never"))
        }
        #expect(paths.withLock { $0 } == ["/1", "/2", "/never"])
    }
}
