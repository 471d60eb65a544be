/// A client's limits, retries, redirects, logging and connection.
public struct ClientPolicies: Sendable {
    /// The maximum size of a buffered response body, after decoding. 64 MB by default.
    public var bodyLimit = 64 << 20
    /// The maximum number of attempts of one call, including those that its decisions restart. 20 by default.
    public var attemptLimit = 20
    /// Which failures lead to another attempt, and when. Three attempts by default.
    public var retry = RetryPolicy.standard
    /// The longest time for a whole call, with its retries and the waits between them; for a stream, the time to its head. nil, the
    /// default, means no limit.
    public var deadline: Duration?
    /// The maximum number of calls on the wire at a time; others wait for their turn, by priority, then in order of arrival. A
    /// stream counts until its head has arrived. nil, the default, means no limit; a number below 1 makes every call fail with
    /// ``APIError/Code/configuration``.
    public var maxConcurrentCalls: Int?
    /// The maximum number of streams at a time, each until its body is read or released; others wait as for ``maxConcurrentCalls``. nil,
    /// the default, means no limit.
    public var maxConcurrentStreams: Int?
    /// The maximum number of calls in any period, as the server counts them. nil, the default, means no limit.
    public var quota: Quota?
    /// Whether equal calls that are in flight at the same time share one exchange: those with safe methods, no body and the same
    /// credentials, but no streams, no downloads and no calls with progress. False by default.
    public var sharesEqualRequests = false
    /// The cache of responses. nil, the default, means none.
    public var cache: CachePolicy?
    /// How much of each call is logged to standard error, as by a ``LogObserver`` of this level. nil, the default, logs nothing.
    public var log: LogObserver.Level?
    /// The secrets that are hidden wherever a request or a response is shown.
    public var redaction = Redaction.standard
    /// How the service writes JSON, in both directions. By default, like Foundation's coders.
    public var json = JSONConvention.standard
    /// How the client connects. The properties below are shortcuts to its parts.
    public var connection = ConnectionPolicy()
    /// How redirects are followed. Up to ten by default.
    public var redirects = RedirectPolicy.standard
    /// Keeps cookies and sends them back. nil, the default, means that `Set-Cookie` fields have no effect.
    public var cookies: CookieJar?

    /// Creates policies with their defaults.
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
    /// The path of a Unix domain socket that replaces the network for the configuration's own origin. nil, the default, means none.
    public var unixSocket: String? {
        get { connection.unixSocket }
        set { connection.unixSocket = newValue }
    }
}
