/// How a transport connects.
public struct ConnectionPolicy: Sendable {
    /// The longest a connection may take to be made, name resolution and TLS included. 10 seconds. None of that is silence: a request's
    /// timeout begins when it has a connection.
    public var connectTimeout: Duration = .seconds(10)
    /// Whether the engine may send a request that isn't idempotent again by itself, where it went out on a connection that was used before
    /// and has died meanwhile: a server may see it twice. False: such a request fails then if it has a body, and goes out on a connection
    /// of its own if it has none, or a stream.
    public var reusesConnectionsForUnsafeRequests = false
    public var tls = TLSPolicy()
    public var proxy: ProxyPolicy = .environment
    /// The path of a Unix domain socket that stands for the request's origin.
    public var unixSocket: String?

    public init() {}

    public static let standard = ConnectionPolicy()

    /// The same without a client certificate and a Unix socket: only the configuration's own origin may see those.
    package var forOtherOrigins: ConnectionPolicy {
        var policy = self
        policy.tls.clientCertificate = nil
        policy.unixSocket = nil
        return policy
    }

    package final class Shared: Sendable {
        package let policy: ConnectionPolicy

        package init(_ policy: ConnectionPolicy) { self.policy = policy }
    }
}
