/// The parts of a request that determine which cookies it gets and may set: its host, its path, and whether its connection is secure.
struct CookieTarget {
    let host: String
    let path: String
    /// True for https and for a server on this machine, as in browsers and curl.
    let isSecure: Bool
    private let isAddress: Bool

    init(_ request: HTTPRequest) {
        self.init(origin: request.origin, path: String(request.target.upTo { $0 == "?" }))
    }

    init(origin: Origin, path: String) {
        host = origin.host
        self.path = path
        isSecure = origin.scheme == .https || origin.isLoopback
        isAddress = IPAddress.isMeant(by: host)
    }

    /// The domains whose cookies this host may get: the host itself, then its parent domains. An IP address has no parent domain.
    var domains: [String] {
        if isAddress { return [host] }
        return [host] + host.utf8.indices.filter { host.utf8[$0] == UInt8(ascii: ".") }.map { String(host[host.utf8.index(after: $0)...]) }
    }

    /// Whether a cookie with this `Domain` may be set (RFC 6265bis, section 5.1.3).
    func isIn(_ domain: String) -> Bool { host == domain || !isAddress && Self.isSubdomain(host, of: domain) }

    func gets(_ cookie: Cookie) -> Bool {
        (cookie.domain == host || cookie.includesSubdomains && isIn(cookie.domain)) && Self.path(path, isIn: cookie.path)
            && (isSecure || !cookie.isSecure)
    }

    /// The path up to the last slash, for cookies without a path (RFC 6265bis, section 5.1.4).
    var defaultPath: String {
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    static func isSubdomain(_ host: String, of domain: String) -> Bool { !domain.isEmpty && host.hasSuffix("." + domain) }

    /// Whether `path` is `other` or below it. Compares bytes: `/%61` isn't `/a`.
    static func path(_ path: String, isIn other: String) -> Bool {
        guard path.utf8.starts(with: other.utf8) else { return false }
        return path.utf8.count == other.utf8.count || other.utf8.last == UInt8(ascii: "/")
            || path.utf8.dropFirst(other.utf8.count).first == UInt8(ascii: "/")
    }
}
