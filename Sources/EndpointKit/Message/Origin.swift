/// Scheme, host and port (RFC 6454): where a request goes, and how far a credential may travel.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    public enum Scheme: String, Sendable {
        case http, https

        var defaultPort: Int { self == .http ? 80 : 443 }
    }

    public let scheme: Scheme
    /// In lower case; an IPv6 address stands in its brackets.
    public let host: String
    public let port: Int
    /// `https://example.com`, with the port where it isn't the scheme's own.
    public let description: String

    /// nil unless the host is a registered name or an IP literal of RFC 3986, section 3.2.2, and the port a 16-bit number above 0.
    public init?(scheme: Scheme, host: String, port: Int? = nil) {
        let host = host.lowercased()
        let port = port ?? scheme.defaultPort
        guard Self.isValid(host: host), (1...65_535).contains(port) else { return nil }
        self.scheme = scheme
        self.host = host
        self.port = port
        description = "\(scheme.rawValue)://\(host)" + (port == scheme.defaultPort ? "" : ":\(port)")
    }

    /// True for 127.0.0.0/8, `[::1]` and `localhost`: what never leaves the machine.
    public var isLoopback: Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" || (host.hasPrefix("127.") && Self.isIPv4(host))
    }

    public static func == (a: Origin, b: Origin) -> Bool { a.description == b.description }
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }

    private static func isIPv4(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }

    private static func isValid(host: String) -> Bool {
        if host.hasPrefix("[") {
            return host.hasSuffix("]") && host.utf8.count > 3
                && host.utf8.dropFirst().dropLast().allSatisfy { byte in
                    PercentEncoding.Allowed.hexDigit.contains(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
                }
        }
        let forbidden = Set("/?#[]@:\\%<>^`{|}\"".utf8)
        return !host.isEmpty && host.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !forbidden.contains($0) }
    }
}
