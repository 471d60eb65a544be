/// The settings of one transfer in addition to the request: how to connect, and how much to read.
///
/// A transport that wraps another passes the context on unchanged.
public struct TransferContext: Sendable {
    /// The maximum number of bytes of a buffered body, after decoding: 64 MB by default. The smaller of this and the request's own limit
    /// applies.
    public var bodyLimit: Int
    /// Whether ``TransferMetrics`` are needed, because measuring takes time. False by default.
    public var wantsMetrics: Bool
    /// Whether the caller follows redirects (301, 302, 303, 307 and 308 with a `Location`), so that nobody reads their bodies. A transport
    /// may leave these bodies empty, and they mustn't affect the outcome (``leavesBodyUnread(_:_:)``). False by default.
    public var followsRedirects = false
    /// Whether the request must go out on a new connection. A client sets this after a 421 (RFC 9110, section 15.5.20). A transport that
    /// can't choose its connections ignores it. False by default.
    public var needsNewConnection = false
    /// The ID of the call that sends the request, the same as in events, so that a transport that is also an observer can match events to
    /// the request. nil, the default, if no client sends the request.
    public var callID: UInt64?
    /// Ends a built-in transport's transfer from outside its task; nil if only cancelling the task ends the transfer.
    package var interruption: Interruption?
    /// The time until the call's deadline, measured when the transport receives the request, for a transport that waits before it sends.
    /// Such a transport fails rather than wait longer, and doesn't wait at all if no time is left. nil, the default, means that there is no
    /// deadline.
    public var timeLeft: Duration?
    /// The priority of the call, for a transport whose requests wait for their turn; nil, the default, means the priority of the task.
    public var priority: TaskPriority? {
        get { rawPriority.map(TaskPriority.init) }
        set { rawPriority = newValue?.rawValue }
    }
    package var rawPriority: UInt8?
    /// How long the body of a stream may be silent after its head. nil, the default, means the request's timeout, which always applies up to
    /// the head.
    public var bodyTimeout: Duration?
    // A reference, because the calls of a client share the policy.
    package private(set) var shared: ConnectionPolicy.Shared

    /// How the transport connects: timeout, HTTP version, TLS, proxy and Unix socket.
    public var connection: ConnectionPolicy {
        get { shared.policy }
        set { shared = ConnectionPolicy.Shared(newValue) }
    }

    /// The HTTP version, read without copying the whole policy.
    package var httpVersion: HTTPVersionPolicy { shared.policy.httpVersion }

    package var unixSocket: String? { shared.policy.unixSocket }

    /// The file of the client's certificate, which identifies the sender of a request.
    package var clientCertificate: URL? { shared.policy.tls.clientCertificate?.certificate }

    /// The proxy that the policy names; nil if there is none, or if it is invalid, which ``validate(for:)`` reports.
    package var proxy: ProxyAddress? { try? shared.proxy?.get() }

    /// Creates a context, by default the same as ``standard``.
    ///
    /// - Parameters:
    ///   - connection: timeout for connecting, HTTP version, TLS, proxy and Unix socket.
    ///   - bodyLimit: the maximum number of bytes of a buffered body, after decoding.
    ///   - wantsMetrics: whether the transport measures the transfer.
    public init(connection: ConnectionPolicy = .standard, bodyLimit: Int = 64 << 20, wantsMetrics: Bool = false) {
        self.init(ConnectionPolicy.Shared(connection), bodyLimit: bodyLimit, wantsMetrics: wantsMetrics)
    }

    package init(_ shared: ConnectionPolicy.Shared, bodyLimit: Int, wantsMetrics: Bool) {
        self.shared = shared
        self.bodyLimit = bodyLimit
        self.wantsMetrics = wantsMetrics
    }

    /// ``ConnectionPolicy/standard``, bodies of up to 64 MB, no metrics.
    public static let standard = TransferContext()

    /// The limit on a buffered response body in bytes: this context's or the request's, whichever is smaller.
    public func bodyLimit(of request: HTTPRequest) -> Int { min(bodyLimit, request.bodyLimit) }

    /// Whether nobody reads the body of a response with this head, because the caller follows it as a redirect.
    public func leavesBodyUnread(_ status: HTTPStatus, _ headers: HTTPHeaders) -> Bool {
        followsRedirects && RedirectRules.location(status, headers) != nil
    }

    /// Throws ``APIError/Code/invalidRequest`` for a limit below zero or a connect timeout that isn't above zero, and
    /// ``APIError/Code/configuration`` for an invalid TLS policy or proxy. A transport calls this method and ``HTTPRequest/validate()``
    /// before it sends anything, because not every caller is a client.
    public func validate(for request: HTTPRequest) throws(APIError) {
        if shared.policy.connectTimeout <= .zero {
            let problem = "the connect timeout \(shared.policy.connectTimeout) is not above zero"
            throw APIError(.invalidRequest, "The request can't be sent: \(problem).", request: request)
        }
        if bodyLimit < 0 {
            throw APIError(.invalidRequest, "The request can't be sent: the body limit \(bodyLimit) is below zero.", request: request)
        }
        if request.origin.scheme == .https, let fault = shared.policy.tls.fault {
            throw APIError(.configuration, fault, request: request)
        }
        if case .failure(let invalid) = shared.proxy {
            throw APIError(.configuration, "The request can't be sent: the URL of its proxy \(invalid.reason).", request: request)
        }
    }
}
