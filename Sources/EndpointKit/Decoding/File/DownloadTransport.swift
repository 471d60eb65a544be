/// Writes the body of a success to a file as it comes, piece by piece; any other answer is read whole.
///
/// What came of an earlier attempt, or call, isn't asked for again where the server can send the rest (RFC 9110, section 14):
///
/// 1. Ask for the rest with `Range`, and with `If-Range` for all of it should it be another by now.
/// 2. 206 with the range asked for: append. Another range, or a coded one, is useless: drop what came, and ask for all of it.
/// 3. 416: whole already, if the server says that there is no more. Otherwise drop what came, and ask for all of it.
/// 4. Another success is all of it: start over.
struct DownloadTransport: Transport {
    let base: any Transport
    let file: DownloadFile

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        // A range the caller asks for is what the caller gets.
        let mayResume = request.method == .get && !request.headers.contains("Range")
        while true {
            var request = request
            let start = file.length
            let isRest = mayResume && start > 0 && file.validator != nil
            if isRest, let validator = file.validator {
                request.headers["Range"] = "bytes=\(start)-"
                request.headers["If-Range"] = validator
            }
            let stream = try await base.stream(request)
            var response = HTTPResponse(head: stream)
            if isRest, stream.status == .partialContent || stream.status == .rangeNotSatisfiable {
                let range = stream.headers["Content-Range"].flatMap(ContentRange.init)
                if stream.status == .partialContent, let bounds = range?.bounds, bounds.lowerBound == start, !stream.isCoded {
                    try await write(stream.body, until: bounds.upperBound, for: request)
                    // The server may send less than it was asked for.
                    if let total = range?.total, file.length < total { continue }
                } else if stream.status == .partialContent || range?.total != start {
                    try file.restart(validator: nil)
                    continue
                }
                response.status = .ok
            } else if stream.status.isSuccess {
                try file.restart(validator: mayResume ? stream.validator : nil)
                try await write(stream.body, until: request.method == .head ? nil : stream.bodyLength, for: request)
            } else {
                if stream.status.isFinal { try file.restart(validator: nil) }
                response.body = try await stream.body.collected(for: request)
                return response
            }
            response.payload = ResponsePayload(.file(file))
            return response
        }
    }

    private func write(_ body: HTTPResponseStream.Body, until end: Int64?, for request: HTTPRequest) async throws {
        for try await piece in body {
            try Task.checkCancellation()
            if let end, file.length + Int64(piece.count) > end {
                // Nothing of it can be trusted.
                try file.restart(validator: nil)
                throw TransportFailure(.malformed, detail: "the body is longer than its head said").error(for: request)
            }
            try file.write(piece)
        }
        if let end, file.length < end {
            throw TransportFailure(.truncated, detail: "\(file.length) of \(end) bytes came").error(for: request)
        }
    }
}

extension HTTPResponseStream {
    fileprivate var isCoded: Bool { headers.contains("Content-Encoding") }

    /// What names these very bytes, if the server can send a part of them: a strong entity tag, or a date that is earlier than the answer's
    /// own, so that nothing can have changed in the same second (RFC 9110, sections 8.8.2.2 and 13.1.5).
    fileprivate var validator: String? {
        guard status == .ok, !isCoded, headers["Accept-Ranges"]?.lowercased() == "bytes" else { return nil }
        if let tag = headers["ETag"] { return tag.hasPrefix("\"") ? tag : nil }
        guard let modified = headers["Last-Modified"], let date = headers["Date"], modified != date else { return nil }
        return modified
    }
}

extension HTTPStatus {
    /// The next call will be answered no better, so that nothing is kept for it.
    fileprivate var isFinal: Bool { isClientError && ![401, 403, 407, 408, 425, 429].contains(rawValue) }
}
