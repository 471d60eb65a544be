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

    /// nil unless the host is a registered name or an IPv6 address in brackets (RFC 3986, section 3.2.2), and the port a 16-bit number
    /// above 0. A name in other letters than ASCII's becomes its ASCII form (`xn--…`, RFC 5891).
    public init?(scheme: Scheme, host: String, port: Int? = nil) {
        let isASCII = host.utf8.allSatisfy { $0 < 0x80 }
        guard let host = isASCII ? host.lowercased() : InternationalHost.ascii(host) else { return nil }
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

    private static func isIPv4(_ host: some StringProtocol) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { $0.utf8.count <= 3 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt8($0) != nil }
    }

    /// RFC 4291, section 2.2: eight groups, of which one run may be left out as `::`, and the last two may be written as IPv4.
    private static func isIPv6(_ text: Substring) -> Bool {
        func groups(_ text: Substring) -> Int? {
            if text.isEmpty { return 0 }
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            var count = 0
            for (index, part) in parts.enumerated() {
                if index == parts.count - 1, part.contains(".") {
                    guard isIPv4(part) else { return nil }
                    count += 2
                } else {
                    guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy({ PercentEncoding.Allowed.hexDigit.contains($0) })
                    else { return nil }
                    count += 1
                }
            }
            return count
        }
        guard let gap = text.firstRange(of: "::") else { return groups(text) == 8 }
        // IPv4 stands at the end of the whole, so not before the gap.
        guard let head = groups(text[..<gap.lowerBound]), let tail = groups(text[gap.upperBound...]),
            !text[..<gap.lowerBound].contains(".")
        else { return false }
        return head + tail < 8
    }

    private static func isValid(host: String) -> Bool {
        if host.hasPrefix("[") { return host.hasSuffix("]") && isIPv6(host.dropFirst().dropLast()) }
        let forbidden = Set("/?#[]@:\\%<>^`{|}\"".utf8)
        return !host.isEmpty && host.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !forbidden.contains($0) }
    }
}
