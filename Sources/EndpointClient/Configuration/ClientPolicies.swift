/// A client's limits, retries, redirects, logging and connection.
public struct ClientPolicies: Sendable {
    /// The maximum size of a buffered response body, after decoding. 64 MB by default.
    public var bodyLimit = 64 << 20
    /// Which failures lead to another attempt, and when. Three attempts by default.
    public var retry = RetryPolicy.standard
    /// How long a whole call may take, including its retries and the waits between them; for a stream, the time until its head arrives.
    /// nil, the default, means no limit.
    public var deadline: Duration?
    /// The maximum number of calls on the wire at a time; others wait for their turn, by priority, then in order of arrival. A stream
    /// counts until its head has arrived. 128 by default, or a quarter of the process's file descriptors if that is less (but at least 8),
    /// so that many simultaneous calls use up neither the process's descriptors nor the server's connections. nil means no limit; a number
    /// below 1 makes every call fail with ``APIError/Code/configuration``.
    ///
    /// Long polls, and streams whose head arrives late, occupy slots until then: give them a separate client, or use
    /// ``Call/ignoringLimit()``. If the body of an upload is read from another call, that call needs no slot. A call that other code makes
    /// to produce the body does need one, and may have to wait for the upload.
    public var maxConcurrentCalls: Int? = DescriptorReserve.callsAtATime
    /// The maximum number of streams at a time. A stream counts until its body is read or released; others wait as for
    /// ``maxConcurrentCalls``. nil, the default, means no limit. Set it if many readers may be slow: with HTTP/2 and libcurl before 8.1.0,
    /// each of them may hold 32 MB.
    public var maxConcurrentStreams: Int?
    /// The maximum number of calls in any period, as the server counts them. nil, the default, means no limit.
    public var quota: Quota?
    /// Whether equal calls that are in flight at the same time share one run. Such calls have a safe method, no body, the same identity,
    /// and no custom adapters or decisions. Streams, downloads and calls that report progress don't share a run. False by default.
    public var sharesEqualRequests = false
    /// The cache for responses. nil, the default, means none.
    public var cache: CachePolicy?
    /// How much of each call is logged to standard error, as by a ``LogObserver`` of this level. nil, the default, means that nothing is
    /// logged.
    public var log: LogObserver.Level?
    /// The secrets that are hidden wherever a request or a response is shown.
    public var redaction = Redaction.standard
    /// How the service's JSON is read and written. By default, as Foundation's coders do.
    public var json = JSONConvention.standard
    /// How the client connects: timeout, HTTP version, TLS, proxy and Unix socket.
    public var connection = ConnectionPolicy()
    /// The API's other origins, such as those for uploads and regions: http or https URLs, whose path and query are ignored. These origins
    /// are treated like the base URL's own: they receive the configuration's credentials, query and header fields, and their requests count
    /// towards the quota. A link or a redirect to one of them counts as same-origin; a redirect's address keeps the query that the server
    /// sent. Empty by default. A server can't add an origin.
    public var otherOrigins: [URL] = []
    /// Whether every endpoint without ``Endpoint/credentials`` of its own gets the configuration's authentication, as if it were an
    /// ``AuthenticatedEndpoint``. False by default. Only the configuration's own origins receive the credentials. An endpoint opts out with
    /// ``CredentialUse/anonymous``: `.get("status").authenticated(by: .anonymous)`.
    public var authenticatesAllEndpoints = false
    /// Whether the base URL may be http on a remote host although the configuration has credentials, which anyone on the network can then
    /// read. False by default: each such call fails with ``APIError/Code/configuration``. This machine's own addresses and Unix sockets
    /// need no permission. A settings file needs this permission for any remote host over http.
    public var allowsInsecureHTTP = false
    /// How redirects are followed. Up to ten by default.
    public var redirects = RedirectPolicy.standard
    /// Stores cookies and sends them back. nil, the default, means that `Set-Cookie` fields have no effect.
    public var cookies: CookieJar?

    /// Creates policies with the default values.
    public init() {}

    /// The default policies.
    public static let standard = ClientPolicies()
}
