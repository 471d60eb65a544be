/// A request method (RFC 9110, section 9). The set is open: a service may have its own.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The method as sent. Methods are case-sensitive.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { self.rawValue = value }

    /// RFC 9110, section 9.3.1.
    public static let get = HTTPMethod(rawValue: "GET")
    /// RFC 9110, section 9.3.2. Its response has no body.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// RFC 9110, section 9.3.3. Neither safe nor idempotent.
    public static let post = HTTPMethod(rawValue: "POST")
    /// RFC 9110, section 9.3.4. Idempotent.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// RFC 5789. Neither safe nor idempotent.
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// RFC 9110, section 9.3.5. Idempotent.
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// RFC 9110, section 9.3.7.
    public static let options = HTTPMethod(rawValue: "OPTIONS")
    /// RFC 9110, section 9.3.8.
    public static let trace = HTTPMethod(rawValue: "TRACE")

    /// True for GET, HEAD, OPTIONS and TRACE, which only read (RFC 9110, section 9.2.1).
    public var isSafe: Bool { self == .get || self == .head || self == .options || self == .trace }

    /// True for safe methods, PUT and DELETE: repeating the request has the same effect as sending it once (RFC 9110, section 9.2.2).
    public var isIdempotent: Bool { isSafe || self == .put || self == .delete }

    public var description: String { rawValue }
}
