#if URLSessionTransport
    // What a certificate holds has no public name; where it is used, there is no openssl to compare it with.
    @testable import EndpointKit
    import Foundation
    import Testing

    @Suite(.enabled(if: Tool.hasOpenSSL, "openssl isn't installed")) struct CertificateBytesTests {
        @Test func `a certificate's public key is the one that openssl finds, and a cut-off certificate has none`() throws {
            let certificates = try Certificates.shared.get()
            let pem = try String(contentsOf: certificates.server, encoding: .utf8)
            let certificate = try #require(CertificateBytes.certificates(inPEM: "# ours\n\(pem)\(pem)").last)
            let found = try Tool.run(
                "openssl pkey -in server.key -pubout -outform DER | openssl base64 -A", in: certificates.directory)
            #expect(CertificateBytes.publicKey(inCertificate: certificate) == Data(base64Encoded: found))
            for count in 0..<certificate.count {
                #expect(CertificateBytes.publicKey(inCertificate: certificate.prefix(count)) == nil)
            }
        }

        @Test func `a file without a certificate gives none`() {
            #expect(CertificateBytes.certificates(inPEM: "").isEmpty)
            #expect(CertificateBytes.certificates(inPEM: "-----BEGIN CERTIFICATE-----\nAAAA").isEmpty)
        }
    }
#endif
