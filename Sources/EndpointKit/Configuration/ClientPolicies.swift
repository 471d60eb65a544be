/// A client's limits, retries, redirects, logging and connection.
public struct ClientPolicies: Sendable {
    /// The most bytes of a buffered response body, after decoding. 64 MB by default.
    public var bodyLimit = 64 << 20
    /// The most attempts of one call, including those that its decisions restart. 20 by default.
    public var attemptLimit = 20
    /// Which failures lead to another attempt, and when. Three attempts by default.
    public var retry = RetryPolicy.standard
    /// The longest time for a whole call, with its retries and the waits between them; of a stream, the time to its head. nil, the default,
    /// for no limit.
    public var deadline: Duration?
    /// The most calls on the wire at a time; others wait for their turn, by priority, then in the order in which they came. A stream counts
    /// until its head has come. nil, the default, for no limit; one below 1 makes every call fail with ``APIError/Code/configuration``.
    public var maxConcurrentCalls: Int?
    /// The most streams at a time, each until its body is read or released; others wait as for ``maxConcurrentCalls``. nil, the default, for
    /// no limit.
    public var maxConcurrentStreams: Int?
    /// The most calls in any window of a length, kept at the server. nil, the default, for no limit.
    public var quota: Quota?
    /// Whether equal calls that are in flight at the same time share one exchange: those with safe methods, no body and the same credentials,
    /// but no streams, no downloads and no calls with progress. False by default.
    public var sharesEqualRequests = false
    /// How much of each call is logged to standard error, as by a ``LogObserver`` of this level. nil, the default, for nothing.
    public var log: LogObserver.Level?
    /// The secrets that are hidden wherever a request or a response is shown.
    public var redaction = Redaction.standard
    /// How the service writes JSON, in both directions. As Foundation's coders by default.
    public var json = JSONConvention.standard
    /// How the client connects. The properties below are shortcuts to its parts.
    public var connection = ConnectionPolicy()
    /// How redirects are followed. Up to ten by default.
    public var redirects = RedirectPolicy.standard

    /// The default of every policy.
    public init() {}

    /// The policies of a client whose configuration has none.
    public static let standard = ClientPolicies()
}

extension ClientPolicies {
    /// ``ConnectionPolicy/connectTimeout``: 10 seconds.
    public var connectTimeout: Duration {
        get { connection.connectTimeout }
        set { connection.connectTimeout = newValue }
    }
    /// ``ConnectionPolicy/reusesConnectionsForUnsafeRequests``: false.
    public var reusesConnectionsForUnsafeRequests: Bool {
        get { connection.reusesConnectionsForUnsafeRequests }
        set { connection.reusesConnectionsForUnsafeRequests = newValue }
    }
    /// ``ConnectionPolicy/httpVersion``: by default HTTP/2 if the server chooses it over TLS, otherwise HTTP/1.1.
    public var httpVersion: HTTPVersionPolicy {
        get { connection.httpVersion }
        set { connection.httpVersion = newValue }
    }
    /// ``ConnectionPolicy/tls``: which servers are trusted, and the client's own certificate.
    public var tls: TLSPolicy {
        get { connection.tls }
        set { connection.tls = newValue }
    }
    /// ``ConnectionPolicy/proxy``: by default as the environment says.
    public var proxy: ProxyPolicy {
        get { connection.proxy }
        set { connection.proxy = newValue }
    }
    /// The path of a Unix domain socket that replaces the network for the configuration's own origin. nil, the default, for none.
    public var unixSocket: String? {
        get { connection.unixSocket }
        set { connection.unixSocket = newValue }
    }
}
