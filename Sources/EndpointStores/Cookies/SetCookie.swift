/// A `Set-Cookie` field, parsed as leniently as browsers do (RFC 6265bis, section 5.6).
struct SetCookie: Equatable {
    let name: String
    let value: String
    /// The value of `Domain` in lower case, without a leading dot. Empty if there is none; the cookie is then sent only to the host itself.
    private(set) var domain = ""
    /// The value of `Path`; nil for the default path, or if the value doesn't begin with a slash.
    private(set) var path: String?
    /// The expiry from `Max-Age`, or otherwise from `Expires`; nil for the end of the session.
    var expires: Date? { ageLimit ?? dateLimit }
    private var ageLimit, dateLimit: Date?
    private(set) var isSecure = false
    private(set) var isHTTPOnly = false

    /// A cookie expires after at most 400 days.
    static let longestLife = 400.0 * 86_400

    /// Returns nil if the field must be ignored: it contains a control character, is too long, has neither name nor value, or has a domain or
    /// path that isn't ASCII.
    init?(_ field: String, now: Date) {
        if field.holdsControlCharacter { return nil }
        let pieces = field.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let (first, second) = Self.pair(pieces[0])
        // Without a "=", the whole text is the value.
        name = second == nil ? "" : first
        value = second ?? first
        if name.isEmpty && value.isEmpty || name.utf8.count + value.utf8.count > Cookie.sizeLimit { return nil }
        for piece in pieces.dropFirst() {
            let (name, value) = Self.pair(piece)
            if (value ?? "").utf8.count <= Cookie.attributeLimit { add(name, value ?? "", now: now) }
        }
        // No request could match the cookie, because hosts and paths are ASCII on the wire.
        if !(domain + (path ?? "")).utf8.allSatisfy({ $0 < 0x80 }) { return nil }
        domain = domain.lowercased()
    }

    /// The text before and after the first `=`, without leading and trailing white space.
    private static func pair(_ piece: Substring.UTF8View) -> (String, String?) {
        let name = piece.prefix { $0 != UInt8(ascii: "=") }
        let value = name.endIndex == piece.endIndex ? nil : piece[name.endIndex...].dropFirst()
        return (trimmed(name), value.map(trimmed))
    }

    private static func trimmed(_ bytes: Substring.UTF8View) -> String {
        guard let first = bytes.firstIndex(where: { !$0.isBlank }), let last = bytes.lastIndex(where: { !$0.isBlank }) else { return "" }
        return String(Substring(bytes[first...last]))
    }

    /// If an attribute occurs several times, the last one applies. Other attributes, including `SameSite`, are ignored.
    private mutating func add(_ attribute: String, _ value: String, now: Date) {
        switch attribute.lowercased() {
        case "expires":
            if let date = CookieDate.date(from: value) { dateLimit = min(date, now + Self.longestLife) }
        case "max-age":
            if let seconds = Self.seconds(value) { ageLimit = seconds > 0 ? now + min(seconds, Self.longestLife) : .distantPast }
        case "domain": domain = String(value.trimmingPrefix("."))
        case "path": path = value.utf8.first == UInt8(ascii: "/") ? value : nil
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        default: break
        }
    }

    /// Accepts any number of digits, with an optional minus sign.
    private static func seconds(_ text: String) -> Double? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Double(text)
    }
}
