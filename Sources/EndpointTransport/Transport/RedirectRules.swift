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

/// What a redirect asks for, without doing it: the request to send next, or why it isn't sent (RFC 9110, section 15.4).
package struct RedirectRules {
    private let limit: Int

    package init(limit: Int) { self.limit = limit }

    /// nil where `response` is no redirect that is followed. `request` is what it answers, as it went out; `chain` is what was to be
    /// sent so far, without what authentication added afresh.
    package func next(after request: HTTPRequest, in chain: [HTTPRequest], response: HTTPResponse) throws(APIError) -> HTTPRequest? {
        guard limit > 0, Self.isFollowed(response.status), let text = response.headers["Location"], !text.isEmpty else { return nil }
        let refusal = RedirectRefusal(request: request, response: response)
        // One of them may have been slipped in on the way.
        guard response.headers.values(for: "Location").allSatisfy({ $0 == text }) else { throw refusal.ofSeveralLocations }
        let target = URIReference(text).resolved(against: URIReference(request.urlText)).text
        let location: Location
        switch Location.parse(target) {
        case .success(let parsed): location = parsed
        case .failure(let reason): throw refusal.error(to: target, "it \(reason.reason)")
        }
        if request.origin.scheme == .https, location.origin.scheme == .http {
            throw refusal.error(to: target, "it leads from https to http")
        }

        var next = request
        next.go(to: location)
        Self.setMethod(of: &next, after: response.status)
        if let body = next.body, !body.isReplayable { throw refusal.error(to: target, "the request's body can't be sent again") }
        Self.removeCredentials(from: &next, after: request, start: chain.first ?? request)

        // Asked the same thing, a server will answer the same thing.
        if chain.contains(where: { $0.method == next.method && $0.headers == next.headers && $0.urlText == next.urlText }) {
            throw refusal.error(of: chain + [next], "The redirects go round in a circle")
        }
        guard chain.count <= limit else { throw refusal.error(of: chain + [next], "There are more than \(limit) redirects") }
        return next
    }

    /// The field that names the method a POST stands for.
    package static let methodOverride = "X-HTTP-Method-Override"

    private static func isFollowed(_ status: HTTPStatus) -> Bool {
        switch status {
        case .movedPermanently, .found, .seeOther, .temporaryRedirect, .permanentRedirect: true
        default: false
        }
    }

    private static func setMethod(of request: inout HTTPRequest, after status: HTTPStatus) {
        // A POST that stands for another method stays it where that one would.
        let isPost = request.method == .post && !request.headers.contains(Self.methodOverride)
        let becomesGet = status == .movedPermanently || status == .found ? isPost : request.method != .head
        guard status < .temporaryRedirect, becomesGet || status == .seeOther else { return }
        if becomesGet, request.method != .get {
            request.method = .get
            request.isIdempotent = true
            request.headers[Self.methodOverride] = nil
        }
        request.body = nil
        request.headers.removeFields { field, _ in isAboutContent(field.name.lowercased()) }
    }

    private static func isAboutContent(_ name: String) -> Bool {
        name.hasPrefix("content-")
            || ["digest", "repr-digest", "last-modified", "transfer-encoding", "trailer", "expect"].contains(name)
    }

    /// Takes out what the next request may not say: away from where the chain started nothing that is secret, and there nothing in the
    /// query that authentication will add afresh. A server may have written the query that we sent into its location; what it wrote
    /// there of its own, a signed download for instance, stays.
    private static func removeCredentials(from next: inout HTTPRequest, after request: HTTPRequest, start: HTTPRequest) {
        let redaction = start.redaction.secrets
        var secrets = Set(request.query.additions)
        if next.origin != request.origin || next.origin != start.origin {
            secrets.formUnion(start.query.additions)
            secrets.formUnion(start.query.filter { redaction.hides($0.name) })
            next.headers.removeFields { field, isAddition in
                isAddition || field.name.equalsIgnoringASCIICase("Host") || redaction.hides(field.name)
            }
        }
        next.query.removeItems { secrets.contains($0) }
        next.query.beginAdditions()
    }
}

/// Why a redirect isn't followed, in words that hold no secret and stay short whatever the server wrote.
struct RedirectRefusal {
    package let request: HTTPRequest
    package let response: HTTPResponse

    package func error(to target: String, _ reason: String) -> APIError {
        error(.redirect, "The redirect to \(Self.shown(request.redaction.redact(urlText: target))) can't be followed: \(reason).")
    }

    var ofSeveralLocations: APIError { error(.redirect, "The response \(response.status) names several locations.") }

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
