/// One request that a cache forwards, and how the cache treats its response.
struct CacheExchange: Sendable {
    /// The request as it is sent, with the validators of the stored response if it has any.
    let request: HTTPRequest
    private let original: HTTPRequest
    private let cache: ResponseCache
    private let context: TransferContext
    let key: RequestKey
    private let demand: CacheDemand
    private let stored: StoredResponse?
    /// Whether the cache made the request conditional, rather than the caller.
    private let isValidation: Bool
    private let requestTime: Double
    /// The invalidations before it.
    private let start: ResponseCache.Moment

    /// The first step: how the cache treats a request.
    enum Beginning: Sendable {
        case answer(HTTPResponse)
        /// The response may be used while this exchange validates it.
        case answerWhileValidating(HTTPResponse, CacheExchange)
        case send(CacheExchange)
        /// The request bypasses the cache.
        case pass
    }

    /// The second step: how the cache treats the head of the response.
    enum Head: Sendable {
        case answer(HTTPResponse)
        /// The caller gets the response.
        case pass(isStored: Bool)
        /// The server has validated a response that isn't stored, so the request is sent again without a condition.
        case sendAgain(CacheExchange)
    }

    static func begin(_ request: HTTPRequest, in context: TransferContext, _ cache: ResponseCache) throws -> Beginning {
        var demand = CacheDemand(request, cache.policy.isOffline ? .only : context.cacheUse)
        demand.isRepeated = context.isRepeated && demand.use != .only
        var request = request
        // The whole may answer a request for a part (RFC 9110, section 14.2), so that a download begins again rather than fail.
        if demand.staysLocal { for name in ["Range", "If-Range"] { request.headers[name] = nil } }
        guard request.onlyReads, request.method == .get || request.method == .head else {
            if demand.use == .only { throw notCached(request) }
            if request.onlyReads { return .pass }
            let key = RequestKey(request, in: context)
            return .send(CacheExchange(request, request, cache, context, key, demand, stored: nil, isValidation: false))
        }
        // Ranges are neither stored nor served, and the key doesn't cover a body. The preconditions concern changes to the resource.
        let passes = request.body != nil || demand.isNoStore || preconditions.contains(where: request.headers.contains)
        if passes {
            if demand.use == .only { throw notCached(request) }
            return demand.isOnlyIfCached ? .answer(HTTPResponse(status: 504)) : .pass
        }
        let key = RequestKey(request, in: context)
        let stored = demand.use == .ignore ? nil : cache.find(request, key, in: context)
        let isConditional = conditions.contains(where: request.headers.contains)
        func exchange(validating: Bool) -> CacheExchange {
            let isValidation = validating && !isConditional
            let sent = isValidation ? stored.map { request.validating($0.rules) } ?? request : request
            return CacheExchange(sent, request, cache, context, key, demand, stored: stored, isValidation: isValidation)
        }
        let now = cache.now
        switch (CacheDecision(demand, stored, at: now), stored) {
        case (.fresh, let stored?): return .answer(try answer(stored, to: request, .cache, at: now, in: context))
        case (.stale(let isValidated), let stored?):
            let answer = try answer(stored, to: request, .stale, at: now, in: context)
            guard isValidated, !isConditional else { return .answer(answer) }
            switch cache.beginValidation(request.method, stored) {
            case .behind: return .answerWhileValidating(answer, exchange(validating: true))
            case .asCall: return .send(exchange(validating: true))
            case .notNow: return .answer(answer)
            }
        case (.unavailable, _):
            if demand.use == .only { throw notCached(request) }
            return .answer(HTTPResponse(status: 504))
        case (.validate, _): return .send(exchange(validating: true))
        default: return .send(exchange(validating: false))
        }
    }

    private init(
        _ sent: HTTPRequest, _ original: HTTPRequest, _ cache: ResponseCache, _ context: TransferContext, _ key: RequestKey,
        _ demand: CacheDemand, stored: StoredResponse?, isValidation: Bool
    ) {
        request = sent
        self.original = original
        self.cache = cache
        self.context = context
        self.key = key
        self.demand = demand
        self.stored = stored
        self.isValidation = isValidation
        requestTime = cache.now
        start = cache.moment
    }

    private static let preconditions = ["Range", "If-Range", "If-Match", "If-Unmodified-Since"]
    private static let conditions = ["If-None-Match", "If-Modified-Since"]

    private static func notCached(_ request: HTTPRequest) -> APIError {
        APIError(
            .notCached, "The response isn't in the cache, and the call may not use the network.", request: request)
    }

