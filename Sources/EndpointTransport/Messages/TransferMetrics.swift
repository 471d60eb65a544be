/// How long the parts of one exchange took, and how much was moved. Durations are since its start; nil for what the engine doesn't tell,
/// or what wasn't needed, as on a connection that was there.
public struct TransferMetrics: Hashable, Sendable {
    public var nameResolved: Duration?
    public var connected: Duration?
    public var tlsEstablished: Duration?
    public var firstByte: Duration?
    public var total: Duration?
    /// Of the request: its head and body, as they are on the wire.
    public var sentBytes: Int64?
    /// Of the response: its head and body, as they are on the wire.
    public var receivedBytes: Int64?
    public var isConnectionReused: Bool?

    public init() {}
}

extension TransferMetrics {
    /// By reference: few responses have any.
    package final class Shared: Sendable {
        package let metrics: TransferMetrics

        package init(_ metrics: TransferMetrics) { self.metrics = metrics }
    }
}
