extension APIError {
    /// Creates an error about a request, without a cancellation reason.
    ///
    /// - Parameters:
    ///   - code: the kind of failure.
    ///   - message: one sentence with its full stop, without secrets.
    ///   - request: the request; the error keeps only its method and its URL, redacted by the request's own redaction.
    ///   - response: the response that caused the error.
    ///   - attempts: all attempts of the call; if this is empty, the call adds them.
    ///   - underlying: the cause.
    public init(
        _ code: Code, _ message: String, request: HTTPRequest?, response: HTTPResponse? = nil, attempts: [Attempt] = [],
        underlying: (any Error)? = nil
    ) {
        self.init(code, message, response: response, attempts: attempts, underlying: underlying)
        self.request = request.map(RequestSummary.init)
    }
}

extension APIError {
    /// The error with the head of the response whose body it is about.
    package func adding(head: HTTPResponse) -> APIError {
        var error = self
        error.response = head
        if !head.status.isSuccess { error.message += " The response has the status \(head.status)." }
        return error
    }
}

extension APIError.RequestSummary {
    package init(_ request: HTTPRequest) {
        self.init(
            method: request.method, url: request.redaction.redactedURL(of: request), redaction: request.redaction,
            secrets: OwnSecrets(of: request))
    }
}

extension TransportFailure {
    /// The error that every transport throws for this failure. Its code is `tls`, `timeout` or `connection`.
    public func error(for request: HTTPRequest) -> APIError {
        let host = request.origin
        let (code, message): (APIError.Code, String) =
            switch reason {
            case .nameResolution: (.connection, "The address of \(host) could not be found")
            case .connect: (.connection, "No connection to \(host) could be made")
            case .tls: (.tls, "No trusted connection to \(host) could be made")
            case .timeout: (.timeout, "\(host) did not answer in time")
            case .disconnected: (.connection, "\(host) closed the connection without a complete response")
            case .truncated: (.connection, "The response of \(host) ended before it was complete")
            case .malformed: (.connection, "The response of \(host) is not valid HTTP")
            case .other: (.connection, "The exchange with \(host) failed")
            }
        let detail = request.redaction.redact(text: OwnSecrets(of: request).removed(from: detail))
        return APIError(code, "\(message): \(detail).", request: request, underlying: self)
    }
}
