/// How one call uses its client's cache. It changes nothing for a client without one.
public enum CacheUse: Sendable {
    /// As the request and the response say (RFC 9111).
    case standard
    /// Doesn't use a stored response. The new one is stored.
    case ignore
    /// Uses a stored response, fresh or stale, and never the network. Without one, the call fails with ``APIError/Code/notCached``.
    case only
    /// Uses a stored response, fresh or stale, before the network. Without one, it uses the network.
    case preferStale
}
