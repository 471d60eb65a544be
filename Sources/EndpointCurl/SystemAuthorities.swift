#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP
    internal import Glibc

    /// Finds the system's certificate authorities, because a libcurl that was built for another system looks for them at that system's path.
    enum SystemAuthorities {
        /// The files used by Debian, Ubuntu and Alpine; by Fedora and Amazon Linux; by openSUSE; and by Alpine and the BSDs.
        private static let usualFiles = [
            "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
        ]

        private static let builtIn: [String] = {
            let version = ek_curl_version()
            return [version.authorities_file, version.authorities_folder].compactMap { $0.map { String(cString: $0) } }
        }()

        enum Place {
            /// libcurl finds them on its own.
            case builtIn
            case file(String)
            case missing(reason: String)
        }

        static var place: Place {
            // A libcurl without a built-in path uses the default of its TLS library, or built-in authorities.
            if builtIn.isEmpty || builtIn.contains(where: FileSystem.isReadable) { return .builtIn }
            if let named = getenv("SSL_CERT_FILE").map({ String(cString: $0) }), !named.isEmpty {
                return FileSystem.isReadable(named) ? .file(named) : .missing(reason: "SSL_CERT_FILE names \(named), which can't be read")
            }
            if let found = usualFiles.first(where: FileSystem.isReadable) { return .file(found) }
            return .missing(
                reason: "there is no file of certificate authorities on this machine: \((builtIn + usualFiles).joined(separator: ", "))")
        }

        /// The error if no certificate authorities were found; nil for http, or if the TLS policy specifies its own.
        static func distrust(of transfer: CurlTransfer) -> APIError? {
            let request = transfer.request
            guard request.origin.scheme == .https, transfer.context.connection.tls.certificateAuthorities == nil,
                case .missing(let reason) = place
            else { return nil }
            let failure = TransportFailure(
                .tls,
                detail: """
                    \(reason). Install the package ca-certificates, or set the environment variable SSL_CERT_FILE or \
                    TLSPolicy.certificateAuthorities to a PEM file
                    """)
            return failure.error(for: request)
        }
    }
#endif
