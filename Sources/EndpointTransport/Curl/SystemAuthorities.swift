#if canImport(CurlShim)
    internal import CurlShim
    internal import Glibc

    /// The system's certificate authorities, for a libcurl that was built on another system, and looks for them where that one has them.
    enum SystemAuthorities {
        /// Debian and Ubuntu and Alpine; Fedora and Amazon Linux; openSUSE; Alpine and the BSDs.
        private static let usualFiles = [
            "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
        ]

        private static let builtIn: [String] = {
            let version = ek_curl_version()
            return [version.authorities_file, version.authorities_folder].compactMap { $0.map { String(cString: $0) } }
        }()

        enum Place {
            /// Where libcurl looks by itself.
            case builtIn
            case file(String)
            case missing(reason: String)
        }

        static var place: Place {
            // One without a place of its own has other ways: the TLS library's, or authorities that are built in.
            if builtIn.isEmpty || builtIn.contains(where: FileSystem.isReadable) { return .builtIn }
            if let named = getenv("SSL_CERT_FILE").map({ String(cString: $0) }), !named.isEmpty {
                return FileSystem.isReadable(named) ? .file(named) : .missing(reason: "SSL_CERT_FILE names \(named), which can't be read")
            }
            if let found = usualFiles.first(where: FileSystem.isReadable) { return .file(found) }
            return .missing(
                reason: "there is no file of certificate authorities on this machine: \((builtIn + usualFiles).joined(separator: ", "))")
        }

        /// Why no server is trusted; nil where libcurl knows whom to trust.
        static func distrust(of transfer: CurlTransfer) -> APIError? {
            let request = transfer.request
            guard request.origin.scheme == .https, transfer.context.connection.tls.certificateAuthorities == nil,
                case .missing(let reason) = place
            else { return nil }
            let failure = TransportFailure(
                .tls,
                detail: """
                    \(reason). Install the system's (the package is ca-certificates), or name a file in PEM in the environment as \
                    SSL_CERT_FILE or by TLSPolicy.certificateAuthorities
                    """)
            return failure.error(for: request)
        }
    }
#endif
