import EndpointKit
import Tracing

// The attributes' names, and the conditions under which they are set, follow OpenTelemetry's semantic conventions for HTTP client spans.
extension Span {
    /// Records a response. For a client, a status of 400 and above is an error.
    func note(_ status: HTTPStatus, _ metrics: TransferMetrics?) {
        updateAttributes { attributes in
            attributes["http.response.status_code"] = status.rawValue
            attributes["network.protocol.version"] = metrics?.httpVersion.map { String($0.rawValue.dropFirst("HTTP/".count)) }
            if status.rawValue >= 400 { attributes["error.type"] = "\(status.rawValue)" }
        }
        if status.rawValue >= 400 { setStatus(SpanStatus(code: .error)) }
    }

    /// Records a failure. A cancellation is requested by the caller, so it leaves the span's status unset.
    func note(_ error: any Error) {
        let failure = error as? APIError
        let isCancelled = error.isCancellation
        // The message of another error may hold a secret.
        updateAttributes { $0["error.type"] = isCancelled ? "cancelled" : failure?.code.rawValue ?? "\(type(of: error))" }
        if !isCancelled { setStatus(SpanStatus(code: .error, message: failure?.message)) }
    }
}

extension Error {
    /// Whether the caller has ended the call.
    var isCancellation: Bool { self is CancellationError || (self as? APIError)?.code == .cancelled }
}

/// The method for a span. Methods that the conventions don't know are replaced, because they could have any number of values.
struct KnownMethod {
    let isKnown: Bool
    let attribute: String
    var spanName: String { isKnown ? attribute : "HTTP" }

    init(_ method: HTTPMethod) {
        isKnown = ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY"].contains(method.rawValue)
        attribute = isKnown ? method.rawValue : "_OTHER"
    }
}