    // MARK: The response

    func receive(head: HTTPResponse) throws -> Head {
        if !request.onlyReads {
            if head.status.rawValue < 400 { invalidate(by: head) }
            return .pass(isStored: false)
        }
        let now = cache.now
        if head.status == .notModified, let stored {
            guard stored.rules.isValidated(by: head, ofOwnCondition: isValidation) else {
                guard isValidation else { return .pass(isStored: false) }
                let again = CacheExchange(original, original, cache, context, key, demand, stored: nil, isValidation: false)
                return .sendAgain(again)
            }
            let fresh = freshened(stored, by: head, at: now)
            guard isValidation else { return .pass(isStored: false) }
            var answer = try Self.answer(fresh, to: original, .revalidated, at: now, in: context)
            // A cookie in the 304 is new.
            for cookie in head.headers.values(for: "Set-Cookie") { answer.headers.append("Set-Cookie", cookie) }
            answer.measured = head.measured
            return .answer(answer)
        }
        if [500, 502, 503, 504].contains(head.status.rawValue), let answer = staleAnswer(at: now) { return .answer(answer) }
        guard request.onlyReads, request.method == .get else {
            if head.status == .ok, let stored, stored.rules.differ(from: head) { cache.remove(stored) }
            return .pass(isStored: false)
        }
        let rules = ResponseRules(head, responseTime: now, heuristicFraction: cache.policy.heuristicFraction)
        // The next signature may be accepted, and the key is the same for all signatures.
        let isOfSignature = context.credentials?.isSigned == true && (400..<500).contains(head.status.rawValue)
        let isStored = rules.allowsStoring && !isOfSignature && head.headers.declaredLength ?? 0 <= cache.entryLimit
        let isNewer = head.status.rawValue < 400 ? head.status != .notModified : [404, 410].contains(head.status.rawValue)
        if !isStored, isNewer { removeOlder() }
        return .pass(isStored: isStored)
    }

    /// Removes the stored response to the request, because its latest response can't be stored.
    func removeOlder() {
        // If there is no stored response, nothing was found a moment ago, unless the call ignored the cache.
        guard stored != nil || demand.use == .ignore else { return }
        for _ in 0..<MemoryCache.variantLimit {
            guard let older = cache.find(original, key, in: context) else { return }
            cache.remove(older)
        }
    }

    /// Stores and returns the stored response with the fields of the 304 that validated it.
    private func freshened(_ stored: StoredResponse, by head: HTTPResponse, at now: Double) -> StoredResponse {
        var merged = stored
        merged.merge(head.headers)
        // The new fields may change what it varies by, or whose it is.
        let fresh = StoredResponse(
            merged.response, to: original, key, in: context, requestTime: requestTime, responseTime: now,
            heuristicFraction: cache.policy.heuristicFraction, lacksBody: stored.lacksBody)
        if fresh?.hasSameKey(as: stored) != true { cache.remove(stored) }
        if let fresh { if fresh.rules.allowsStoring { cache.store(fresh, since: start) } else { cache.remove(fresh) } }
        return fresh ?? merged
    }

    /// Stores a response with a complete body.
    func store(_ response: HTTPResponse) {
        let new = StoredResponse(
            response, to: original, key, in: context, requestTime: requestTime, responseTime: cache.now,
            heuristicFraction: cache.policy.heuristicFraction)
        guard let new, new.byteCount <= cache.entryLimit else { return removeOlder() }
        cache.store(new, since: start)
    }

    var entryLimit: Int { cache.entryLimit }

    /// An unsafe request without a response may have changed the resource.
    func fail() {
        if !request.onlyReads { cache.invalidate(key.resource) }
    }

    /// The stored response, if it may be used after this error of the transport.
    func staleAnswer(after error: any Error) -> HTTPResponse? {
        guard request.onlyReads, let code = (error as? APIError)?.code, code == .connection || code == .timeout else { return nil }
        return staleAnswer(at: cache.now)
    }

    private func staleAnswer(at now: Double) -> HTTPResponse? {
        guard let stored, CacheDecision.allowsStaleAfterError(demand, stored, at: now) else { return nil }
        return try? Self.answer(stored, to: original, .stale, at: now, in: context)
    }

