/// Hands the body of a success on as it comes; any other answer is read whole, as an error or a redirect needs it.
struct StreamingTransport: Transport {
    let base: any Transport

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let stream = try await base.stream(request)
        var response = HTTPResponse(head: stream)
        if stream.status.isSuccess {
            response.payload = ResponsePayload(.stream(stream.body.held(by: request.call)))
        } else {
            response.body = try await stream.body.collected(for: request)
        }
        return response
    }
}

extension HTTPResponse {
    /// Everything but the body.
    init(head stream: HTTPResponseStream) {
        self.init(status: stream.status, headers: stream.headers)
        address = stream.address
        metrics = stream.metrics
    }
}

extension HTTPResponseStream {
    /// Of the body as it is read; nil where the head doesn't say.
    var bodyLength: Int64? {
        headers.contains("Content-Encoding") ? nil : headers["Content-Length"].flatMap { Int64($0) }
    }
}

extension HTTPResponseStream.Body {
    /// All of it, up to the request's own limit.
    func collected(for request: HTTPRequest) async throws -> Data {
        do {
            return try await collected(limit: request.bodyLimit)
        } catch var error as APIError where error.code == .bodyTooLarge && error.request == nil {
            error.request = APIError.RequestSummary(request)
            throw error
        }
    }
}
