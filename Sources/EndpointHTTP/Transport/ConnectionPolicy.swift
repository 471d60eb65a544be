/// How a transport connects.
public struct ConnectionPolicy: Sendable {
    /// The maximum time to connect, including name resolution and TLS: 10 seconds by default. A request's timeout starts only after that.
    public var connectTimeout: Duration = .seconds(10)
    /// Whether every request may use an existing connection. If that connection turns out to be lost, the request fails, and the call's
    /// ``RetryPolicy`` doesn't repeat it unless it may be sent twice. False by default: a non-idempotent request without a body, and every
    /// request that streams its body, then uses a new connection.
    public var reusesConnectionsForUnsafeRequests = false
    /// By default HTTP/2 if the server chooses it over TLS, otherwise HTTP/1.1.
    public var httpVersion: HTTPVersionPolicy = .automatic
    /// By default TLS 1.2 or later, with the system's authorities.
    public var tls = TLSPolicy()
    /// By default the proxy that the environment names.
    public var proxy: ProxyPolicy = .environment
    /// The path of a Unix domain socket that requests use instead of their host and port; nil if there is none.
    public var unixSocket: String?

    /// Creates a policy with the default of every setting.
    public init() {}

    /// The default of every setting.
    public static let standard = ConnectionPolicy()

    /// The same policy without the client certificate and the Unix socket, for cross-origin requests.
    package var forOtherOrigins: ConnectionPolicy {
        var policy = self
        policy.tls.clientCertificate = nil
        policy.unixSocket = nil
        return policy
    }

    package final class Shared: Sendable {
        package let policy: ConnectionPolicy
        /// The address in ``ConnectionPolicy/proxy``, if there is one.
        package let proxy: Result<ProxyAddress, ProxyAddress.Invalid>?

        package init(_ policy: ConnectionPolicy) {
            self.policy = policy
            guard case .url(let url, let user, let password) = policy.proxy else {
                proxy = nil
                return
            }
            proxy = Result { () throws(ProxyAddress.Invalid) in try ProxyAddress(url.absoluteString, user: user, password: password) }
        }
    }
}
