/// Judges a redirect without sending anything: returns the next request, or throws the reason why there is none (RFC 9110, section 15.4).
package struct RedirectRules {
    private let provenance: Provenance
    private var policy: RedirectPolicy { provenance.home.policy }

    /// - Parameter provenance: what the client has added to the requests, which a server may have copied into a location.
    package init(_ provenance: Provenance) { self.provenance = provenance }

    /// The address that a server sent as `text` in its response to the request at `base`, in a redirect or in a link to another page.
    package static func target(_ text: String, from base: String) throws(Location.Refusal) -> Location {
        let location = try Location.parse(URIReference(text).resolved(against: URIReference(base)).text).get()
        if location.origin.scheme == .http, case .success(let here) = Location.parse(base), here.origin.scheme == .https {
            throw Location.Refusal(reason: "leads from https to http")
        }
        return location
    }

    /// Returns the next request; nil if `response` is not a redirect to follow.
    ///
    /// - Parameters:
    ///   - chain: the requests so far, as they were sent.
    ///   - plain: the last request before authentication edited it. The next request is derived from it.
    ///   - response: the response to the last request.
    package func next(after chain: [HTTPRequest], _ plain: HTTPRequest, response: HTTPResponse) throws(APIError) -> HTTPRequest? {
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
        Self.setMethod(of: &next, after: response.status)
        if let body = next.body, !body.isReplayable { throw refusal.error(to: shown, "the request's body can't be sent again") }
        do { try removeCredentials(from: &next, after: request, start: start) } catch {
            throw refusal.error(to: shown, error.reason(leaving: request.origin, by: policy))
        }
        guard chain.count <= policy.limit else { throw refusal.error(of: chain + [next], "There are more than \(policy.limit) redirects") }
        return next
    }

    /// The error for a redirect to `next` that isn't followed, with the reason as the end of a sentence.
    package func refusal(of next: HTTPRequest, after request: HTTPRequest, _ response: HTTPResponse, _ reason: String) -> APIError {
        RedirectRefusal(request: request, response: response).error(to: next.urlText, reason)
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
        // A POST that stands in for another method is treated like that method.
        let isPost = request.method == .post && !request.hasReplacedMethod
        let becomesGet = status == .movedPermanently || status == .found ? isPost : request.method != .head
        guard status < .temporaryRedirect, becomesGet || status == .seeOther else { return }
        request.removeContent()
        if becomesGet, request.method != .get || request.hasReplacedMethod { request.becomeGet() }
    }

    /// Removes the query items that authentication added, because they are added again or must not leave the origin. If the origin differs
    /// from the previous or the first origin of the chain, only fields that may cross origins are kept. A server may have copied the sent
    /// query into its location; items that the server itself added, such as the signature of a download, stay.
    private func removeCredentials(from next: inout HTTPRequest, after request: HTTPRequest, start: HTTPRequest) throws(LostField) {
        var repeated = provenance.itemsOfSignature(of: request)
        let home = provenance.home
        if home.separates(next.origin, from: request.origin) || home.separates(next.origin, from: start.origin) {
            repeated = provenance.itemsForHome(from: start, to: request)
            next.isAway = true
            // The authentication's additions stay behind in any case.
            if !next.onlyReads { try request.checkAdditions() }
            let (from, to) = (start.origin, next.origin)
            let isUpgrade = from.isUpgraded(to: to) && [from, to].contains(request.origin)
            try next.leaveHome(by: policy, isUpgrade: isUpgrade)
        }
        next.query.removeItems { repeated.contains($0) }
    }
}

/// Creates the errors for redirects that aren't followed. The messages hide secrets, and shorten long URLs.
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
