/// How far a call goes after redirects. They are followed by one rule set, whatever the transport.
///
/// - 301, 302, 303, 307 and 308 with a `Location` are followed (RFC 9110, section 15.4); anything else is a response like any other.
///   301 and 302 make a GET without a body of a POST, 303 of everything but HEAD; 307 and 308 keep method and body.
/// - What belongs to one origin stays there: on the way to another scheme, host or port everything that the configuration's
///   authentication added is dropped, and every header field and query item that ``Redaction/standard`` or the policies' own redaction names,
///   `Authorization` and `Cookie` among them. A chain that comes back gets none of it again.
/// - On one origin all header fields stay. A location's query replaces the request's: authentication that adds to the query is applied
///   afresh to the new URL; one that adds header fields only isn't asked again, so it can't sign the URL.
/// - From https to http, to a URL that is no http or https URL or has a user in it, or with a body that can't be sent again, the call
///   fails with ``APIError/Code/redirect``; a chain that is too long or goes round with ``APIError/Code/tooManyRedirects``.
public struct RedirectPolicy: Hashable, Sendable {
    /// The most redirects that one attempt follows. With 0 or less none is: the decisions judge it like any other response, so that
    /// the standard ones fail the call with ``APIError/Code/badStatus``.
    public var limit: Int

    public init(limit: Int = 10) { self.limit = limit }

    /// Up to ten.
    public static let standard = RedirectPolicy()
    /// No redirect is followed.
    public static let none = RedirectPolicy(limit: 0)
}
