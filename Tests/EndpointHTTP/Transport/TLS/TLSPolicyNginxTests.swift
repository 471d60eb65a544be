import EndpointKit
import EndpointKitTesting
import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.enabled(if: SystemProgram.isInstalled("nginx") && SystemProgram.isInstalled("openssl"), "nginx isn't installed"))
struct TLSPolicyNginxTests {
    private let certificates: Certificates
    private let nginx: Nginx
    private let transport = CurlTransport()

    init() async throws {
        certificates = try await Certificates.shared
        nginx = try await Nginx(certificates)
    }

    private func request(_ method: HTTPMethod, body: HTTPBodyEntity? = nil) throws -> HTTPRequest {
        let origin = try #require(Origin(scheme: .https, host: "localhost"))
        return HTTPRequest(method: method, origin: origin, path: "who", body: body, timeout: .seconds(600))
    }

    private var context: TransferContext {
        var context = TransferContext()
        context.connection.tls.certificateAuthorities = certificates.authority.url
        context.connection.unixSocket = nginx.socket
        return context
    }

    @Test func `nginx: 40 concurrent calls share one HTTP/2 connection`() async throws {
        let request = try request(.get)
        let connections = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    let response = try await transport.send(request, in: context)
                    #expect(response.headers["X-Protocol"] == "HTTP/2.0")
                    return response.headers["X-Connection"]
                }
            }
            return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(connections.count == 1)
        #expect(connections.first.flatMap { $0 } != nil)
    }

    // The server answers at once and reads nothing.
    @Test func `nginx: an upload that is answered before it is read ends with the response`() async throws {
        let body = HTTPBodyEntity(contentType: nil, content: .data(Data(count: 70_000)))
        var request = try request(.put, body: body)
        request.timeout = .seconds(3600)
        for _ in 0..<24 {
            let response = try await transport.send(request, in: context)
            #expect(response.status == .ok)
        }
    }

    @Test func `nginx: 300 consecutive POSTs use one HTTP/2 connection`() async throws {
        let request = try request(.post, body: HTTPBodyEntity(contentType: nil, content: .data(Data("hello".utf8))))
        var connections: Set<String?> = []
        for _ in 0..<300 {
            let response = try await transport.send(request, in: context)
            #expect(response.headers["X-Protocol"] == "HTTP/2.0")
            connections.insert(response.headers["X-Connection"])
        }
        #expect(connections.count == 1)
        #expect(connections.first.flatMap { $0 } != nil)
    }

    // Not every system finds an address for the name with the dot.
    @Test(arguments: [("localhost", "localhost."), ("localhost.", "localhost"), ("LocalHost.", "localhost.")])
    func `nginx: a pin applies to a host with and without a trailing dot`(pinned: String, host: String) async throws {
        let request = HTTPRequest(origin: try #require(Origin(scheme: .https, host: host)))
        var context = context
        context.connection.tls.pinnedKeys = [pinned: [certificates.pin]]
        #expect(try await transport.send(request, in: context).status == 200)
        context.connection.tls.pinnedKeys = [pinned: [Data(repeating: 7, count: 32).base64EncodedString()]]
        let error = await failure { [context] in try await transport.send(request, in: context) }
        #expect(error?.code == .tls)
    }

    @Test func `nginx: a client certificate replaced on disk is used by the next request`() async throws {
        let folder = try Folder()
        func place(_ identity: Certificates.Identity) throws {
            try folder.write(Array(Data(contentsOf: identity.certificate.url)), to: "certificate")
            try folder.write(Array(Data(contentsOf: identity.key.url)), to: "key")
        }
        var context = context
        context.connection.tls.clientCertificate = .init(certificate: folder.file("certificate"), key: folder.file("key"))
        var clients: [String?] = []
        var connections: Set<String?> = []
        for identity in [certificates.client, certificates.server] {
            try place(identity)
            for _ in 0..<2 {
                let response = try await transport.send(try request(.get), in: context)
                clients.append(response.headers["X-Client"])
                connections.insert(response.headers["X-Connection"])
            }
        }
        #expect(clients[0] == clients[1] && clients[1] != clients[2] && clients[2] == clients[3] && !clients.contains(nil))
        #expect(connections.count == 2)
    }

    @Test func `nginx: a connection belongs to the key of its client certificate`() async throws {
        var context = context
        context.connection.tls.clientCertificate = certificates.clientCertificate
        #expect(try await transport.send(try request(.get), in: context).status == .ok)
        context.connection.tls.clientCertificate?.key = certificates.server.key.url
        let error = await failure { [context] in try await transport.send(try request(.get), in: context) }
        #expect(error != nil)
    }

    @Test func `nginx: a tunnel belongs to the user whom the proxy authenticated`() async throws {
        let users = Recorder<String>()
        let proxy = try LoopbackServer(raw: { [nginx] connection in
            let request = try connection.readRequest()
            users.record(request?.headers["Proxy-Authorization"] ?? "nobody")
            try connection.write("HTTP/1.1 200 Connection established\r\n\r\n")
            try connection.tunnel(to: nginx.socket)
        })
        let request = try request(.get)
        for (user, password) in [("a", "1"), ("a", "1"), ("a", "2"), ("b", "2"), ("a", "1")] {
            var context = context
            context.connection.unixSocket = nil
            context.connection.proxy = .url(proxy.url, user: user, password: Secret(password))
            #expect(try await transport.send(request, in: context).status == .ok)
        }
        #expect(users.values == ["a:1", "a:2", "b:2"].map { "Basic \(Data($0.utf8).base64EncodedString())" })
    }
}

