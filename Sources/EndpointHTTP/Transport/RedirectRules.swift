/// Limits how many redirects a call follows, and decides which fields go to another origin. The rules are the same for all transports.
///
/// - 301, 302, 303, 307 and 308 with a `Location` are followed (RFC 9110, section 15.4); any other response is returned.
///   301 and 302 turn a POST into a GET without a body, 303 any method except HEAD; 307 and 308 keep method and body.
/// - A cross-origin redirect (another scheme, host or port) keeps the method and these header fields: `Accept` and fields that begin with
///   `Accept-`, `User-Agent`, `Range`, `If-Range`, `Content-…` if the body is kept, and ``crossOriginHeaders``. Everything else is dropped,
///   and isn't restored if a later redirect leads back. A link to the next page of a list follows the same rule.
/// - If the server repeats the query that it received, the items that adapters and authentication added are removed, and so are the
///   configuration's items and items with the names of secrets. A configuration's item stays if it is a boolean, a date, a number of up to
///   ten digits or words of letters, unless its name is that of a secret.
/// - A same-origin redirect keeps all header fields. The location's query replaces the request's, and authentication is applied again to
///   the new URL.
/// - The call fails with ``APIError/Code/redirect`` if a redirect leads from https to http, or to a URL that isn't http or https or has a
///   user, if the body can't be sent again, or if an unsafe request would lose a field without which it does something else: a
///   precondition such as `If-Match`, an `Idempotency-Key`, or a field that replaces the method. It fails with
///   ``APIError/Code/tooManyRedirects`` after more than ``limit`` redirects, which ends a loop, too.
public struct RedirectPolicy: Hashable, Sendable {
    /// The maximum number of redirects that one attempt follows, with those of the attempt that it resumes. With 0 or less, redirects are
    /// judged like any other response: the standard decisions fail the call with ``APIError/Code/badStatus``.
    public var limit: Int
    /// The names of additional header fields that are sent to another origin, ignoring case. Fields that authentication adds never are.
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

extension HTTPRequest {
    /// Removes what may not go to another origin: fields, and the endpoint's word that the request may be sent twice, which
    /// may rest on these fields. Throws if the request would do something else without one of them.
    ///
    /// - Parameter keepsAdditions: whether the fields since ``beginAdditions()`` are meant for the other origin. If not, they all go.
    package mutating func leaveHome(by policy: RedirectPolicy, keepsAdditions: Bool) throws(LostField) {
        let hasContent = body != nil
        try removeForeignFields { field, isAddition in
            isAddition ? !keepsAdditions : !policy.letsCross(field.name, withContent: hasContent)
        }
        forgetIdempotence()
    }

