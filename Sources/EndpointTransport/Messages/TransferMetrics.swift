/// Timings and sizes of one transfer. Durations count from its start; nil if the engine doesn't report the value, or the step wasn't
/// needed, as on a reused connection.
public struct TransferMetrics: Hashable, Sendable {
    /// The time until the host's address was known.
    public var nameResolved: Duration?
    /// The time until the connection was made, before TLS.
    public var connected: Duration?
    /// The time until the TLS handshake ended; nil for http.
    public var tlsEstablished: Duration?
    /// The time until the response's first byte.
    public var firstByte: Duration?
    /// The time until the response's last byte; nil for a stream.
    public var total: Duration?
    /// The size of the request's head and body on the wire.
    public var sentBytes: Int64?
    /// The size of the response's head and body on the wire.
    public var receivedBytes: Int64?
    /// Whether the request went out on a connection that another transfer had opened.
    public var isConnectionReused: Bool?

    /// Creates metrics without any value.
    public init() {}
}

extension TransferMetrics {
    /// A reference to metrics, because few responses have any.
    package final class Shared: Sendable {
        package let metrics: TransferMetrics

        package init(_ metrics: TransferMetrics) { self.metrics = metrics }
    }
}
