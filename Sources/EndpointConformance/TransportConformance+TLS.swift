import EndpointKit
import EndpointKitTesting

/// Checks of the TLS policy. They need a server with TLS, and check nothing on a machine without OpenSSL 3.
extension TransportConformance {
    #if os(Linux)
        static let tlsChecks = [
            tlsCheck("certificate authorities") { server in
                // The system doesn't trust the server.
                try await server.expect(.untrusted) { _ in }
                try await server.expect(.answer) { $0.certificateAuthorities = server.files.server }
            },
            tlsCheck("pinned keys") { server in
                try await server.expect(.answer) {
                    $0.certificateAuthorities = server.files.server
                    $0.pinnedKeys = ["127.0.0.1": [TLSFiles.pin]]
                }
                try await server.expect(.untrusted) {
                    $0.certificateAuthorities = server.files.server
                    $0.pinnedKeys = ["127.0.0.1": [Data(count: 32).base64EncodedString()]]
                }
            },
            tlsCheck("a client certificate") { server in
                try await server.expect(.answerToCertificate) {
                    $0.certificateAuthorities = server.files.server
                    $0.clientCertificate = TLSPolicy.ClientCertificate(certificate: server.files.client, key: server.files.client)
                }
            },
            tlsCheck("the minimum version of TLS", isTLS12: true) { server in
                try await server.expect(.answer) { $0.certificateAuthorities = server.files.server }
                try await server.expect(.untrusted) {
                    $0.certificateAuthorities = server.files.server
                    $0.minimumVersion = .tls13
                }
            },
        ]

        private static func tlsCheck(
            _ policy: String, isTLS12: Bool = false, _ body: @escaping @Sendable (TLSPolicyServer) async throws -> Void
        ) -> Check {
            Check("a policy of the context is applied or rejected: \(policy)") { transport in
                guard TLSServerContext.isAvailable else { return }
                try await body(TLSPolicyServer(isTLS12: isTLS12, transport))
            }
        }
    #else
        static let tlsChecks: [Check] = []
    #endif
}

#if os(Linux)
    /// A server whose answer says whether the client has presented a certificate.
    private final class TLSPolicyServer: Sendable {
        enum Outcome: Equatable { case answer, answerToCertificate, untrusted }

        let files: TLSFiles
        private let server: LoopbackServer
        private let transport: Caller

        init(isTLS12: Bool, _ transport: Caller) throws {
            let files = try TLSFiles()
            let (path, key) = (files.server.path(percentEncoded: false), files.server.path(percentEncoded: false))
            let context = try TLSServerContext(certificate: path, key: key, isTLS12: isTLS12, asksForCertificate: true)
            server = try LoopbackServer(tls: context) { connection in
                while connection.readRequest() != nil {
                    try connection.write(
                        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Certificate: \(connection.hasPeerCertificate ? "yes" : "no")\r\n\r\n")
                }
            }
            self.files = files
            self.transport = transport
        }

        /// Expects this outcome, or an error that says that the policy isn't supported.
        func expect(_ expected: Outcome, _ edit: (inout TLSPolicy) -> Void) async throws {
            var context = TransferContext()
            edit(&context.connection.tls)
            let outcome: Outcome
            do {
                let request = HTTPRequest(origin: server.tlsOrigin, timeout: .seconds(600))
                let response = try await transport.send(request, in: context)
                try TransportConformance.expect(response.status, is: 200, "the status")
                outcome = response.headers["X-Certificate"] == "yes" ? .answerToCertificate : .answer
            } catch let error as APIError where error.code == .configuration {
                return
            } catch let error as APIError where error.code == .tls {
                outcome = .untrusted
            }
            try TransportConformance.expect(outcome, is: expected, "the outcome")
        }
    }
#endif
