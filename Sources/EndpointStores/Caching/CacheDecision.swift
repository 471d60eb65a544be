/// What a request demands of a cache: its directives (RFC 9111, section 5.2.1), and how its call uses the cache.
package struct CacheDemand: Sendable {
    package var use = CacheUse.standard
    /// Whether the call has already made an attempt and therefore wants a response other than the previous one.
    package var isRepeated = false
    /// In seconds: the maximum age, the minimum remaining freshness, and the maximum staleness.
    var maxAge, minFresh, maxStale: Double?
    /// How many seconds after its lifetime a response may still be used if an error occurs (RFC 5861).
    var staleIfError: Double?
    var isNoCache = false
    var isNoStore = false
    var isOnlyIfCached = false

    package init(use: CacheUse = .standard) { self.use = use }

    package init(_ request: HTTPRequest, _ use: CacheUse) {
        self.use = use
        let control = CacheControl(request.headers)
        if control.isEmpty {
            // For HTTP/1.0 servers (section 5.4).
            isNoCache = request.headers.values(for: "Pragma").contains { $0.listedNames.contains("no-cache") }
            return
        }
        maxAge = control.seconds("max-age")
        minFresh = control.seconds("min-fresh")
        // Without a value, any staleness is accepted.
        if let stale = control.arguments(of: "max-stale").first { maxStale = stale.map { CacheControl.seconds(in: $0) ?? 0 } ?? .infinity }
        staleIfError = control.seconds("stale-if-error")
        isNoCache = control.contains("no-cache")
        isNoStore = control.contains("no-store") || control.isBroken
        isOnlyIfCached = control.contains("only-if-cached")
    }

    /// Whether the request must not use the network.
    package var staysLocal: Bool { isOnlyIfCached || use == .only }
}

/// What a cache does with a request. It depends only on the request, the stored response and the time.
enum CacheDecision: Equatable, Sendable {
    /// Uses the stored response (RFC 9111, section 4). It may be fresh, stale (section 4.2.4), or stale and validated in the background (RFC
    /// 5861, section 3).
    case fresh
    case stale(isValidated: Bool)
    /// Asks the server whether the stored response is still valid (section 4.3).
    case validate
    /// Sends the request unchanged.
    case forward
    /// Neither a stored response nor the network may be used.
    case unavailable

    init(_ demand: CacheDemand, _ stored: StoredResponse?, at now: Double) {
        guard let stored else {
            self = demand.staysLocal ? .unavailable : .forward
            return
        }
        let (rules, age) = (stored.rules, stored.age(at: now))
        let lifetime = rules.lifetime ?? 0
        let mustBeValidated = rules.isNoCache || demand.isNoCache || demand.isRepeated
        let isFresh = age < lifetime
        let isWanted = age <= demand.maxAge ?? .infinity && lifetime - age >= demand.minFresh ?? -.infinity
        if demand.use == .networkFirst, !demand.staysLocal {
            self = rules.hasValidator ? .validate : .forward
        } else if isFresh, isWanted, !mustBeValidated {
            self = .fresh
        } else if !mustBeValidated, !(rules.mustRevalidate && !isFresh), demand.prefersStored {
            self = isFresh ? .fresh : .stale(isValidated: false)
        } else if !mustBeValidated, !rules.mustRevalidate, let maxStale = demand.maxStale, demand.minFresh == nil,
            age - min(lifetime, demand.maxAge ?? .infinity) <= maxStale
        {
            self = .stale(isValidated: false)
        } else if !mustBeValidated, !rules.mustRevalidate, isWanted, !demand.staysLocal,
            let bound = rules.staleWhileRevalidate, age - lifetime < bound
        {
            self = .stale(isValidated: true)
        } else if demand.staysLocal {
            self = .unavailable
        } else {
            self = rules.hasValidator ? .validate : .forward
        }
    }

    /// Whether the stored response may be used after an error or the status 500, 502, 503 or 504 (RFC 5861, section 4).
    static func allowsStaleAfterError(_ demand: CacheDemand, _ stored: StoredResponse, at now: Double) -> Bool {
        let rules = stored.rules
        guard !rules.isNoCache, !demand.isNoCache else { return false }
        if demand.use == .networkFirst { return stored.isFresh(at: now) || !rules.mustRevalidate }
        guard !rules.mustRevalidate else { return false }
        guard let bound = [rules.staleIfError, demand.staleIfError].compactMap(\.self).max() else { return false }
        return stored.age(at: now) - (rules.lifetime ?? 0) <= bound
    }
}

extension StoredResponse {
    func isFresh(at now: Double) -> Bool { age(at: now) < rules.lifetime ?? 0 }
}

extension CacheDemand {
    /// Whether any stored response may be used.
    fileprivate var prefersStored: Bool { use == .only || use == .preferStale }
}
