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
    /// Uses the network even if a stored response is fresh, and a stored response, fresh or stale, if the network fails: if the server can't
    /// be reached, closes the connection too early or sends invalid HTTP (``APIError/Code/connection``), is silent for too long
    /// (``APIError/Code/timeout``), or answers 500, 502, 503 or 504. The stored response is used at the first such failure, without a retry.
    ///
    /// Any other failure stays one: other statuses, TLS, a deadline, a cancellation, a quota. A response with `no-cache`, and a stale one with
    /// `must-revalidate`, isn't used (RFC 9111, section 5.2.2).
    case networkFirst
}
