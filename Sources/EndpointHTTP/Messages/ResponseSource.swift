/// Where a response comes from: the server, or a cache around the transport (RFC 9111).
public enum ResponseSource: String, Hashable, Sendable {
    /// The server sent it.
    case network
    /// A cache had a fresh response.
    case cache
    /// A cache had the response, and the server confirmed that it is still valid.
    case revalidated
    /// A cache had a stale response, which is used because the call accepts it, the server allows it, or the server can't be reached.
    case stale
}

extension ResponseSource {
    /// The text after a response's status in a log line: ` from the cache`.
    package var note: String {
        switch self {
        case .network: ""
        case .cache: " from the cache"
        case .revalidated: " from the cache, revalidated"
        case .stale: " from the cache, stale"
        }
    }
}
