/// The bounds a client keeps to, and how it connects.
public struct ClientPolicies: Sendable {
    /// The most bytes of a buffered response body, after decoding. 64 MB.
    public var bodyLimit = 64 << 20
    /// The most attempts of one call, however its decisions restart it. 20.
    public var attemptLimit = 20
    /// Three attempts by default.
    public var retry = RetryPolicy.standard
    /// The longest a whole call may take, its retries and the waits between them included. nil, the default, is without end.
    public var deadline: Duration?
    /// The most calls on their way at a time; others wait for their turn. nil, the default, is as many as there are.
    public var maxConcurrentCalls: Int?
    /// How much of each call is written to standard error, as a ``LogObserver`` of this level does. nil, the default, is nothing.
    public var log: LogObserver.Level?
    /// What is hidden wherever a request or a response is shown.
    public var redaction = Redaction.standard
    /// How the client connects; its parts are policies of their own below.
    public var connection = ConnectionPolicy()
    /// How far a call goes after redirects. Up to ten.
    public var redirects = RedirectPolicy.standard

    public init() {}

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
    public var tls: TLSPolicy {
        get { connection.tls }
        set { connection.tls = newValue }
    }
    public var proxy: ProxyPolicy {
        get { connection.proxy }
        set { connection.proxy = newValue }
    }
    /// The path of a Unix domain socket that stands for the configuration's own origin.
    public var unixSocket: String? {
        get { connection.unixSocket }
        set { connection.unixSocket = newValue }
    }
}
