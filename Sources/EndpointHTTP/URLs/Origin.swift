/// Scheme, host and port (RFC 6454): the server that a request goes to, and the boundary that credentials don't cross.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// The scheme of a URL, in lower case as in its raw value.
    public enum Scheme: String, Sendable {
        /// The default ports are 80 and 443.
        case http, https

        var defaultPort: Int { self == .http ? 80 : 443 }
    }

    /// The scheme. It is part of the identity: https and http on the same host are different origins.
    public let scheme: Scheme
    /// The host as the WHATWG URL standard writes it: in lower case, an IPv4 address as four decimal numbers (`127.1` is `127.0.0.1`), an
    /// IPv6 address compressed and in its brackets.
    public let host: String
    /// 1 to 65535; by default 80 for http and 443 for https.
    public let port: Int
    /// `https://example.com`, with the port unless it is the scheme's default.
    public let description: String
    /// True for hosts on the same machine: 127.0.0.0/8, including its IPv6 form (`[::ffff:127.0.0.1]`), `[::1]`, `localhost` and names
    /// under `localhost`.
    public let isLoopback: Bool

    /// nil unless the host is a registered name, an IPv4 address or an IPv6 address in brackets (RFC 3986, section 3.2.2), and the port a
    /// 16-bit number above 0. A host whose last label is a number must be a valid IPv4 address. A name with non-ASCII letters becomes its
    /// ASCII form (`xn--…`, RFC 5891). A port of nil, the default, means the scheme's default port: 80 or 443.
    public init?(scheme: Scheme, host: String, port: Int? = nil) {
        let port = port ?? scheme.defaultPort
        guard let host = Self.canonical(host: host), (1...65_535).contains(port) else { return nil }
        self.scheme = scheme
        self.host = host
        self.port = port
        description = "\(scheme.rawValue)://\(host)" + (port == scheme.defaultPort ? "" : ":\(port)")
        isLoopback = host == "localhost" || host.hasSuffix(".localhost") || IPAddress(host)?.isLoopback == true
    }

    /// Whether another origin is the same host over https, with both on their default ports.
    package func isUpgraded(to other: Origin) -> Bool {
        scheme == .http && other.scheme == .https && host == other.host
            && port == scheme.defaultPort && other.port == other.scheme.defaultPort
    }

    public static func == (a: Origin, b: Origin) -> Bool { a.description == b.description }
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }

    /// The host as the WHATWG URL standard writes it, so that equal hosts are equal strings; nil if it is not valid.
    package static func canonical(host: String) -> String? {
        let isASCII = host.utf8.allSatisfy { $0 < 0x80 }
        guard let host = isASCII ? host.lowercased() : InternationalHost.ascii(host) else { return nil }
        if IPAddress.isMeant(by: host) { return IPAddress(host)?.description }
        let forbidden = Set("/?#[]@:\\%<>^`{|}\"".utf8)
        return !host.isEmpty && host.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !forbidden.contains($0) } ? host : nil
    }
}
