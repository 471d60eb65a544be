/// Where a response comes from: from the server, or from a cache around the transport (RFC 9111).
public enum ResponseSource: String, Hashable, Sendable {
    /// The server sent it.
    case network
    /// A cache had it, and it was fresh.
    case cache
    /// A cache had it, and the server said that it is still valid.
    case revalidated
    /// A cache had it, and it wasn't fresh any more: the call accepts that, the server allows it, or the server can't be reached.
    case stale
}

extension ResponseSource {
    /// What a line about a response says after its status: ` from the cache`.
    package var note: String {
        switch self {
        case .network: ""
        case .cache: " from the cache"
        case .revalidated: " from the cache, revalidated"
        case .stale: " from the cache, stale"
        }
    }
}
