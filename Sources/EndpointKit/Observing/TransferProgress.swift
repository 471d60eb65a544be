/// How far one direction of an exchange is.
public struct TransferProgress: Hashable, Sendable {
    public enum Direction: String, Sendable {
        case upload
        case download
    }
    public var direction: Direction
    /// What a download took up from an earlier one is counted, so it is the same file's size that grows.
    public var completedBytes: Int64
    /// nil where it isn't known beforehand, as of a body that is compressed on its way.
    public var totalBytes: Int64?

    public init(direction: Direction, completedBytes: Int64, totalBytes: Int64?) {
        self.direction = direction
        self.completedBytes = completedBytes
        self.totalBytes = totalBytes
    }

    /// From 0 to 1; nil where the total isn't known.
    public var fractionCompleted: Double? {
        guard let totalBytes else { return nil }
        return totalBytes == 0 ? 1 : Double(completedBytes) / Double(totalBytes)
    }
}

typealias ProgressHandler = @Sendable (TransferProgress) -> Void

extension HTTPBodyEntity {
    /// The same bytes, which tell `report` how many of them the transport has taken: a little more than are on the wire.
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
        // Too late: nobody is to be told.
        try Task.checkCancellation()
        progress.completedBytes += Int64(chunk.count)
        report(progress)
        return chunk
    }
}

/// Sendable because a body has one reader, who asks for one chunk after the other.
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
    /// Before the first byte of its body.
    init(downloading stream: HTTPResponseStream) {
        let range = stream.status == .partialContent ? stream.headers["Content-Range"].flatMap(ContentRange.init) : nil
        self.init(
            direction: .download, completedBytes: range?.bounds?.lowerBound ?? 0,
            totalBytes: range == nil ? stream.bodyLength : range?.total)
    }
}
