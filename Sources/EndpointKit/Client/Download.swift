/// Writes the body of a success to a file as it comes, chunk by chunk; any other answer is read whole.
///
/// What came of an earlier attempt, or call, isn't asked for again where the server can send the rest (RFC 9110, section 14):
///
/// 1. Ask for the rest with `Range`, and with `If-Range` for all of it should it be another by now.
/// 2. 206 with the range asked for, of the same version: append, and ask for what is still missing. Any other part is useless, as a server
///    may have ignored `If-Range`: drop what came, and ask for all of it.
/// 3. 416: whole already, if the server says that there is no more. Otherwise drop what came, and ask for all of it.
/// 4. Another success is all of it: start over.
struct Download {
    /// The most parts that are asked for in one attempt. What came stays for another.
    private static let partLimit = 1000

    let file: DownloadFile
    let stream: (HTTPRequest) async throws -> HTTPResponseStream

    func send(_ request: HTTPRequest) async throws -> Answer {
        // A range the caller asks for is what the caller gets.
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
            let stream = try await self.stream(request)
            var response = HTTPResponse(head: stream)
            if let version, stream.status == .partialContent || stream.status == .rangeNotSatisfiable {
                guard try await append(stream, at: start, of: version, for: request) else { continue }
                response.status = .ok
            } else if stream.status == .partialContent, !asksForPart {
                throw TransportFailure(.malformed, detail: "a part came, and all was asked for").error(for: request)
            } else if stream.status.isSuccess {
                try file.restart(mayResume ? DownloadVersion(stream) : nil)
                try await write(stream.body, until: request.method == .head ? nil : stream.bodyLength, for: request)
            } else {
                if stream.status.isFinal { try file.restart(nil) }
                response.body = try await stream.body.collected(for: request)
                return Answer(response: response)
            }
            return Answer(response: response, content: .file(file))
        }
        throw TransportFailure(.malformed, detail: "the rest didn't come in \(Self.partLimit) parts").error(for: request)
    }

    /// False where more is to be asked for: the next part, or all of it.
    private func append(
        _ stream: HTTPResponseStream, at start: Int64, of version: DownloadVersion, for request: HTTPRequest
    ) async throws -> Bool {
        if let range = stream.headers["Content-Range"].flatMap(ContentRange.init) {
            if stream.status == .rangeNotSatisfiable {
                if range.total == start, version.length == start || version.names(stream) { return true }
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
                // Nothing of it can be trusted.
                try file.restart(nil)
                throw TransportFailure(.malformed, detail: "the body is longer than its head said").error(for: request)
            }
            try file.write(chunk)
        }
        if let end, file.length < end {
            throw TransportFailure(.truncated, detail: "\(file.length) of \(end) bytes came").error(for: request)
        }
    }
}

extension HTTPStatus {
    /// The next call will be answered no better, so that nothing is kept for it.
    fileprivate var isFinal: Bool { isClientError && ![401, 403, 407, 408, 425, 429].contains(rawValue) }
}
