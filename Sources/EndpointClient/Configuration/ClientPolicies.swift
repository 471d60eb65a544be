/// A client's limits, retries, redirects, logging and connection.
public struct ClientPolicies: Sendable {
    /// The maximum size of a buffered response body, after decoding. 64 MB by default.
    public var bodyLimit = 64 << 20
    /// Which failures lead to another attempt, and when. Three attempts by default.
    public var retry = RetryPolicy.standard
    /// The longest time for a whole call, with its retries and the waits between them; for a stream, the time to its head. nil, the
    /// default, means no limit.
    public var deadline: Duration?
    /// The maximum number of calls on the wire at a time; others wait for their turn, by priority, then in order of arrival. A
    /// stream counts until its head has arrived. 128 by default, so that very many calls at once use up neither the process's descriptors
    /// nor the server's connections. nil means no limit; a number below 1 makes every call fail with ``APIError/Code/configuration``.
    ///
    /// Long polls and streams with a late head fill the limit until their head arrives: give them a separate client, or use
    /// ``Call/ignoringLimit()``. A call that the body of an upload reads needs no place. A call that something else makes for that body
    /// needs one, and may wait for the upload.
    public var maxConcurrentCalls: Int? = 128
    /// The maximum number of streams at a time, each until its body is read or released; others wait as for ``maxConcurrentCalls``. nil,
    /// the default, means no limit.
    public var maxConcurrentStreams: Int?
    /// The maximum number of calls in any period, as the server counts them. nil, the default, means no limit.
    public var quota: Quota?
    /// Whether equal calls that are in flight at the same time share one run. They need safe methods, no body, the same identity, and no
    /// adapters or decisions of your own. Streams, downloads and calls with progress don't share. False by default.
    public var sharesEqualRequests = false
    /// The cache of responses. nil, the default, means none.
    public var cache: CachePolicy?
    /// How much of each call is logged to standard error, like a ``LogObserver`` of this level. nil, the default, logs nothing.
    public var log: LogObserver.Level?
    /// The secrets that are hidden wherever a request or a response is shown.
    public var redaction = Redaction.standard
    /// How the service writes JSON, in both directions. By default, like Foundation's coders.
    public var json = JSONConvention.standard
    /// How the client connects: timeout, HTTP version, TLS, proxy and Unix socket.
    public var connection = ConnectionPolicy()
    /// The API's other origins, such as those for uploads and regions: http or https URLs, of which only scheme, host and port are used.
    /// They are treated like the base URL's own origin: they get the configuration's credentials, query and header fields, and their
    /// requests count towards the quota. A link to one of them is like a link at home. So is a redirect, whose address has the query that
    /// the server gave it. Empty by default. A server can't add an origin.
    public var otherOrigins: [URL] = []
    /// Whether the base URL may be http on a remote host although the configuration has credentials, which anyone on the network can then
    /// read. False by default: each call fails with ``APIError/Code/configuration``. This machine's own addresses and Unix sockets need no
    /// permission. A settings file needs it for any remote host.
    public var allowsInsecureHTTP = false
    /// How redirects are followed. Up to ten by default.
    public var redirects = RedirectPolicy.standard
    /// Keeps cookies and sends them back. nil, the default, means that `Set-Cookie` fields have no effect.
    public var cookies: CookieJar?

    /// Creates policies with their defaults.
    public init() {}

    /// The policies of a client whose configuration has none.
    public static let standard = ClientPolicies()
}
