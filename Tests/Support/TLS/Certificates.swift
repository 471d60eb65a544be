#if os(Linux)
    package import EndpointConformance
    public import EndpointKit
    package import EndpointKitTesting
    import Foundation

    /// Our own authority, a server certificate for 127.0.0.1 and localhost, and a client certificate, generated once per run by openssl.
    public final class Certificates: Sendable {
        public struct Identity: Sendable {
            public let certificate: MemoryFile
            public let key: MemoryFile
        }

        private static let made = Task { try await Certificates() }
        public static var shared: Certificates {
            get async throws { try await made.value }
        }

        public let authority: MemoryFile
        public let server: Identity
        public let client: Identity
        /// The hash of the server's public key.
        public let pin: String

        public var clientCertificate: TLSPolicy.ClientCertificate {
            TLSPolicy.ClientCertificate(certificate: client.certificate.url, key: client.key.url)
        }

        private init() async throws {
            let authorityKey = try await Self.key()
            let authority = try await Self.openssl(
                "req", "-x509", "-new", "-key", authorityKey.path, "-days", "2", "-subj", "/CN=EndpointKit-test-authority")
            func identity(_ name: String, _ extensions: String) async throws -> Identity {
                let key = try await Self.key()
                let request = try await Self.openssl("req", "-new", "-key", key.path, "-subj", "/CN=\(name)")
                let settings = try MemoryFile(Data(extensions.utf8))
                let certificate = try await Self.openssl(
                    "x509", "-req", "-in", request.path, "-CA", authority.path, "-CAkey", authorityKey.path,
                    "-set_serial", "\(UInt32.random(in: 1...(.max)))", "-days", "2", "-extfile", settings.path)
                return Identity(certificate: certificate, key: key)
            }
            self.authority = authority
            server = try await identity("server", "subjectAltName=IP:127.0.0.1,DNS:localhost")
            client = try await identity("client", "extendedKeyUsage=clientAuth")
            let publicKey = try await Self.openssl("pkey", "-in", server.key.path, "-pubout", "-outform", "DER")
            pin = try await SystemProgram.run("openssl", ["dgst", "-sha256", "-binary", publicKey.path]).base64EncodedString()
        }

        private static func key() async throws -> MemoryFile {
            try await openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256")
        }

        /// Runs openssl, and returns its output.
        private static func openssl(_ arguments: String...) async throws -> MemoryFile {
            try MemoryFile(try await SystemProgram.run("openssl", arguments))
        }
    }

    extension TLSServerContext {
        package convenience init(_ identity: Certificates.Identity) throws {
            try self.init(certificate: identity.certificate.path, key: identity.key.path)
        }
    }

    extension LoopbackServer {
        /// Creates a server that begins each connection with a TLS handshake.
        package convenience init(
            tls identity: Certificates.Identity, _ serve: @escaping @Sendable (TLSConnection) throws -> Void
        ) throws { try self.init(tls: TLSServerContext(identity), serve) }
    }
#endif
