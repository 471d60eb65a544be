/// Decides which servers are trusted. Certificates are always verified against the host's name; this can't be turned off.
public struct TLSPolicy: Sendable {
    /// A PEM file of certificate authorities that replace the system's; nil means the system's authorities.
    public var certificateAuthorities: URL?
    /// The keys of each pinned host: SHA-256 hashes of public keys (SubjectPublicKeyInfo), in Base64. The host may have any spelling that
    /// ``Origin`` accepts, and an IPv6 address may lack its brackets. A pinned host must present one of its keys (RFC 7469, section 2.4);
    /// other hosts need none. If a name isn't a valid host, or a key isn't such a hash, every request over TLS fails with
    /// ``APIError/Code/configuration``.
    ///
    /// This command prints the hash of a server's current key:
    ///
    /// ```text
    /// openssl s_client -connect api.example.com:443 </dev/null | openssl x509 -pubkey -noout |
    ///     openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64
    /// ```
    ///
    /// Pin a second key that isn't in use yet, so that the server can switch to it.
    public var pinnedKeys: [String: [String]]
    /// The client certificate, which is presented only to the configuration's own origin; nil if there is none.
    public var clientCertificate: ClientCertificate?
    /// TLS 1.2 by default.
    public var minimumVersion: Version

    /// A version of TLS, whose raw value is its number.
    public enum Version: String, Sendable {
        /// RFC 5246.
        case tls12 = "1.2"
        /// RFC 8446.
        case tls13 = "1.3"
    }

    /// A certificate and its key in PEM files; on Apple's platforms a PKCS #12 file (`.p12`, `.pfx`), which also contains the key.
    public struct ClientCertificate: Sendable {
        /// The file of the certificate.
        public var certificate: URL
        /// The PEM file of the private key.
        public var key: URL
        /// The passphrase of an encrypted key; nil if there is none.
        public var password: Secret?

        /// Creates a client certificate without reading the files: calls fail if a file is missing or invalid.
        ///
        /// - Parameters:
        ///   - certificate: a PEM file; on Apple's platforms a PKCS #12 file.
        ///   - key: the PEM file of the private key.
        ///   - password: the passphrase of an encrypted key; nil if there is none.
        public init(certificate: URL, key: URL, password: Secret? = nil) {
            self.certificate = certificate
            self.key = key
            self.password = password
        }
    }

    /// Creates a policy. By default it trusts the system's authorities, requires TLS 1.2 or later, and has no pinned keys and no client
    /// certificate.
    ///
    /// - Parameters:
    ///   - certificateAuthorities: a PEM file of authorities that replace the system's; nil means the system's authorities.
    ///   - pinnedKeys: the SHA-256 hashes of the public keys of each pinned host, in Base64.
    ///   - clientCertificate: the certificate, which is presented only to the configuration's own origin; nil if there is none.
    ///   - minimumVersion: the lowest accepted version.
    public init(
        certificateAuthorities: URL? = nil, pinnedKeys: [String: [String]] = [:], clientCertificate: ClientCertificate? = nil,
        minimumVersion: Version = .tls12
    ) {
        self.certificateAuthorities = certificateAuthorities
        self.pinnedKeys = pinnedKeys
        self.clientCertificate = clientCertificate
        self.minimumVersion = minimumVersion
    }
}

extension TLSPolicy {
    /// The keys that are pinned for a host, which must present one of them; nil if the host isn't pinned. Hosts are compared as ``Origin``
    /// writes them, without a trailing dot, so that a pin applies to any spelling.
    package func keys(pinnedFor host: String) -> [String]? {
        if pinnedKeys.isEmpty { return nil }
        let host = Self.withoutRoot(host)
        let named = pinnedKeys.filter { name, _ in name == host || Self.host(pinnedAs: name).map(Self.withoutRoot) == host }
        return named.isEmpty ? nil : named.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    /// The host as ``Origin`` writes it; nil if it is not valid.
    package static func host(pinnedAs name: String) -> String? { Origin.canonical(host: name) ?? Origin.canonical(host: "[\(name)]") }

    /// The host without a trailing dot, as certificates are verified.
    private static func withoutRoot(_ host: String) -> String { host.hasSuffix(".") ? String(host.unicodeScalars.dropLast()) : host }

    /// Whether a string is the Base64 of a SHA-256 hash.
    package static func isKeyHash(_ text: String) -> Bool {
        // Only one string encodes these bytes: the one in which the unused bits are zero.
        Data(base64Encoded: text).map { $0.count == 32 && $0.base64EncodedString() == text } ?? false
    }

    /// Why no request may be sent over TLS; nil if all pins are valid. A pin without a valid host would be ignored, and a pin that isn't a
    /// hash matches no key.
    package var fault: String? {
        if pinnedKeys.isEmpty { return nil }
        if let name = pinnedKeys.keys.filter({ Self.host(pinnedAs: $0) == nil }).min() {
            return """
                The TLS policy pins keys for "\(Redaction.standard.redact(text: name))", which is not a host. Write only the host, such as \
                "api.example.com", without a scheme, a port or a path.
                """
        }
        if let host = pinnedKeys.keys.sorted().first(where: { pinnedKeys[$0]?.allSatisfy(Self.isKeyHash) == false }) {
            return """
                A key that the TLS policy pins for "\(Redaction.standard.redact(text: host))" is not the Base64 of a SHA-256 hash, which has 44 \
                characters.
                """
        }
        return nil
    }
}