extension LoopbackConnection {
    /// Passes bytes on to a Unix socket and back, until both have ended.
    fileprivate func tunnel(to path: String) throws {
        let peer = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(peer) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(peer, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 }
        }
        try #require(isConnected)
        let back = DispatchGroup()
        back.enter()
        Thread.detachNewThread { [back] in
            var buffer = [UInt8](repeating: 0, count: 1 << 14)
            while case let count = recv(peer, &buffer, buffer.count, 0), count > 0 { try? self.write(buffer[..<count]) }
            self.endWriting()
            back.leave()
        }
        while case let bytes = read(), !bytes.isEmpty { _ = send(peer, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
        shutdown(peer, Int32(SHUT_RDWR))
        back.wait()
    }
}

/// nginx with HTTP/2 over TLS, on a Unix socket, because another process could take a port before nginx does.
final class Nginx: Sendable {
    struct Failure: Error {}

    let socket: String
    private let process: ChildProcess
    private let folder: URL

    /// - Parameters:
    ///   - requests: how many requests nginx answers on a connection.
    ///   - locations: additional configuration.
    init(_ certificates: Certificates, requests: Int = 1000, locations: String = "") async throws {
        // The path of a Unix socket has to be short.
        folder = URL(filePath: "/tmp/endpointkit-nginx-\(UInt32.random(in: 0...(.max)))")
        let path = folder.path
        socket = "\(path)/socket"
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let configuration = """
            daemon off; master_process off; pid \(path)/pid; error_log /dev/stdout notice;
            events {}
            http {
                access_log off; keepalive_requests \(requests); client_body_temp_path \(path)/b; proxy_temp_path \(path)/p;
                fastcgi_temp_path \(path)/f; uwsgi_temp_path \(path)/u; scgi_temp_path \(path)/s;
                server {
                    listen unix:\(socket) ssl http2;
                    ssl_certificate \(certificates.server.certificate.path); ssl_certificate_key \(certificates.server.key.path);
                    ssl_verify_client optional_no_ca;
                    location / { add_header X-Connection $connection; add_header X-Protocol $server_protocol;
                        add_header X-Client $ssl_client_fingerprint; return 200 hello; }
                    \(locations)
                }
            }
            """
        let file = folder.appending(path: "nginx.conf")
        try Data(configuration.utf8).writeUnsynced(to: file)
        guard let nginx = SystemProgram.path(of: "nginx") else { throw Failure() }
        process = try await ChildProcess.start(nginx, ["-p", path, "-c", file.path])
        // nginx logs its polling method when it listens.
        while let line = await process.nextLine() {
            if line.contains("event method") { return }
        }
        throw Failure()
    }

    deinit {
        process.kill()
        try? FileManager.default.removeItem(at: folder)
    }
}
