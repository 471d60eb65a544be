/// Writes the body of a successful response to a file, chunk by chunk. Any other response is buffered.
///
/// A download resumes an earlier attempt or call if the server can send the rest (RFC 9110, section 14):
///
/// 1. Request the rest with `Range`. With `If-Range`, the server sends the whole body if it has changed.
/// 2. 206 with the requested range of the same version: append it, and request what is still missing. Any other part can't be used, because
///    a server may have ignored `If-Range`: discard the bytes so far, and request the whole body.
/// 3. 416: the file is complete if its length is the total that the server reports. Otherwise discard the bytes so far, and request the
///    whole body.
/// 4. Any other success contains the whole body: start over.
struct Download {
    /// The maximum number of parts that one attempt requests. Another attempt can resume after them.
    private static let partLimit = 1000

    let file: DownloadFile
    let stream: (HTTPRequest) async throws -> HTTPResponseStream

    func send(_ request: HTTPRequest) async throws -> Answer {
        // A `Range` field that the caller has set is sent unchanged, and that part is the whole download.
        let asksForPart = request.headers.contains("Range")
        let mayResume = request.method == .get && !asksForPart
        for _ in 0..<Self.partLimit {
            var request = request
            let start = file.length
            let version = mayResume && start > 0 ? file.version : nil
            if let version {
                request.headers["Range"] = "bytes=\(start)-"
                request.headers["If-Range"] = version.validator
            }
            let (sent, stream) = (request, try await self.stream(request))
            let answer = try await stream.namingHead {
                if let version, stream.status == .partialContent || stream.status == .rangeNotSatisfiable {
                    return try await append(stream, at: start, of: version, for: sent) ? finished(stream) : nil
                }
                return try await whole(stream, for: sent, asksForPart: asksForPart, mayResume: mayResume)
            }
            if let answer { return answer }
        }
        throw TransportFailure(.malformed, detail: "the rest didn't arrive in \(Self.partLimit) parts").error(for: request)
    }

    /// The answer after the last part: a complete file.
    private func finished(_ stream: HTTPResponseStream) -> Answer {
        var response = HTTPResponse(head: stream)
        response.status = .ok
        return Answer(response: response, content: .file(file))
    }

    private func whole(
        _ stream: HTTPResponseStream, for request: HTTPRequest, asksForPart: Bool, mayResume: Bool
    ) async throws -> Answer {
        var response = HTTPResponse(head: stream)
        // A server may send a part even if none was requested, but a file must be complete.
        let isPart = stream.status == .partialContent && !asksForPart
        guard stream.status.isSuccess, !isPart else {
            if !isPart, stream.status.isFinal { try file.restart(nil) }
            response.body = try await stream.body.collected(for: request)
            return isPart ? Answer(response: response, content: .part) : Answer(response: response)
        }
        if stream.mayBePart, request.method != .head { throw Self.uncertainEnd(response, of: request) }
        try file.restart(mayResume ? DownloadVersion(stream) : nil)
        try await write(stream.body, until: stream.bodyLength(answering: request.method), for: request)
        return Answer(response: response, content: .file(file))
    }

    /// The error for a body whose completeness is uncertain: part of a file mustn't look like the complete file.
    private static func uncertainEnd(_ response: HTTPResponse, of request: HTTPRequest) -> APIError {
        let problem = "it has no Content-Length, and libcurl can't tell a complete HTTP/2 stream from a truncated one"
        return APIError(
            .connection, "The body can't be stored as a whole file: \(problem). Set the HTTP version to http1.", request: request,
            response: response)
    }

    /// Returns false if more must be requested: the next part, or the whole body.
    private func append(
        _ stream: HTTPResponseStream, at start: Int64, of version: DownloadVersion, for request: HTTPRequest
    ) async throws -> Bool {
        if file.isOfSameUsers, let text = stream.headers["Content-Range"], let range = ContentRange(text) {
            if stream.status == .rangeNotSatisfiable {
                // A known length is never overridden.
                if range.total == start, version.length.map({ $0 == start }) ?? version.names(stream) { return true }
            } else if let bounds = range.bounds, bounds.lowerBound == start, let length = version.wholeLength(of: stream, range),
                bounds.upperBound <= length
            {
                try await write(stream.body, until: bounds.upperBound, for: request)
                return file.length == length
            }
        }
        try file.restart(nil)
        return false
    }

    private func write(_ body: HTTPResponseStream.Body, until end: Int64?, for request: HTTPRequest) async throws {
        for try await chunk in body {
            try Task.checkCancellation()
            if let end, file.length + Int64(chunk.count) > end {
                // A body of the wrong length can't be trusted.
                try file.restart(nil)
                throw TransportFailure(.malformed, detail: "the body is longer than its head announced").error(for: request)
            }
            try file.write(chunk)
        }
        if let end, file.length < end {
            throw TransportFailure(.truncated, detail: "\(file.length) of \(end) bytes arrived").error(for: request)
        }
    }
}

extension HTTPStatus {
    /// Whether another call would fail in the same way, so that there is no point in keeping the bytes.
    fileprivate var isFinal: Bool { isClientError && ![401, 403, 407, 408, 409, 413, 420, 423, 425, 429].contains(rawValue) }
}
