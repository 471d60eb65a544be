/// Limits how many redirects a call follows, and decides which fields go to another origin. The rules are the same for all transports.
///
/// - 301, 302, 303, 307 and 308 with a `Location` are followed (RFC 9110, section 15.4); any other response is returned. 301 and 302 turn a
///   POST into a GET without a body, and 303 does so for any method except HEAD. 307 and 308 keep the method and the body.
/// - A cross-origin redirect (another scheme, host or port) keeps the method and these header fields: `Accept` and fields that begin with
///   `Accept-`, `User-Agent`, `Range`, `If-Range`, `Content-…` if the body is kept, and ``crossOriginHeaders``. Everything else is dropped,
///   and isn't restored if a later redirect leads back. A link to the next page of a list follows the same rule.
/// - From http to https of the same host, on the default ports, fields without which an unsafe request would do something else are kept as
///   well, such as an `Idempotency-Key`: the same party answers, and the request is better protected. Credentials are still dropped, because
///   they belong to an origin: use the https address as the base URL, or add it to the policies' `otherOrigins`.
/// - If the server repeats the query that it received, the items that adapters and authentication added are removed, and so are the
///   configuration's items and items with the names of secrets. A configuration's item stays if it is a boolean, a date, a number of up to
///   ten digits or words that consist of letters, unless its name is that of a secret.
/// - A same-origin redirect keeps all header fields. The location's query replaces the request's, and authentication is applied again to
///   the new URL.
/// - The call fails with ``APIError/Code/redirect`` in these cases: a redirect leads from https to http; its URL isn't http or https, or
///   has a user; the body can't be sent again; or an unsafe request would lose a field without which it would do something else, such as a
///   precondition (`If-Match`), an `Idempotency-Key`, or a field that replaces the method. The call fails with
///   ``APIError/Code/tooManyRedirects`` after more than ``limit`` redirects, which also ends a redirect loop.
public struct RedirectPolicy: Hashable, Sendable {
    /// The maximum number of redirects that one attempt follows, including those of the attempt that it resumes. With 0 or less, redirects
    /// are judged like any other response: the standard decisions fail the call with ``APIError/Code/badStatus``.
    public var limit: Int
    /// The names of additional header fields that are sent to another origin, ignoring case. Fields that authentication adds are never sent
    /// there.
    public var crossOriginHeaders: Set<String>

    /// By default, follows up to ten redirects, and sends no additional header fields to another origin.
    public init(limit: Int = 10, crossOriginHeaders: Set<String> = []) {
        self.limit = limit
        self.crossOriginHeaders = crossOriginHeaders
    }

    /// Follows up to ten redirects.
    public static let standard = RedirectPolicy()
    /// Follows no redirect.
    public static let none = RedirectPolicy(limit: 0)

    /// Whether a field may go to another origin. A field that describes the content may go only with the content.
    package func letsCross(_ name: String, withContent: Bool) -> Bool {
        let name = name.lowercased()
        return ["accept", "user-agent", "range", "if-range"].contains(name) || name.hasPrefix("accept-")
            || withContent && name.hasPrefix("content-") || crossOriginHeaders.contains { $0.equalsIgnoringASCIICase(name) }
    }
}
