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

extension TransportFailure {
    /// The error of a call that failed for this reason.
    func error(for request: HTTPRequest) -> APIError {
        let host = request.origin
        let (code, message): (APIError.Code, String) =
            switch reason {
            case .nameResolution: (.connection, "The address of \(host) could not be found")
            case .connect: (.connection, "No connection to \(host) could be made")
            case .tls: (.tls, "No trusted connection to \(host) could be made")
            case .timeout: (.timeout, "\(host) did not answer in time")
            case .disconnected: (.connection, "\(host) closed the connection without a whole answer")
            case .truncated: (.connection, "The answer of \(host) ended before it was complete")
            case .malformed: (.connection, "The answer of \(host) is not valid HTTP")
            case .other: (.connection, "The exchange with \(host) failed")
            }
        return APIError(code, "\(message): \(Redaction.standard.redact(text: detail)).", request: request, underlying: self)
    }
}