    /// Removes what was added since ``beginAdditions()``, except for fields that may go to another origin. Throws if the request would do
    /// something else without one of them.
    package mutating func removeAdditions(by policy: RedirectPolicy) throws(LostField) {
        let hasContent = body != nil
        try removeForeignFields { field, isAddition in isAddition && !policy.letsCross(field.name, withContent: hasContent) }
        try removeForeignItems { _, isAddition in isAddition }
    }
}

/// Judges a redirect without sending anything: returns the next request, or throws the reason why there is none (RFC 9110, section 15.4).
package struct RedirectRules {
    private let policy: RedirectPolicy
    /// The query items of the configuration and of adapters, which a server may have copied into a location.
    private let ownItems: Set<Query.Item>

    package init(_ policy: RedirectPolicy, ownItems: Set<Query.Item> = []) {
        self.policy = policy
        self.ownItems = ownItems
    }

    /// The address that a server sent as `text` in its answer to the request at `base`, in a redirect or in a link to another page.
    package static func target(_ text: String, from base: String) throws(Location.Refusal) -> Location {
        let location = try Location.parse(URIReference(text).resolved(against: URIReference(base)).text).get()
        if location.origin.scheme == .http, case .success(let here) = Location.parse(base), here.origin.scheme == .https {
            throw Location.Refusal(reason: "leads from https to http")
        }
        return location
    }

    /// The query items that must not go to another origin, even if a server repeats them: the configuration's and the adapters'
    /// (`ownItems`), what authentication added to the first request of a chain or to the last, and the first one's own secrets.
    package static func itemsForHome(of last: HTTPRequest, start: HTTPRequest, ownItems: Set<Query.Item>) -> Set<Query.Item> {
        let secrets = start.redaction.secrets
        return ownItems.union(start.query.additions).union(last.query.additions)
            .union(start.query.filter { secrets.hides(item: $0.name) })
    }

    /// nil if `response` is not a redirect to follow.
    ///
    /// - Parameters:
    ///   - chain: the requests so far, as they were sent.
    ///   - plain: the last of them without what authentication did to it, from which the next request is made.
    ///   - response: answers the last request.
    ///   - isEchoed: whether the response repeats an item of an earlier request that it answered.
    package func next(
        after chain: [HTTPRequest], _ plain: HTTPRequest, response: HTTPResponse, isEchoed: (Query.Item) -> Bool = { _ in false }
    ) throws(APIError) -> HTTPRequest? {
        guard policy.limit > 0, let text = Self.location(response.status, response.headers) else { return nil }
        guard let start = chain.first, let request = chain.last else { return nil }
        let refusal = RedirectRefusal(request: request, response: response)
        // An attacker may have added one of several locations.
        guard response.headers.values(for: "Location").allSatisfy({ $0 == text }) else { throw refusal.ofSeveralLocations }
        let shown = URIReference(text).resolved(against: URIReference(request.urlText)).text
        let location: Location
        do { location = try Self.target(text, from: request.urlText) } catch { throw refusal.error(to: shown, "it \(error.reason)") }

        var next = plain
        next.go(to: location, after: request)
        next.query.removeItems { item, _ in isEchoed(item) }
        Self.setMethod(of: &next, after: response.status)
        if let body = next.body, !body.isReplayable { throw refusal.error(to: shown, "the request's body can't be sent again") }
        do { try removeCredentials(from: &next, after: request, start: start) } catch {
            throw refusal.error(to: shown, error.reason(leaving: request.origin, by: policy))
        }
        guard chain.count <= policy.limit else { throw refusal.error(of: chain + [next], "There are more than \(policy.limit) redirects") }
        return next
    }

    /// The `Location` of a redirect to follow; nil for any other response.
    package static func location(_ status: HTTPStatus, _ headers: @autoclosure () -> HTTPHeaders) -> String? {
        switch status {
        case .movedPermanently, .found, .seeOther, .temporaryRedirect, .permanentRedirect:
            headers()["Location"].flatMap { $0.isEmpty ? nil : $0 }
        default: nil
        }
    }

    private static func setMethod(of request: inout HTTPRequest, after status: HTTPStatus) {
        // A POST that replaces another method is treated like that method.
        let isPost = request.method == .post && !request.hasReplacedMethod
        let becomesGet = status == .movedPermanently || status == .found ? isPost : request.method != .head
        guard status < .temporaryRedirect, becomesGet || status == .seeOther else { return }
        request.removeContent()
        if becomesGet, request.method != .get || request.hasReplacedMethod { request.becomeGet() }
    }

    /// Removes what authentication added to the query, because it is added again or must not leave the origin. If the origin differs from
    /// the previous one or the first one of the chain, only fields that may cross origins are kept. A server may have copied the sent query
    /// into its location; items that the server itself added, such as the signature of a download, stay.
    private func removeCredentials(from next: inout HTTPRequest, after request: HTTPRequest, start: HTTPRequest) throws(LostField) {
        var repeated = Set(request.query.additions)
        if next.origin != request.origin || next.origin != start.origin {
            repeated = Self.itemsForHome(of: request, start: start, ownItems: ownItems)
            next.isAway = true
            // What the authentication added stays behind in any case.
            if !next.onlyReads { try request.checkAdditions() }
            try next.leaveHome(by: policy, keepsAdditions: false)
        }
        next.query.removeItems { repeated.contains($0) }
        next.query.beginAdditions()
    }
}

/// Makes the errors for redirects that aren't followed. The messages hide secrets, and shorten long URLs.
struct RedirectRefusal {
    package let request: HTTPRequest
    package let response: HTTPResponse

    package func error(to target: String, _ reason: String) -> APIError {
        let target = OwnSecrets(of: request).removed(from: request.redaction.redact(urlText: target))
        return error(.redirect, "The redirect to \(Self.shown(target)) can't be followed: \(reason).")
    }

    var ofSeveralLocations: APIError {
        error(.redirect, "The redirect \(response.status) can't be followed: it has Location fields that differ.")
    }

    package func error(of chain: [HTTPRequest], _ problem: String) -> APIError {
        let steps = chain.map { "\($0.method) \(Self.shown($0.redaction.redactedURL(of: $0)))" }
        return error(.tooManyRedirects, "\(problem): \(steps.joined(separator: ", then ")).")
    }

    private func error(_ code: APIError.Code, _ message: String) -> APIError {
        APIError(code, message, request: request, response: response)
    }

    private static func shown(_ text: String) -> String {
        let limit = 200
        let start = String(decoding: text.utf8.prefix(limit), as: UTF8.self)
        return (text.utf8.count > limit ? start + "…" : start).debugDescription
    }
}
