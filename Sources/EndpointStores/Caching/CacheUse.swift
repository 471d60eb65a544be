/// How one call uses its client's cache. It has no effect on a client without a cache.
public enum CacheUse: Sendable {
    /// Follows the directives of the request and the response (RFC 9111).
    case standard
    /// Doesn't use a stored response. The new response is stored.
    case ignore
    /// Uses a stored response, fresh or stale, and never the network. If there is none, the call fails with ``APIError/Code/notCached``.
    case only
    /// Prefers a stored response, fresh or stale. If there is none, the call uses the network.
    case preferStale
}
