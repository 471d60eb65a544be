/// One request's use of the cache, from the look-up until the response is stored, with the request's signer and the moment at which the
/// look-up began. The request is unsigned.
package struct CacheVisit: Sendable {
    package let cache: ResponseCache
    package let request: HTTPRequest
    package let signer: Signer
    let key: RequestKey
    let socket: String?
    package let demand: CacheDemand
    /// Whether the client follows redirects, so that a redirect may lack its body.
    let leavesRedirectsUnread: Bool
    /// The invalidations before the look-up. The response is stored only if there have been none since.
    let moment: ResponseCache.Moment

    /// - Parameter moment: the cache's moment, read before the signer was known.
    package init(
        _ request: HTTPRequest, to cache: ResponseCache, since moment: ResponseCache.Moment, of signer: Signer,
        over connection: ConnectionPolicy, _ demand: CacheDemand, leavesRedirectsUnread: Bool
    ) {
        self.cache = cache
        self.request = request
        self.signer = signer
        self.demand = demand
        self.leavesRedirectsUnread = leavesRedirectsUnread
        self.moment = moment
        key = RequestKey(request, of: signer, over: connection)
        socket = connection.unixSocket
    }

    /// How the cache treats the request.
    package enum Beginning: Sendable {
        case answer(HTTPResponse, EchoedItems?)
        /// The response may be used while the stored response is validated; ``ResponseCache/endValidation(_:_:hasFailed:)`` must follow.
        case answerWhileValidating(HTTPResponse, StoredResponse)
        case send(CacheExchange)
        /// The request bypasses the cache.
        case pass
    }

    package func begin() throws -> Beginning {
        guard request.onlyReads, request.method == .get || request.method == .head else {
            if demand.use == .only { throw notCached }
            return request.onlyReads ? .pass : .send(CacheExchange(self, stored: nil, isValidation: false))
        }
        // Ranges are neither stored nor served, and the key doesn't cover a body. Preconditions concern changes to the resource. A whole
        // response may answer a request for a range (RFC 9110, section 14.2), so a download starts over instead of failing.
        let ranges = demand.staysLocal ? [] : ["Range", "If-Range"]
        if request.body != nil || demand.isNoStore || (ranges + Self.preconditions).contains(where: request.headers.contains) {
            if demand.use == .only { throw notCached }
            return demand.isOnlyIfCached ? .answer(HTTPResponse(status: 504), nil) : .pass
        }
        let stored = demand.use == .ignore ? nil : find()
        let isConditional = Self.conditions.contains(where: request.headers.contains)
        let now = cache.now
        switch (CacheDecision(demand, stored, at: now), stored) {
        case (.fresh, let stored?): return .answer(stored.answer(to: request, .cache, at: now), stored.echoes)
        case (.stale(let isValidated), let stored?):
            let answer = stored.answer(to: request, .stale, at: now)
            guard isValidated, !isConditional, cache.beginsValidation(request.method, stored) else { return .answer(answer, stored.echoes) }
            return .answerWhileValidating(answer, stored)
        case (.unavailable, _):
            if demand.use == .only { throw notCached }
            return .answer(HTTPResponse(status: 504), nil)
        case (.validate, _):
            let isValidation = !isConditional && !cache.refusesConditions(key.resource)
            return .send(CacheExchange(self, stored: stored, isValidation: isValidation))
        default: return .send(CacheExchange(self, stored: stored, isValidation: false))
        }
    }

    /// The stored response that the request may use.
    package func find() -> StoredResponse? {
        // An unknown signer may sign in the URL, or in a field on which the response depends.
        if signer == .unknown { return nil }
        return cache.find(request, key, leavesRedirectsUnread: leavesRedirectsUnread)
    }

    private static let preconditions = ["If-Match", "If-Unmodified-Since"]
    private static let conditions = ["If-None-Match", "If-Modified-Since"]

    private var notCached: APIError {
        APIError(.notCached, "The response isn't in the cache, and the call may not use the network.", request: request)
    }
}
