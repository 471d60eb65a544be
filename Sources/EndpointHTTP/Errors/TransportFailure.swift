/// Why no usable response arrived. This is the ``APIError/underlying`` error of an ``APIError`` of code `connection`, `timeout` or `tls`.
public struct TransportFailure: Error, Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The stage at which the transfer failed.
    public enum Reason: String, Sendable {
        /// The host name has no address.
        case nameResolution
        /// No server listens at the address, the network can't be reached, or a proxy refused the connection.
        case connect
        /// The TLS handshake failed, or the certificate isn't trusted.
        case tls
        /// No byte was sent or received for too long, or no connection was made in time.
        case timeout
        /// The connection ended before a complete response arrived; the server may have read the request.
        case disconnected
        /// The connection ended inside the response.
        case truncated
        /// The response isn't valid HTTP, or contradicts itself.
        case malformed
        /// Any other failure that the engine reports.
        case other
    }
    /// The ``APIError`` has code `tls` for the reason `tls`, `timeout` for `timeout`, and `connection` for all others.
    public var reason: Reason
    /// The engine's own message.
    public var detail: String

    /// Creates a failure for your own transport to throw as the underlying error of an ``APIError``.
    ///
    /// - Parameter detail: a clause without a full stop and without secrets.
    public init(_ reason: Reason, detail: String) {
        self.reason = reason
        self.detail = detail
    }

    /// The detail without secrets that can be recognized by their form, such as those in URLs.
    public var description: String { Redaction.standard.redact(text: detail) }

    public var customMirror: Mirror { Mirror(self, children: ["reason": reason, "detail": description], displayStyle: .struct) }
}
