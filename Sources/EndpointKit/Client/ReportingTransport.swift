/// Tells how much of the request's body has gone, and of a good answer's body has come. Every body moves as a stream, also one that is
/// there, or is wanted, whole.
struct ReportingTransport: Transport {
    let base: any Transport
    let report: ProgressHandler

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let stream = try await stream(request)
        var response = HTTPResponse(head: stream)
        response.body = try await stream.body.collected(for: request)
        return response
    }

    func stream(_ request: HTTPRequest) async throws -> HTTPResponseStream {
        var request = request
        request.body = request.body?.reporting(to: report)
        var stream = try await base.stream(request)
        // Neither the page of an error nor that of a redirect is what is waited for.
        guard stream.status.isSuccess else { return stream }
        let counter = ByteCounter(body: stream.body, progress: TransferProgress(downloading: stream), report: report)
        stream.body = HTTPResponseStream.Body { try await counter.next() }
        return stream
    }
}

/// Sendable because a body has one reader, who asks for one piece after the other.
private final class ByteCounter: @unchecked Sendable {
    private var body: HTTPResponseStream.Body.Iterator
    private var progress: TransferProgress
    private let report: ProgressHandler

    init(body: HTTPResponseStream.Body, progress: TransferProgress, report: @escaping ProgressHandler) {
        self.body = body.makeAsyncIterator()
        self.progress = progress
        self.report = report
        report(progress)
    }

    func next() async throws -> Data? {
        let piece = try await body.next()
        if let piece {
            progress.completedBytes += Int64(piece.count)
            report(progress)
        }
        return piece
    }
}

extension TransferProgress {
    /// Before the first byte of its body.
    fileprivate init(downloading stream: HTTPResponseStream) {
        let range = stream.status == .partialContent ? stream.headers["Content-Range"].flatMap(ContentRange.init) : nil
        self.init(
            direction: .download, completedBytes: range?.bounds?.lowerBound ?? 0,
            totalBytes: range == nil ? stream.bodyLength : range?.total)
    }
}
