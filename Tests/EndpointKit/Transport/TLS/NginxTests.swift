import EndpointKit
import Foundation
import Testing

@Suite(.enabled(if: Tool.hasNginx && Tool.hasOpenSSL, "nginx isn't installed")) struct NginxTests {
    @Test func `40 calls at once share one HTTP/2 connection`() async throws {
        let certificates = try Certificates.shared.get()
        let nginx = try Nginx(certificates)
        defer { nginx.stop() }
        var policies = ClientPolicies.standard
        policies.tls.certificateAuthorities = certificates.authority
        policies.unixSocket = nginx.socket
        let transport = CurlTransport()
        let origin = try #require(Origin(scheme: .https, host: "localhost"))
        let request = HTTPRequest(origin: origin, path: "who", policies: policies)
        let connections = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    let response = try await transport.send(request)
                    #expect(response.headers["X-Protocol"] == "HTTP/2.0")
                    return response.headers["X-Connection"]
                }
            }
            return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(connections.count == 1)
        #expect(connections.first.flatMap { $0 } != nil)
    }
}

/// nginx with HTTP/2 over TLS, behind a Unix socket: no port could be taken meanwhile.
final class Nginx {
    let socket: String
    private let directory: URL

    init(_ certificates: Certificates) throws {
        directory = URL(filePath: "/tmp/endpointkit-nginx-\(UInt32.random(in: 0...(.max)))")
        let path = directory.path
        socket = "\(path)/socket"
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let configuration = """
            master_process off; pid \(path)/pid; error_log \(path)/log;
            events {}
            http {
                access_log off; client_body_temp_path \(path)/b; proxy_temp_path \(path)/p;
                fastcgi_temp_path \(path)/f; uwsgi_temp_path \(path)/u; scgi_temp_path \(path)/s;
                server {
                    listen unix:\(socket) ssl http2;
                    ssl_certificate \(certificates.server.path); ssl_certificate_key \(certificates.serverKey.path);
                    location / { add_header X-Connection $connection; add_header X-Protocol $server_protocol; return 200 hello; }
                }
            }
            """
        try Data(configuration.utf8).write(to: directory.appending(path: "nginx.conf"))
        // Goes into the background when it listens.
        try Tool.run("nginx -p . -c nginx.conf </dev/null >start.log 2>&1", in: directory)
    }

    func stop() {
        _ = try? Tool.run("nginx -p . -c nginx.conf -s stop >stop.log 2>&1", in: directory)
        try? FileManager.default.removeItem(at: directory)
    }
}
