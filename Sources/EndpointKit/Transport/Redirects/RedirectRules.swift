/// What a redirect asks for, without doing it: the request to send next, or why it isn't sent (RFC 9110, section 15.4).
struct RedirectRules {
    var limit: Int

    /// nil where `response` is no redirect that is followed. `request` is what it answers, as it went out; `chain` is what was to be
    /// sent so far, without what authentication added afresh.
    func next(after request: HTTPRequest, in chain: [HTTPRequest], response: HTTPResponse) throws(APIError) -> HTTPRequest? {
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

    private static func isFollowed(_ status: HTTPStatus) -> Bool {
        switch status {
        case .movedPermanently, .found, .seeOther, .temporaryRedirect, .permanentRedirect: true
        default: false
        }
    }

    private static func setMethod(of request: inout HTTPRequest, after status: HTTPStatus) {
        // A POST that stands for another method stays it where that one would.
        let isPost = request.method == .post && !request.headers.contains(MethodOverrideAdapter.field)
        let becomesGet = status == .movedPermanently || status == .found ? isPost : request.method != .head
        guard status < .temporaryRedirect, becomesGet || status == .seeOther else { return }
        if becomesGet, request.method != .get {
            request.method = .get
            request.isIdempotent = true
            request.headers[MethodOverrideAdapter.field] = nil
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