    /// - Parameters:
    ///   - answer: what came of it; nil for an error.
    ///   - isCancelled: whether the client has ended it. This isn't a failure, after which another client would wait.
    func endValidation(_ answer: HTTPResponse?, isCancelled: Bool) {
        guard let stored else { return }
        let hasFailed = answer.map { $0.source == .stale || $0.status.rawValue >= 400 } ?? !isCancelled
        let isRefused = answer.map { [401, 403].contains($0.status.rawValue) } ?? false
        cache.endValidation(original.method, stored, hasFailed: hasFailed, isRefused: isRefused)
    }

    /// Removes the stored responses of the resources that an unsafe request has changed: its own, and same-origin ones in `Location` and
    /// `Content-Location` (section 4.4).
    private func invalidate(by head: HTTPResponse) {
        cache.invalidate(key.resource)
        let base = request.urlText
        for name in ["Location", "Content-Location"] {
            guard let text = head.headers[name], let location = try? RedirectRules.target(text, from: base),
                location.origin == request.origin
            else { continue }
            cache.invalidate(
                RequestKey.resource(
                    of: HTTPRequest(origin: location.origin, path: location.path, query: location.query), socket: context.unixSocket))
        }
    }

    // MARK: A stored response as the answer

    private static func answer(
        _ stored: StoredResponse, to request: HTTPRequest, _ source: ResponseSource, at now: Double, in context: TransferContext
    ) throws -> HTTPResponse {
        var response = stored.response
        response.source = source
        if source != .revalidated {
            for name in stored.rules.noCacheFields { response.headers[name] = nil }
            // An age that isn't a number or is too large becomes the maximum (section 1.2.2).
            response.headers["Age"] = String(Int32(exactly: stored.age(at: now).rounded(.down)) ?? .max)
        }
        if request.isAnswered(by304: stored) {
            response.status = .notModified
            response.body = Data()
        } else if request.method == .head {
            response.body = Data()
        }
        return response
    }
}

extension ResponseRules {
    /// Whether a 304 validates the response with these rules (section 4.3.4). A 304 without a validator does so only if it answers the
    /// cache's own condition: the caller's condition may concern another version.
    fileprivate func isValidated(by head: HTTPResponse, ofOwnCondition isOwn: Bool) -> Bool {
        let date = head.headers["Last-Modified"]
        if let tag = head.headers["ETag"] {
            guard let entityTag, entityTag.weakTag == tag.weakTag else { return false }
            // A strong tag is enough. A weak one may be that of several versions.
            if !tag.hasPrefix("W/"), !entityTag.hasPrefix("W/") { return true }
        } else if date == nil {
            return isOwn
        }
        guard let date, let lastModified else { return date == nil || isOwn && entityTag == nil }
        return date == lastModified
    }
}

extension ResponseRules {
    /// Whether the response to HEAD is of another version than the response to GET with these rules (section 4.3.5).
    fileprivate func differ(from head: HTTPResponse) -> Bool {
        if let tag = head.headers["ETag"], let entityTag { return tag.weakTag != entityTag.weakTag }
        guard let date = head.headers["Last-Modified"], let lastModified else { return false }
        return date != lastModified
    }
}

extension String {
    /// The entity tag without `W/`, for the weak comparison (RFC 9110, section 8.8.3.2).
    fileprivate var weakTag: Substring { hasPrefix("W/") ? dropFirst(2) : self[...] }

    /// The tags of a list. A quoted tag may contain commas, and a backslash stands for itself (section 8.8.3). A tag without quotes, as some
    /// servers send, ends at a comma.
    fileprivate var entityTags: [String] {
        var (tags, tag, isQuoted) = ([String](), "", false)
        for character in self {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted {
                tags.append(tag.trimmingSpace)
                tag = ""
            } else {
                tag.append(character)
            }
        }
        return tags + [tag.trimmingSpace]
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

    /// Whether the caller's condition is false for a stored response, so that the answer is a 304 (section 4.3.2).
    fileprivate func isAnswered(by304 stored: StoredResponse) -> Bool {
        guard stored.response.status == .ok else { return false }
        let tags = headers.values(for: "If-None-Match")
        if !tags.isEmpty {
            let own = stored.rules.entityTag?.weakTag
            return tags.contains { $0.trimmingSpace == "*" }
                || tags.flatMap(\.entityTags).contains { $0.weakTag == own }
        }
        guard let since = headers["If-Modified-Since"].flatMap({ HTTPDate.date(from: $0) }) else { return false }
        let date = stored.rules.lastModified ?? stored.response.headers["Date"]
        let modified = date.flatMap { HTTPDate.date(from: $0) } ?? Date(timeIntervalSince1970: stored.responseTime)
        return modified <= since
    }
}
