import EndpointKit

/// An unredacted exchange, which stays in memory until the cassette is written.
struct TakenExchange: Sendable {
    var request: HTTPRequest
    var requestBody: Recording.Body?
    /// Contains as much of the body as was read; nil if no response arrived.
    var response: HTTPResponse?
    var isWhole = true
    /// Why no response arrived, or why its body ended early.
    var error: (any Error)?
    var redaction: Redaction
    var start: Date
    var wait: Duration
    var total: Duration
}

/// One exchange that is being recorded.
final class CassetteTake: Sendable {
    private let request: HTTPRequest
    private let upload: RecordedUpload?
    private let redaction: Redaction
    let context: TransferContext
    private let tape: CassetteTape
    private let slot: Int
    private let date = Date()
    private let start = ContinuousClock.now

    init(request: HTTPRequest, upload: RecordedUpload?, redaction: Redaction, context: TransferContext, tape: CassetteTape) {
        self.request = request
        self.upload = upload
        self.redaction = redaction
        self.context = context
        self.tape = tape
        // Recordings are ordered by the times at which their requests began, no matter when they end.
        slot = tape.reserve()
    }

    /// Reads the request's body if it is a file. Call this once a response has arrived.
    func readFile() async throws { try await upload?.readFile() }

    /// Records a complete response.
    func end(_ response: HTTPResponse) async throws {
        try await readFile()
        end(response, isWhole: true, failing: nil, wait: nil)
    }

    /// Records that no response arrived. A cancelled exchange isn't recorded, because in a replay the caller cancels it again.
    func end(failing error: any Error) async throws {
        if error is CancellationError || APIError.Code.cancelled ~= error { return }
        try await readFile()
        end(nil, isWhole: true, failing: error, wait: nil)
    }

    /// Records a response, and the failure that ended it, if any.
    func end(_ response: HTTPResponse?, isWhole: Bool, failing error: (any Error)?, wait: Duration?) {
        let total = elapsed
        tape.put(
            TakenExchange(
                request: request, requestBody: upload?.body, response: response, isWhole: isWhole, error: error, redaction: redaction,
                start: date, wait: response?.metrics?.firstByte ?? wait ?? total, total: total),
            at: slot)
    }

    var elapsed: Duration { start.duration(to: .now) }
}

extension Recording {
    /// The exchange without its secrets.
    init(_ exchange: TakenExchange, scrubbedBy scrubber: Scrubber) {
        let request = exchange.request
        method = request.method.rawValue
        url = scrubber.url(of: request)
        requestHeaders = scrubber.headers(of: request)
        requestBody = exchange.requestBody.map { body in
            let bytes = scrubber.requestBody(Array(body.bytes), request.headers, contentType: request.contentType)
            return Body(bytes: Data(bytes), contentType: scrubber.contentType(request.contentType), isWhole: body.isWhole)
        }
        response = exchange.response.map { response in
            let bytes = scrubber.responseBody(Array(response.body), response.headers)
            return Response(
                status: response.status, headers: scrubber.headers(of: response.headers),
                body: Body(bytes: Data(bytes), contentType: nil, isWhole: exchange.isWhole))
        }
        failure = exchange.error.map { Failure($0, scrubbedBy: scrubber) }
        start = exchange.start
        wait = exchange.wait
        total = exchange.total
        httpVersion = exchange.response?.metrics?.httpVersion?.rawValue
    }
}

extension HTTPRequest {
    var contentType: String? { headers["Content-Type"] ?? body?.contentType }
}
