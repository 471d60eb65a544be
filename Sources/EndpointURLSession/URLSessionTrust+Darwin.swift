#if canImport(Darwin)
    internal import CryptoKit
    internal import EndpointHTTP
    internal import Foundation
    internal import Security

    /// Answers TLS challenges according to the ``TLSPolicy`` that all connections of a session share.
    ///
    /// A client certificate must be a PKCS #12 file here (`.p12`, `.pfx`), which also contains the key, because the system can't read PEM.
    struct URLSessionTrust: Sendable {
        private let authorities: [Data]?
        private let tls: TLSPolicy
        private let client: (archive: Data, password: Secret?)?

        init(_ request: HTTPRequest, in context: TransferContext) throws {
            let tls = context.connection.tls
            self.tls = tls
            if let file = tls.certificateAuthorities {
                let certificates = CertificateBytes.certificates(
                    inPEM: String(decoding: try Self.contents(of: file, request), as: UTF8.self))
                if certificates.isEmpty { throw Self.failure("\(file.lastPathComponent) contains no certificate in PEM", request) }
                authorities = certificates
            } else {
                authorities = nil
            }
            if let file = tls.clientCertificate {
                guard ["p12", "pfx"].contains(file.certificate.pathExtension.lowercased()) else {
                    throw URLSessionChannel.refusal("a client certificate that isn't a PKCS #12 file", request)
                }
                client = (try Self.contents(of: file.certificate, request), file.password)
            } else {
                client = nil
            }
        }

        func answer(_ challenge: URLAuthenticationChallenge) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
            let space = challenge.protectionSpace
            switch space.authenticationMethod {
            case NSURLAuthenticationMethodServerTrust:
                // The system returns an IPv6 address without its brackets.
                let host = space.host.contains(":") ? "[\(space.host)]" : space.host
                let pins = tls.keys(pinnedFor: Origin(scheme: .https, host: host)?.host ?? host)
                if authorities == nil, pins == nil { return (.performDefaultHandling, nil) }
                guard let trust = space.serverTrust, isTrusted(trust), hasKey(trust, of: pins) else {
                    return (.cancelAuthenticationChallenge, nil)
                }
                return (.useCredential, URLCredential(trust: trust))
            case NSURLAuthenticationMethodClientCertificate:
                guard client != nil else { return (.performDefaultHandling, nil) }
                guard let identity else { return (.cancelAuthenticationChallenge, nil) }
                return (.useCredential, URLCredential(identity: identity, certificates: nil, persistence: .none))
            default:
                return (.performDefaultHandling, nil)
            }
        }

        /// Verifies the certificate chain, and the host's name, which the trust object contains.
        private func isTrusted(_ trust: SecTrust) -> Bool {
            if let authorities {
                let anchors = authorities.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
                guard anchors.count == authorities.count,
                    SecTrustSetAnchorCertificates(trust, anchors as CFArray) == errSecSuccess,
                    SecTrustSetAnchorCertificatesOnly(trust, true) == errSecSuccess
                else { return false }
            }
            return SecTrustEvaluateWithError(trust, nil)
        }

        private func hasKey(_ trust: SecTrust, of pins: [String]?) -> Bool {
            guard let pins else { return true }
            guard let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate], let leaf = chain.first,
                let key = CertificateBytes.publicKey(inCertificate: SecCertificateCopyData(leaf) as Data)
            else { return false }
            return pins.contains(Data(SHA256.hash(data: key)).base64EncodedString())
        }

        private var identity: SecIdentity? {
            guard let client else { return nil }
            // Without kSecImportToMemoryOnly, macOS would add the certificate to the user's keychain.
            let options: [String: Any] = [
                kSecImportExportPassphrase as String: client.password?.reveal() ?? "", kSecImportToMemoryOnly as String: true,
            ]
            var items: CFArray?
            guard SecPKCS12Import(client.archive as CFData, options as CFDictionary, &items) == errSecSuccess,
                let first = (items as? [[String: AnyObject]])?.first, let found = first[kSecImportItemIdentity as String],
                CFGetTypeID(found) == SecIdentityGetTypeID()
            else { return nil }
            // A conditional cast to a Core Foundation type doesn't compile.
            return unsafeDowncast(found, to: SecIdentity.self)
        }

        private static func contents(of file: URL, _ request: HTTPRequest) throws -> Data {
            do {
                return try Data(contentsOf: file)
            } catch {
                throw failure("\(file.lastPathComponent) can't be read", request)
            }
        }

        private static func failure(_ detail: String, _ request: HTTPRequest) -> APIError {
            TransportFailure(.tls, detail: detail).error(for: request)
        }
    }
#endif
