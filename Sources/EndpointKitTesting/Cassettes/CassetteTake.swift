import EndpointKit

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
        // Recordings are in the order in which their requests began, whenever they end.
        slot = tape.reserve()
    }

    /// Records a whole response.
    func end(_ response: HTTPResponse) async throws {
        try await upload?.readFile()
        try end(response, body: Recording.Body(bytes: response.body, contentType: nil), failing: nil, wait: nil)
    }

    /// Records that no response came. A cancelled exchange isn't recorded, as whoever cancels a replayed one does it himself.
    func end(failing error: any Error) async throws {
        if error is CancellationError || APIError.Code.cancelled ~= error { return }
        try await upload?.readFile()
        try end(nil, body: nil, failing: error, wait: nil)
    }

    /// Records a response, and perhaps the failure that ended it.
    func end(_ head: HTTPResponse?, body: Recording.Body?, failing error: (any Error)?, wait: Duration?) throws {
        let total = elapsed
        let contentType = request.headers["Content-Type"] ?? request.body?.contentType
        let sent = upload?.body
        var scrubber = Scrubber(redaction, numbers: tape.numbers)
        scrubber.learn(request, body: sent.map { Array($0.bytes) }, contentType: contentType)
        if let head { scrubber.learn(head.headers) }
        let responseType = head?.headers["Content-Type"]
        if let body { scrubber.learn(body: Array(body.bytes), contentType: responseType) }
        let response = head.map { head in
            let shown = body.map { body in
                var shown = body
                shown.bytes = Data(scrubber.responseBody(Array(body.bytes), contentType: responseType))
                return shown
            }
            return Recording.Response(status: head.status, headers: scrubber.headers(of: head.headers), body: shown)
        }
        let requestBody = sent.map { body in
            Recording.Body(
                bytes: Data(scrubber.requestBody(Array(body.bytes), contentType: contentType)), contentType: contentType,
                isWhole: body.isWhole)
        }
        let metrics = head?.metrics
        let recording = Recording(
            method: request.method.rawValue, url: scrubber.url(of: request), requestHeaders: scrubber.headers(of: request),
            requestBody: requestBody, response: response, failure: error.map { Recording.Failure($0, scrubbedBy: scrubber) }, start: date,
            wait: metrics?.firstByte ?? wait ?? total, total: total, httpVersion: metrics?.httpVersion?.rawValue)
        try tape.put(recording, at: slot)
    }

    var elapsed: Duration { start.duration(to: .now) }
}
