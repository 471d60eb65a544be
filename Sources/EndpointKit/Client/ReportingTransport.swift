/// Tells what is sent and what comes: to observers, and to whoever asked for progress, how much of the request's body has gone, and of a
/// good answer's body has come. For progress every body moves as a stream, also one that is there, or is wanted, whole.
struct ReportingTransport: Transport {
    let base: any Transport
    let progress: ProgressHandler?
    let reporter: CallReporter?

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let report else {
            reporter?.report(.sent(request))
            let response = try await base.send(request)
            reporter?.report(head: response)
            return response
        }
        let stream = try await stream(request, reporting: report)
        var response = HTTPResponse(head: stream)
        response.body = try await stream.body.collected(for: request)
        return response
    }

    func stream(_ request: HTTPRequest) async throws -> HTTPResponseStream { try await stream(request, reporting: report) }

    /// nil where nobody follows the progress.
    private var report: ProgressHandler? {
        guard let reporter, reporter.followsProgress else { return progress }
        return { [progress] event in
            progress?(event)
            reporter.report(.progress(event))
        }
    }

    private func stream(_ request: HTTPRequest, reporting report: ProgressHandler?) async throws -> HTTPResponseStream {
        var request = request
        if let report { request.body = request.body?.reporting(to: report) }
        reporter?.report(.sent(request))
        var stream = try await base.stream(request)
        reporter?.report(head: HTTPResponse(head: stream))
        // Neither the page of an error nor that of a redirect is what is waited for.
        guard let report, stream.status.isSuccess else { return stream }
        let counter = ByteCounter(body: stream.body, progress: TransferProgress(downloading: stream), report: report)
        stream.body = HTTPResponseStream.Body { try await counter.next() }
        return stream
    }
}

extension CallReporter {
    fileprivate func report(head response: HTTPResponse) {
        var head = response
        head.body = Data()
        head.payload = nil
        report(.head(head))
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
