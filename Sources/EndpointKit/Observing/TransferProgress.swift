/// The progress of an upload or a download.
public struct TransferProgress: Hashable, Sendable {
    /// Which body is transferred: the request's or the response's.
    public enum Direction: String, Sendable {
        /// The body of the request.
        case upload
        /// The body of the response.
        case download
    }
    /// Which body is transferred. A call may report both.
    public var direction: Direction
    /// The bytes so far. A resumed download includes those of the earlier call.
    public var completedBytes: Int64
    /// The bytes of the whole body; nil where they aren't known beforehand, as with a compressed body.
    public var totalBytes: Int64?

    /// Progress as a client reports it, for tests and previews.
    public init(direction: Direction, completedBytes: Int64, totalBytes: Int64?) {
        self.direction = direction
        self.completedBytes = completedBytes
        self.totalBytes = totalBytes
    }

    /// The completed part, from 0 to 1; nil where the total isn't known.
    public var fractionCompleted: Double? {
        guard let totalBytes else { return nil }
        return totalBytes == 0 ? 1 : Double(completedBytes) / Double(totalBytes)
    }
}

typealias ProgressHandler = @Sendable (TransferProgress) -> Void

extension HTTPBodyEntity {
    /// The same body, which reports how many bytes the transport has taken. These are a little more than those on the wire.
    func reporting(to report: @escaping ProgressHandler) -> HTTPBodyEntity {
        let progress = TransferProgress(direction: .upload, completedBytes: 0, totalBytes: length)
        let stream = HTTPBodyStream(length: length, isReplayable: isReplayable, isSpent: { isSpent }) {
            let chunks = try chunks()
            return { CountingReader(chunks: chunks.makeAsyncIterator(), progress: progress, report: report) }
        }
        return HTTPBodyEntity(contentType: contentType, content: .stream(stream))
    }
}

private struct CountingReader: HTTPBodyReader {
    var chunks: HTTPBodyChunks.AsyncIterator
    var progress: TransferProgress
    let report: ProgressHandler

    mutating func next() async throws -> Data? {
        if progress.completedBytes == 0 { report(progress) }
        guard let chunk = try await chunks.next() else { return nil }
        // After a cancellation no progress is reported.
        try Task.checkCancellation()
        progress.completedBytes += Int64(chunk.count)
        report(progress)
        return chunk
    }
}

/// Sendable because a body has one reader, which asks for one chunk after the other.
final class ByteCounter: @unchecked Sendable {
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
        let chunk = try await body.next()
        if let chunk {
            progress.completedBytes += Int64(chunk.count)
            report(progress)
        }
        return chunk
    }
}

extension TransferProgress {
    /// The progress before the first byte of the body.
    init(downloading stream: HTTPResponseStream) {
        let range = stream.status == .partialContent ? stream.headers["Content-Range"].flatMap(ContentRange.init) : nil
        self.init(
            direction: .download, completedBytes: range?.bounds?.lowerBound ?? 0,
            totalBytes: range == nil ? stream.bodyLength : range?.total)
    }
}
