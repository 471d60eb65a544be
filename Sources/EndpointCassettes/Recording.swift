import EndpointKit
import EndpointKitTesting

/// One exchange in a cassette, without its secrets if this package recorded it.
struct Recording: Sendable {
    /// The number of its entry in the file, from 1; 0 if it isn't in the file yet.
    var entry = 0
    /// Why the entry can't be used, with the location of the problem.
    var problem: String?
    var method: String
    var url: String
    var requestHeaders: HTTPHeaders
    var requestBody: Body?
    /// nil if no response arrived.
    var response: Response?
    /// Why no response arrived, or why its body ended early.
    var failure: Failure?
    /// This property and those below are used only for writing.
    var start = Date(timeIntervalSince1970: 0)
    /// The time until the response's head, and the time until the end.
    var wait = Duration.zero
    var total = Duration.zero
    var httpVersion: String?

    struct Body: Sendable {
        var bytes: Data
        var contentType: String?
        /// False if the body had more bytes than were recorded.
        var isWhole = true
    }

    struct Response: Sendable {
        var status: HTTPStatus
        var headers: HTTPHeaders
        /// nil if it wasn't recorded.
        var body: Body?
    }

    /// An ``APIError`` with its ``TransportFailure``.
    struct Failure: Sendable {
        var code: APIError.Code
        var message: String
        var reason: TransportFailure.Reason?
        var detail: String?
    }
}

extension Recording {
    /// The parts of the request that are compared, without the values that `redaction` hides.
    func shape(_ redaction: Redaction, by matching: RequestMatching) -> RequestShape {
        // The URL as it is sent, with escapes for characters that a URL can't contain.
        let url = (try? Location.parse(url).get().text) ?? url
        // A file from another tool still contains its secrets everywhere.
        var words = HiddenWords()
        words.learn(self, at: url, by: redaction)
        let scrubber = Scrubber(redaction: redaction, words: words)
        let body = requestBody.map { body in
            let contentType = body.contentType ?? requestHeaders["Content-Type"]
            let bytes = scrubber.requestBody(Array(body.bytes), requestHeaders, contentType: contentType)
            return RequestShapeBody(bytes, contentType: contentType)
        }
        return RequestShape(
            method: method, url: scrubber.url(url), headers: scrubber.redacted(requestHeaders), body: body, by: matching)
    }
}

extension Recording.Failure {
    init(_ error: any Error, scrubbedBy scrubber: Scrubber) {
        let known = error as? APIError
        let failure = (known?.underlying ?? error) as? TransportFailure
        code = known?.code ?? .custom
        message = scrubber.sentence(known?.message ?? error.sentence + ".")
        reason = failure?.reason
        detail = failure.map { scrubber.sentence($0.detail) }
    }

    func error(for request: HTTPRequest) -> APIError {
        let underlying = reason.map { TransportFailure($0, detail: detail ?? "") }
        return APIError(code, message, request: request, underlying: underlying)
    }
}
