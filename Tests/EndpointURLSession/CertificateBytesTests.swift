#if URLSessionTransport
    // A certificate's content has no public API, and the platforms that use it have no openssl to compare with.
    @testable import EndpointURLSession
    import Foundation
    import TestSupport
    import Testing

    @Suite(.enabled(if: SystemProgram.isInstalled("openssl"), "openssl isn't installed")) struct CertificateBytesTests {
        @Test
        func `CertificateBytes: a certificate's public key equals the one that openssl finds, and a truncated certificate has none`()
            async throws
        {
            let certificates = try await Certificates.shared
            let pem = try String(contentsOf: certificates.server.certificate.url, encoding: .utf8)
            let certificate = try #require(CertificateBytes.certificates(inPEM: "# ours\n\(pem)\(pem)").last)
            let found = try await SystemProgram.run(
                "openssl", ["pkey", "-in", certificates.server.key.path, "-pubout", "-outform", "DER"])
            #expect(CertificateBytes.publicKey(inCertificate: certificate) == found)
            for count in 0..<certificate.count {
                #expect(CertificateBytes.publicKey(inCertificate: certificate.prefix(count)) == nil)
            }
        }

        @Test func `CertificateBytes: a file without a certificate has none`() {
            #expect(CertificateBytes.certificates(inPEM: "").isEmpty)
            #expect(CertificateBytes.certificates(inPEM: "-----BEGIN CERTIFICATE-----\nAAAA").isEmpty)
        }
    }
#endif
