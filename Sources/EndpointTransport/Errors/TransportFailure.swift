/// Why no usable response came: under an ``APIError`` of code `connection`, `timeout` or `tls`.
public struct TransportFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: String, Sendable {
        /// The host has no address.
        case nameResolution
        /// Nothing listens there, or the network can't be reached.
        case connect
        /// TLS could not be agreed on, or the certificate isn't trusted.
        case tls
        /// Silence.
        case timeout
        /// The connection ended before the request or the head of the response was through.
        case disconnected
        /// The connection ended inside the body.
        case truncated
        /// What came isn't HTTP, or contradicts itself.
        case malformed
        /// Anything else the engine reports.
        case other
    }
    public var reason: Reason
    /// In the engine's words.
    public var detail: String

    public init(_ reason: Reason, detail: String) {
        self.reason = reason
        self.detail = detail
    }

    public var description: String { detail }
}
