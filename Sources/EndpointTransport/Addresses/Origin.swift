/// Scheme, host and port (RFC 6454): where a request goes, and how far a credential may travel.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    public enum Scheme: String, Sendable {
        case http, https

        var defaultPort: Int { self == .http ? 80 : 443 }
    }

    public let scheme: Scheme
    /// As the WHATWG URL standard writes it: in lower case, an IPv4 address as four decimal numbers (`127.1` is `127.0.0.1`), an IPv6 address
    /// compressed and in its brackets.
    public let host: String
    public let port: Int
    /// `https://example.com`, with the port where it isn't the scheme's own.
    public let description: String
    /// True for 127.0.0.0/8, also as IPv6 (`[::ffff:127.0.0.1]`), `[::1]` and `localhost`: what never leaves the machine.
    public let isLoopback: Bool

    /// nil unless the host is a registered name, an IPv4 address or an IPv6 address in brackets (RFC 3986, section 3.2.2), and the port a
    /// 16-bit number above 0. A host whose last label is a number is an IPv4 address or none. A name in other letters than ASCII's becomes
    /// its ASCII form (`xn--…`, RFC 5891).
    public init?(scheme: Scheme, host: String, port: Int? = nil) {
        let port = port ?? scheme.defaultPort
        guard let host = Self.canonical(host: host), (1...65_535).contains(port) else { return nil }
        self.scheme = scheme
        self.host = host
        self.port = port
        description = "\(scheme.rawValue)://\(host)" + (port == scheme.defaultPort ? "" : ":\(port)")
        isLoopback = host == "localhost" || host.hasSuffix(".localhost") || IPAddress(host)?.isLoopback == true
    }

    public static func == (a: Origin, b: Origin) -> Bool { a.description == b.description }
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }

    /// A host as the WHATWG URL standard writes it, so that equal hosts are equal texts; nil for what is none.
    package static func canonical(host: String) -> String? {
        let isASCII = host.utf8.allSatisfy { $0 < 0x80 }
        guard let host = isASCII ? host.lowercased() : InternationalHost.ascii(host) else { return nil }
        if IPAddress.isMeant(by: host) { return IPAddress(host)?.description }
        let forbidden = Set("/?#[]@:\\%<>^`{|}\"".utf8)
        return !host.isEmpty && host.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !forbidden.contains($0) } ? host : nil
    }
}
