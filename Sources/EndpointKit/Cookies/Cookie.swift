/// A value that a server sets, and gets back with later requests (RFC 6265bis).
///
/// Its value is a ``Secret``, so that a printed cookie shows its name and where it goes, and nothing else.
public struct Cookie: Hashable, Sendable {
    /// Case-sensitive; empty for a cookie that a server has set without a name.
    public let name: String
    /// What the server gets back: `reveal()` returns it. Its bytes are the same if they are ASCII or UTF-8. Others are read as Latin-1, and sent
    /// as UTF-8.
    public let value: Secret
    /// The host that gets the cookie, in lower case, or the domain if ``includesSubdomains`` is true. Ports don't count (RFC 6265bis, section 8.5).
    public let domain: String
    /// Whether hosts under ``domain`` get the cookie, too.
    public let includesSubdomains: Bool
    /// Requests whose path is this one or below it get the cookie.
    public let path: String
    /// When the cookie ends; nil for the end of the session.
    public let expires: Date?
    /// Whether it goes over https only, or to the machine itself.
    public let isSecure: Bool
    /// Whether the server wants scripts of a page not to see it, which has no effect here.
    public let isHTTPOnly: Bool

    /// Creates a cookie for ``CookieJar/set(_:)``, which validates it.
    ///
    /// - Parameters:
    ///   - name: without `=` and `;`.
    ///   - value: without `;`. With the name, it may have up to 4096 bytes.
    ///   - domain: the host that gets it, such as `api.example.com`.
    ///   - includesSubdomains: whether hosts under `domain` get it, too.
    ///   - path: begins with a slash.
    ///   - expires: nil, the default, for the end of the session.
    ///   - isSecure: true by default, so that it never goes over plain http to another machine.
    ///   - isHTTPOnly: false by default.
    public init(
        name: String, value: Secret, domain: String, includesSubdomains: Bool = false, path: String = "/", expires: Date? = nil,
        isSecure: Bool = true, isHTTPOnly: Bool = false
    ) {
        self.init(
            name: name, value: value, exactDomain: Origin.canonical(host: domain) ?? domain, includesSubdomains: includesSubdomains,
            path: path,
            expires: expires, isSecure: isSecure, isHTTPOnly: isHTTPOnly)
    }

    init(
        name: String, value: Secret, exactDomain: String, includesSubdomains: Bool, path: String, expires: Date?, isSecure: Bool,
        isHTTPOnly: Bool
    ) {
        self.name = name
        self.value = value
        domain = exactDomain
        self.includesSubdomains = includesSubdomains
        self.path = path
        self.expires = expires
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
    }

    /// Identifies a cookie in a jar: another one with the same identity takes its place.
    struct Identity: Hashable {
        let domain: String
        let includesSubdomains: Bool
        private let name, path: ExactText

        init(_ cookie: Cookie) {
            domain = cookie.domain
            includesSubdomains = cookie.includesSubdomains
            name = ExactText(cookie.name)
            path = ExactText(cookie.path)
        }
    }

    var identity: Identity { Identity(self) }

    /// The most bytes of a name and its value.
    static let sizeLimit = 4096
    /// The most bytes of an attribute.
    static let attributeLimit = 1024

    func isExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }

    /// `name=value`, or the value alone where there is no name (RFC 6265bis, section 5.8.3).
    var pair: String { name.isEmpty ? value.reveal() : "\(name)=\(value.reveal())" }
}

extension Cookie {
    /// What is wrong with a cookie that a program or a file has made; nil for a valid one.
    var fault: String? {
        let value = value.reveal()
        if name.isEmpty, value.isEmpty { return "it has neither name nor value" }
        if name.utf8.count + value.utf8.count > Self.sizeLimit { return "its name and its value have more than \(Self.sizeLimit) bytes" }
        if !Self.isText(name) || name.utf8.contains(UInt8(ascii: "=")) { return "its name has a character that no name may have" }
        if !Self.isText(value) { return "its value has a character that no value may have" }
        if path.utf8.first != UInt8(ascii: "/") || !Self.isText(path) || path.utf8.count > Self.attributeLimit {
            return "its path is not valid"
        }
        if Origin.canonical(host: domain) != domain { return "its domain is not the name of a host" }
        if includesSubdomains, IPAddress.isMeant(by: domain) { return "an IP address has no subdomains" }
        if let expires, !expires.timeIntervalSince1970.isFinite { return "its end is no date" }
        return prefixFault(hasPath: true, hasDomain: includesSubdomains)
    }

    /// Whether it has no semicolon, no control character, and no white space at its ends.
    private static func isText(_ text: String) -> Bool {
        if text.holdsControlCharacter || text.utf8.contains(UInt8(ascii: ";")) { return false }
        return text.utf8.first?.isBlank != true && text.utf8.last?.isBlank != true
    }

    /// Why its name doesn't go with its attributes; nil if it does. Prefixes are compared without regard to case, as some servers do (RFC
    /// 6265bis, section 5.4; `__Http-` and `__Host-Http-` are of its successor).
    ///
    /// - Parameters:
    ///   - hasPath: whether a `Path` was given.
    ///   - hasDomain: whether a `Domain` was given.
    func prefixFault(hasPath: Bool, hasDomain: Bool) -> String? {
        // A server can't tell a value without a name from a name.
        let start = String(decoding: (name.isEmpty ? value.reveal() : name).utf8.prefix(12), as: UTF8.self).lowercased()
        guard let prefix = ["__host-http-", "__host-", "__http-", "__secure-"].first(where: start.hasPrefix) else { return nil }
        let isHost = prefix.hasPrefix("__host-")
        if !name.isEmpty, isSecure, !prefix.hasSuffix("http-") || isHTTPOnly, !isHost || !hasDomain && hasPath && path == "/" {
            return nil
        }
        return "its name begins with a prefix that its attributes don't fulfil"
    }
}

extension Cookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `session=<redacted>; Domain=example.com; Path=/`, without the value.
    public var description: String {
        let shown = Redaction.standard
        var text = "\(shown.redact(name: name))=\(Secret.mark); Domain=\(domain); Path=\(shown.redact(path: path))"
        if isSecure { text += "; Secure" }
        if isHTTPOnly { text += "; HttpOnly" }
        return text
    }

    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["cookie": description], displayStyle: .struct) }
}
