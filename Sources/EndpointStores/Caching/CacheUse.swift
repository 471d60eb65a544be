/// How one call uses its client's cache. It has no effect on a client without a cache.
public enum CacheUse: Sendable {
    /// Follows the directives of the request and the response (RFC 9111).
    case standard
    /// Doesn't use a stored response. The new response is stored.
    case ignore
    /// Uses a stored response, fresh or stale, and never the network. Without one, the call fails with ``APIError/Code/notCached``.
    case only
    /// Uses a stored response, fresh or stale, before the network. Without one, it uses the network.
    case preferStale
}
