/// One request that a cache forwards, and how the cache treats its response.
package final class CacheExchange: Sendable {
    /// The request to sign, with the stored response's validators, if any.
    package let request: HTTPRequest
    /// The same request as it was sent; until it is sent, this equals ``request``.
    private let sent: HTTPRequest
    package let visit: CacheVisit
    private let stored: StoredResponse?
    /// Whether the cache made the request conditional, rather than the caller.
    package let isValidation: Bool
    private let requestTime: Double

    /// How the cache treats the head of the response.
    package enum Head: Sendable {
        case answer(HTTPResponse)
        /// The caller gets the response.
        case pass(isStored: Bool)
        /// The server has validated a response that isn't stored, so the request must be sent again without a condition.
        case again(CacheExchange)
    }

    init(_ visit: CacheVisit, stored: StoredResponse?, isValidation: Bool) {
        self.visit = visit
        self.stored = stored
        self.isValidation = isValidation
        request = isValidation ? stored.map { visit.request.validating($0.rules) } ?? visit.request : visit.request
        sent = request
        requestTime = visit.cache.now
    }

    private init(_ other: CacheExchange, sent: HTTPRequest) {
        (visit, stored, isValidation, request) = (other.visit, other.stored, other.isValidation, other.request)
        self.sent = sent
        requestTime = other.visit.cache.now
    }

    /// The exchange for the request as it is actually sent.
    package func sending(_ request: HTTPRequest) -> CacheExchange { CacheExchange(self, sent: request) }

    /// The exchange without the stored response.
    package var unconditional: CacheExchange { CacheExchange(visit, stored: nil, isValidation: false) }

    private var cache: ResponseCache { visit.cache }
    private var key: RequestKey { visit.key }

    /// The items of earlier requests that the answer may repeat, if the answer comes from the cache.
    package var echoes: EchoedItems? { stored?.echoes }

    // MARK: The response

    package func receive(head: HTTPResponse) -> Head {
        if !request.onlyReads {
            for resource in request.resourcesChanged(by: head, socket: visit.socket) { cache.invalidate(resource) }
            return .pass(isStored: false)
        }
        let now = cache.now
        if head.status == .notModified, let stored {
            guard stored.rules.isValidated(by: head, ofOwnCondition: isValidation) else {
                guard isValidation else { return .pass(isStored: false) }
                cache.noteRefusedCondition(key.resource)
                return .again(unconditional)
            }
            let fresh = freshened(stored, by: head, at: now)
            guard isValidation else { return .pass(isStored: false) }
            var answer = fresh.answer(to: visit.request, .revalidated, at: now)
            // Cookies in the 304 are new.
            for cookie in head.headers.values(for: "Set-Cookie") { answer.headers.append("Set-Cookie", cookie) }
            answer.measured = head.measured
            return .answer(answer)
        }
        if Self.isOutage(head.status), let answer = staleAnswer(at: now) { return .answer(answer) }
        guard request.method == .get else {
            if head.status == .ok, let stored, stored.rules.differ(from: head) { cache.remove(stored) }
            return .pass(isStored: false)
        }
        let rules = ResponseRules(head, responseTime: now, heuristicFraction: cache.policy.heuristicFraction)
        // A later token or signature may be accepted, but wouldn't change the key, so a response that rejects one isn't stored.
        let isRefused = visit.signer != .nobody && (400..<500).contains(head.status.rawValue)
        let isStored = rules.allowsStoring && !isRefused && visit.signer != .unknown && head.headers.declaredLength ?? 0 <= cache.entryLimit
        let isNewer = head.status.rawValue < 400 ? head.status != .notModified : [404, 410].contains(head.status.rawValue)
        if !isStored, isNewer { removeOlder() }
        return .pass(isStored: isStored)
    }

    /// Removes the stored response to the request, because its latest response can't be stored.
    func removeOlder() {
        // If the look-up found no stored response, there is none to remove, unless the call ignored the cache.
        if stored != nil || visit.demand.use == .ignore { discard() }
    }

    /// Removes the stored responses to the request.
    package func discard() {
        for _ in 0..<MemoryCache.variantLimit {
            guard let older = visit.find() else { return }
            cache.remove(older)
        }
    }

    /// Stores and returns the stored response with the fields of the 304 that validated it.
    private func freshened(_ stored: StoredResponse, by head: HTTPResponse, at now: Double) -> StoredResponse {
        var merged = stored
        merged.merge(head.headers)
        // The new fields may change `Vary`, or the user to whom the response belongs.
        let fresh = StoredResponse(
            merged.response, to: visit.request, sentAs: sent, key, requestTime: requestTime, responseTime: now,
            heuristicFraction: cache.policy.heuristicFraction, lacksBody: stored.lacksBody, echoes: stored.echoes)
        if fresh?.hasSameKey(as: stored) != true { cache.remove(stored) }
        if let fresh { if fresh.rules.allowsStoring { cache.store(fresh, since: visit.moment) } else { cache.remove(fresh) } }
        return fresh ?? merged
    }

    /// Stores a response with a complete body.
    package func store(_ response: HTTPResponse) {
        let isUnread = visit.leavesRedirectsUnread && RedirectRules.location(response.status, response.headers) != nil
        let new = StoredResponse(
            response, to: visit.request, sentAs: sent, key, requestTime: requestTime, responseTime: cache.now,
            heuristicFraction: cache.policy.heuristicFraction, lacksBody: isUnread)
        guard let new, new.byteCount <= cache.entryLimit else { return removeOlder() }
        cache.store(new, since: visit.moment)
    }

    package var entryLimit: Int { cache.entryLimit }

    /// The stored response, if it may be used after this transport error. An unsafe request that received no response may have changed the
    /// resource.
    package func staleAnswer(after error: any Error) -> HTTPResponse? {
        guard request.onlyReads else {
            for resource in request.resourcesChanged(by: nil, socket: visit.socket) { cache.invalidate(resource) }
            return nil
        }
        return Self.isOutage(error) ? staleAnswer(at: cache.now) : nil
    }

    /// The stored response, if it may be used although the request couldn't be sent, for example because its token couldn't be refreshed.
    package func staleAnswer(insteadOfSending error: any Error) -> HTTPResponse? {
        request.onlyReads && Self.isOutage(error) ? staleAnswer(at: cache.now) : nil
    }

    /// Whether a server, which may be that of the token, couldn't be reached or failed.
    private static func isOutage(_ error: any Error) -> Bool {
        guard let error = error as? APIError else { return false }
        switch error.code {
        case .connection, .timeout: return true
        case .badStatus: return (error.status ?? (error.underlying as? APIError)?.status).map(isOutage) ?? false
        default: return false
        }
    }

    private static func isOutage(_ status: HTTPStatus) -> Bool { [500, 502, 503, 504].contains(status) }

    private func staleAnswer(at now: Double) -> HTTPResponse? {
        guard let stored, CacheDecision.allowsStaleAfterError(visit.demand, stored, at: now) else { return nil }
        return stored.answer(to: visit.request, stored.isFresh(at: now) ? .cache : .stale, at: now)
    }
}

