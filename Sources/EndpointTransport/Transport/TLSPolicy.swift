/// How far a server is trusted. Certificates are always verified against the host's name; there is no way to turn that off.
public struct TLSPolicy: Sendable {
    /// Certificate authorities in a PEM file, in place of the system's.
    public var certificateAuthorities: URL?
    /// By host, in any spelling that ``Origin`` takes, and IPv6 also without brackets: SHA-256 hashes of public keys (SubjectPublicKeyInfo), in
    /// Base64. A host named here must show one of its keys (RFC 7469, section 2.4); others need none. A name that is no host makes every
    /// request over TLS an ``APIError/Code/configuration``.
    public var pinnedKeys: [String: [String]]
    /// Shown to the configuration's own origin, and to no other.
    public var clientCertificate: ClientCertificate?
    /// TLS 1.2.
    public var minimumVersion: Version

    public enum Version: String, Sendable {
        case tls12 = "1.2"
        case tls13 = "1.3"
    }

    /// A certificate in a PEM file, with its key.
    public struct ClientCertificate: Sendable {
        public var certificate: URL
        public var key: URL
        public var password: Secret?

        public init(certificate: URL, key: URL, password: Secret? = nil) {
            self.certificate = certificate
            self.key = key
            self.password = password
        }
    }

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
    /// The keys of which a host must show one; nil where it isn't named. Hosts compare as an ``Origin`` writes them: a pin that is spelled
    /// another way still holds.
    package func keys(pinnedFor host: String) -> [String]? {
        if pinnedKeys.isEmpty { return nil }
        let named = pinnedKeys.filter { name, _ in name == host || Self.host(pinnedAs: name) == host }
        return named.isEmpty ? nil : named.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    /// As an ``Origin`` writes it; nil for what is no host.
    package static func host(pinnedAs name: String) -> String? { Origin.canonical(host: name) ?? Origin.canonical(host: "[\(name)]") }

    /// Why no request may be sent over TLS: a pin whose name is no host would hold for none.
    package var fault: String? {
        pinnedKeys.keys.filter { Self.host(pinnedAs: $0) == nil }.min().map {
            """
            The TLS policy pins keys for "\(Redaction.standard.redact(text: $0))", which is no host. Name the host alone, as in \
            "api.example.com", without a scheme, a port or a path.
            """
        }
    }
}
