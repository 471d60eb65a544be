/// The bounds a client keeps to, and how it connects.
public struct ClientPolicies: Sendable {
    /// The most bytes of a buffered response body, after decoding. 64 MB.
    public var bodyLimit = 64 << 20
    /// The most attempts of one call, however its decisions restart it. 20.
    public var restartLimit = 20
    /// Three attempts by default.
    public var retry = RetryPolicy.standard
    /// The longest a whole call may take, its retries and the waits between them included. nil, the default, is without end.
    public var deadline: Duration?
    /// The most calls on their way at a time; others wait for their turn. nil, the default, is as many as there are.
    public var concurrentCalls: Int?
    /// How much of each call is written to standard error, as a ``LogObserver`` of this level does. nil, the default, is nothing.
    public var log: LogObserver.Level?
    /// What is hidden wherever a request or a response is shown.
    public var redaction = Redaction.standard
    /// The longest a connection may take to be made, name resolution and TLS included. 10 seconds. None of that is silence: a request's
    /// timeout begins when it has a connection.
    public var connectTimeout: Duration = .seconds(10)
    /// Whether the engine may send a request that isn't idempotent again by itself, where it went out on a connection that was used before
    /// and has died meanwhile: a server may see it twice. False: such a request fails then if it has a body, and goes out on a connection
    /// of its own if it has none, or a stream.
    public var reusesConnectionsForUnsafeRequests = false
    public var tls = TLSPolicy()
    public var proxy: ProxyPolicy = .environment
    /// The path of a Unix domain socket that stands for the configuration's own origin.
    public var unixSocket: String?
    /// How far a call goes after redirects. Up to ten.
    public var redirects = RedirectPolicy.standard

    public init() {}

    public static let standard = ClientPolicies()

    /// What holds for any other origin: who we are isn't shown there.
    var forOtherOrigins: ClientPolicies {
        var policies = self
        policies.tls.clientCertificate = nil
        policies.unixSocket = nil
        return policies
    }
}