extension ResponseRules {
    /// Whether a 304 validates the response that has these rules (section 4.3.4). A 304 without a validator does so only if the cache
    /// itself made the request conditional, because the caller's condition may concern another version.
    fileprivate func isValidated(by head: HTTPResponse, ofOwnCondition isOwn: Bool) -> Bool {
        let date = head.headers["Last-Modified"]
        if let tag = head.headers["ETag"] {
            guard let entityTag, entityTag.weakTag == tag.weakTag else { return false }
            // A strong tag identifies one version. Several versions may share a weak tag.
            if !tag.hasPrefix("W/"), !entityTag.hasPrefix("W/") { return true }
        } else if date == nil {
            return isOwn
        }
        guard let date, let lastModified else { return date == nil || isOwn && entityTag == nil }
        return ExactText(date) == ExactText(lastModified)
    }
}

extension ResponseRules {
    /// Whether a response to HEAD belongs to another version than the response to GET that has these rules (section 4.3.5).
    fileprivate func differ(from head: HTTPResponse) -> Bool {
        if let tag = head.headers["ETag"], let entityTag { return tag.weakTag != entityTag.weakTag }
        guard let date = head.headers["Last-Modified"], let lastModified else { return false }
        return ExactText(date) != ExactText(lastModified)
    }
}

extension HTTPRequest {
    /// The resources that an unsafe request may have changed: its own, unless the server rejected it with a 4xx, and after a success also the
    /// same-origin ones in `Location` and `Content-Location` (section 4.4). If the response was lost, here or behind a gateway, or if the
    /// server failed, the request may still have changed something.
    package func resourcesChanged(by head: HTTPResponse?, socket: String?) -> Set<KeyDigest> {
        if head?.status.isClientError == true { return [] }
        let own: Set = [RequestKey.resource(of: self, socket: socket)]
        guard let head, head.status.rawValue < 400 else { return own }
        let base = urlText
        return ["Location", "Content-Location"].reduce(into: own) { resources, name in
            guard let text = head.headers[name], let location = try? RedirectRules.target(text, from: base), location.origin == origin
            else { return }
            let other = HTTPRequest(origin: location.origin, path: location.path, query: location.query)
            resources.insert(RequestKey.resource(of: other, socket: socket))
        }
    }
}

extension HTTPHeaders {
    fileprivate var declaredLength: Int? { self["Content-Length"].flatMap { Int($0) } }
}

extension HTTPRequest {
    /// The request with the conditions of a validation (RFC 9111, section 4.3.1).
    fileprivate func validating(_ rules: ResponseRules) -> HTTPRequest {
        var request = self
        if let tag = rules.entityTag { request.headers["If-None-Match"] = tag }
        if let date = rules.lastModified { request.headers["If-Modified-Since"] = date }
        return request
    }
}
