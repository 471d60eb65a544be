/// The transports that a client's policies put around its engine.
///
/// The order is cookies sent(sharing(cache(cookies kept(quota(engine))))). A cache hit uses no quota, equal requests in flight share one
/// cache look-up, and the cache sees the cookies for `Vary: Cookie`. Cookies are kept inside the cache, because a response that the cache
/// replaces still sets cookies.
enum TransportStack {
    /// The transport of a client.
    ///
    /// - Parameter home: the configuration's origin, the only one that the quota limits.
    static func assembled(
        around engine: any Transport, by policies: ClientPolicies, _ cache: ResponseCache?, for home: Origin?, clock: CallClock
    ) -> any Transport {
        var transport = engine
        if let quota = policies.quota { transport = QuotaTransport(around: transport, quota, for: home, clock: clock) }
        if let cookies = policies.cookies { transport = CookieTransport(around: transport, jar: cookies, .keeping) }
        if let cache { transport = CachingTransport(around: transport, cache: cache) }
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
