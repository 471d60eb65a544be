internal import Synchronization

/// Timings, sizes and HTTP version of one transfer. Durations are measured from the start of the transfer. A value is nil if the engine
/// doesn't report it, or if the step wasn't needed, as on a reused connection. For a streamed body, the values are complete once the body
/// has been read to its end.
public struct TransferMetrics: Hashable, Sendable {
    /// The time until the host's address was known.
    public var nameResolved: Duration?
    /// The time until the connection was made, before TLS.
    public var connected: Duration?
    /// The time until the TLS handshake ended; nil for http.
    public var tlsEstablished: Duration?
    /// The time until the first byte of a response, which may be an interim response (1xx).
    public var firstByte: Duration?
    /// The time until the response's last byte.
    public var total: Duration?
    /// The size of the request's head and body on the wire.
    public var sentBytes: Int64?
    /// The size of the response's head and body on the wire, without chunk framing.
    public var receivedBytes: Int64?
    /// The HTTP version of the server's response.
    public var httpVersion: HTTPVersion?
    /// Whether the request went out on a connection that another transfer had opened.
    public var isConnectionReused: Bool?

    /// A version of HTTP, whose raw value is its name.
    public enum HTTPVersion: String, Sendable {
        /// RFC 1945.
        case http10 = "HTTP/1.0"
        /// RFC 9112.
        case http11 = "HTTP/1.1"
        /// RFC 9113.
        case http2 = "HTTP/2"
        /// RFC 9114.
        case http3 = "HTTP/3"
    }

    /// Creates metrics without any values.
    public init() {}
}

extension TransferMetrics {
    /// A reference to metrics, because few responses have any, and because those of a stream are complete only at its end.
    package final class Shared: Sendable {
        private let state: Mutex<TransferMetrics>

        package init(_ metrics: TransferMetrics) { state = Mutex(metrics) }

        package var metrics: TransferMetrics { state.withLock { $0 } }

        package func complete(_ metrics: TransferMetrics) { state.withLock { $0 = metrics } }
    }
}
