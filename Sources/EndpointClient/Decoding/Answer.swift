/// The answer to an attempt, with its body in memory, in a stream or in a file.
struct Answer: Sendable {
    var response: HTTPResponse
    /// The body of a successful response, if the response doesn't contain it.
    var content: Content?

    enum Content: Sendable {
        case stream(HTTPResponseStream.Body)
        case file(DownloadFile)
        /// The response contains the body, but the body is only part of a resource that was requested as a whole (RFC 9110, section
        /// 15.3.7).
        case part
        /// The value from a function that was called instead of a service.
        indirect case value(any Sendable)
    }

    /// Whether the body of a successful response is still unread, or is in a file.
    var isStreamed: Bool {
        switch content {
        case .stream, .file: true
        case .part, .value, nil: false
        }
    }

    /// Returns the value that `read` creates from the response. An error that isn't an ``APIError`` is wrapped in an ``APIError`` of code
    /// `decoding`.
    func value<Value>(_ read: (HTTPResponse) throws -> Value) throws -> Value {
        do { return try read(response) } catch { throw APIError.undecodable(response, error) }
    }
}

extension APIError {
    /// The error for a response with only part of a resource that was requested as a whole.
    static func partialContent(_ response: HTTPResponse) -> APIError {
        let failure = TransportFailure(.malformed, detail: "a part of the body arrived, but the whole body was requested")
        return APIError(.connection, "The response is invalid: \(failure.detail).", response: response, underlying: failure)
    }

    /// The error for a response that couldn't be decoded. An ``APIError`` stays unchanged; any other error becomes the `underlying` error
    /// of an ``APIError`` of code `decoding`.
    fileprivate static func undecodable(_ response: HTTPResponse, _ error: any Error) -> APIError {
        var failure = error as? APIError ?? APIError(.decoding, "The response could not be read: \(error.sentence).", underlying: error)
        failure.response = failure.response ?? response
        return failure
    }
}
