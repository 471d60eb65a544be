/// A value that a server sets, and then receives with later requests (RFC 6265bis).
///
/// Its value is a ``Secret``, so a printed cookie shows only its name and attributes.
public struct Cookie: Hashable, Sendable {
    /// Case-sensitive; empty for a cookie that a server has set without a name.
    public let name: String
    /// The value that the server receives; `reveal()` returns it. ASCII and UTF-8 are preserved. Other bytes are read as Latin-1 and sent as
    /// UTF-8.
    public let value: Secret
    /// The host that gets the cookie, in lower case, or the domain if ``includesSubdomains`` is true. Ports are ignored (RFC 6265bis,
    /// section 8.5).
    public let domain: String
    /// Whether subdomains of ``domain`` also get the cookie.
    public let includesSubdomains: Bool
    /// The cookie is sent to this path and to paths below it.
    public let path: String
    /// When the cookie expires; nil for the end of the session.
    public let expires: Date?
    /// Whether the cookie is sent only over https or to this machine.
    public let isSecure: Bool
    /// Whether scripts of a page shouldn't see the cookie. It has no effect here.
    public let isHTTPOnly: Bool

    /// Creates a cookie for ``CookieJar/set(_:)``, which validates it.
    ///
    /// - Parameters:
    ///   - name: contains neither `=` nor `;`.
    ///   - value: contains no `;`. Name and value have at most 4,096 bytes together.
    ///   - domain: the host that gets the cookie, such as `api.example.com`.
    ///   - includesSubdomains: whether subdomains of `domain` also get it.
    ///   - path: begins with a slash.
    ///   - expires: nil, the default, for the end of the session.
    ///   - isSecure: true by default, so the cookie is never sent over plain http to another machine.
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

    /// Identifies a cookie in a jar: a cookie with the same identity replaces it.
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

    /// Names, values and paths are equal if they have the same bytes.
    public static func == (a: Cookie, b: Cookie) -> Bool {
        a.identity == b.identity && a.value == b.value && a.expires == b.expires && (a.isSecure, a.isHTTPOnly) == (b.isSecure, b.isHTTPOnly)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(identity)
        hasher.combine(value)
    }

    /// The maximum size of a name and its value together, in bytes.
    static let sizeLimit = 4096
    /// The maximum size of an attribute in bytes.
    static let attributeLimit = 1024

    func isExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }

    /// `name=value`, or only the value if there is no name (RFC 6265bis, section 5.8.3).
    var pair: String { name.isEmpty ? value.reveal() : "\(name)=\(value.reveal())" }
}

extension Cookie {
    /// Why a cookie from a program or a file is invalid; nil if it is valid.
    var fault: String? {
        let value = value.reveal()
        if name.isEmpty, value.isEmpty { return "it has neither name nor value" }
        if name.utf8.count + value.utf8.count > Self.sizeLimit { return "its name and its value have more than \(Self.sizeLimit) bytes" }
        if !Self.isText(name) || name.utf8.contains(UInt8(ascii: "=")) { return "its name has an invalid character" }
        if !Self.isText(value) { return "its value has an invalid character" }
        if path.utf8.first != UInt8(ascii: "/") || !Self.isText(path) || path.utf8.count > Self.attributeLimit {
            return "its path is not valid"
        }
        if Origin.canonical(host: domain) != domain { return "its domain is not the name of a host" }
        if includesSubdomains, IPAddress.isMeant(by: domain) { return "an IP address has no subdomains" }
        if let expires, !expires.timeIntervalSince1970.isFinite { return "its expiry isn't a date" }
        return prefixFault(hasPath: true, hasDomain: includesSubdomains)
    }

    /// Whether the text has no semicolon, no control character, and no leading or trailing white space.
    private static func isText(_ text: String) -> Bool {
        if text.holdsControlCharacter || text.utf8.contains(UInt8(ascii: ";")) { return false }
        return text.utf8.first?.isBlank != true && text.utf8.last?.isBlank != true
    }

    /// Why the prefix of its name doesn't allow its attributes; nil if it does. Prefixes are case-insensitive, because some servers treat
    /// them that way (RFC 6265bis, section 5.4; its successor added `__Http-` and `__Host-Http-`).
    ///
    /// - Parameters:
    ///   - hasPath: whether a `Path` was given.
    ///   - hasDomain: whether a `Domain` was given.
    func prefixFault(hasPath: Bool, hasDomain: Bool) -> String? {
        // A server can't distinguish a nameless value from a name.
        let start = String(decoding: (name.isEmpty ? value.reveal() : name).utf8.prefix(12), as: UTF8.self).lowercased()
        guard let prefix = ["__host-http-", "__host-", "__http-", "__secure-"].first(where: start.hasPrefix) else { return nil }
        let isHost = prefix.hasPrefix("__host-")
        if !name.isEmpty, isSecure, !prefix.hasSuffix("http-") || isHTTPOnly, !isHost || !hasDomain && hasPath && path == "/" {
            return nil
        }
        return "its name has a prefix that requires other attributes"
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
