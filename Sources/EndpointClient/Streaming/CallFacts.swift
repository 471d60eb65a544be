/// What a call adds to its errors.
final class CallFacts: Sendable {
    private let request: HTTPRequest?
    /// The response whose body is being read, without that body; nil if none is.
    private let head: HTTPResponse?
    let attempts: [Attempt]
    let decoder: ResponseDecoder

    init(request: HTTPRequest?, head: HTTPResponse? = nil, attempts: [Attempt], decoder: ResponseDecoder) {
        var request = request
        // A delivered body may outlive the call for a long time, and must not retain the request's.
        request?.body = nil
        (self.request, self.head, self.attempts, self.decoder) = (request, head, attempts, decoder)
    }

    /// Completes an ``APIError``. Other errors stay unchanged.
    func added(to error: any Error) -> any Error {
        guard var failure = error as? APIError else { return error }
        if failure.code != .cancelled, var head {
            // An error about a part of the body, such as one event, has that part as the response's body.
            head.body = failure.response?.body ?? Data()
            if failure.response == nil || failure.request == nil { failure.response = head }
        }
        failure.request = failure.request ?? request.map(APIError.RequestSummary.init)
        failure.hideContentType(sentAfter: failure.request)
        if failure.attempts.isEmpty { failure.attempts = attempts }
        failure.decoder = failure.decoder ?? decoder
        return failure
    }
}
