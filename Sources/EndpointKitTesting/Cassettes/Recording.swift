import EndpointKit

/// One exchange of a cassette, with its secrets scrubbed if it was recorded by this package.
struct Recording: Sendable {
    /// The number of its entry in the file, from 1; 0 if it isn't in the file yet.
    var entry = 0
    /// Why the entry can't answer, with the place of what is wrong.
    var problem: String?
    var method: String
    var url: String
    var requestHeaders: HTTPHeaders
    var requestBody: Body?
    /// nil if no response came.
    var response: Response?
    /// Why no response came, or why its body ended early.
    var failure: Failure?
    /// Only for writing, as what follows.
    var start = Date(timeIntervalSince1970: 0)
    /// The time until the response's head, and until the end.
    var wait = Duration.zero
    var total = Duration.zero
    var httpVersion: String?

    struct Body: Sendable {
        var bytes: Data
        var contentType: String?
        /// False if the body had more bytes, which weren't recorded.
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
    /// How the request is compared, with what `redaction` hides left out.
    func shape(_ redaction: Redaction, by matching: RequestMatching) -> RequestShape {
        // As it is sent: with escapes for what a URL can't have.
        let url = (try? Location.parse(url).get().text) ?? url
        // What another tool has written has its secrets, in all places.
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
