/// The transports that a client's policies put around its engine, innermost first.
///
/// A cache hit costs no quota, equal requests in flight share one look into the cache, and `Vary: Cookie` sees the cookie:
/// cookies(coalescing(cache(kept cookies(quota(engine))))). Cookies are kept inside the cache, because a response that the cache
/// replaces sets cookies all the same.
enum TransportStack {
    ///
    /// - Parameter home: the configuration's origin, which is all that the quota limits.
    static func assembled(around engine: any Transport, by policies: ClientPolicies, for home: Origin?, clock: CallClock) -> any Transport {
        var transport = engine
        if let quota = policies.quota { transport = QuotaTransport(around: transport, quota, for: home, clock: clock) }
        if let cookies = policies.cookies { transport = CookieTransport(around: transport, jar: cookies, .keeping) }
        if let cache = policies.cache { transport = CachingTransport(around: transport, cache: ResponseCache(cache)) }
        if policies.sharesEqualRequests { transport = SharingTransport(around: transport) }
        if let cookies = policies.cookies { transport = CookieTransport(around: transport, jar: cookies, .sending) }
        return transport
    }
}

extension ClientPolicies {
    /// The secrets that these transports add to a request; nil if there are none.
    var addedSecrets: (@Sendable (HTTPRequest) -> [String])? {
        guard let jar = cookies else { return nil }
        return { request in jar.secrets(of: CookieTarget(request)) }
    }
}
