/// A token with an expiry and a text for the `Authorization` field.
///
/// Both are required. The expiry has no default, so that it isn't forgotten if the service sends one. For a token without an expiry, write
/// `var expiry: Date? { nil }`.
///
///     nonisolated struct Session: Codable, BearerToken {
///         let accessToken: String
///         let refreshToken: String
///         let expiry: Date?
///         var bearerText: String { accessToken }
///     }
public protocol BearerToken: Sendable {
    /// The text after `Bearer` in the `Authorization` field (RFC 6750, section 2.1).
    var bearerText: String { get }
    /// When the token expires. nil if the expiry is unknown: the token then counts as valid until the server rejects it.
    var expiry: Date? { get }
}
