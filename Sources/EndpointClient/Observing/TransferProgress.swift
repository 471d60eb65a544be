/// The progress of an upload or a download.
public struct TransferProgress: Hashable, Sendable {
    /// The body that is transferred: the request's or the response's.
    public enum Direction: String, Sendable {
        /// The body of the request.
        case upload
        /// The body of the response.
        case download
    }
    /// The body that is transferred. A call may report both.
    public var direction: Direction
    /// The number of bytes so far. For a resumed download, it includes those of the earlier call.
    public var completedBytes: Int64
    /// The size of the whole body in bytes; nil if it isn't known beforehand, as with a compressed body.
    public var totalBytes: Int64?

    /// Creates a progress value for tests and previews. If `totalBytes` is nil, so is ``fractionCompleted``.
    public init(direction: Direction, completedBytes: Int64, totalBytes: Int64?) {
        self.direction = direction
        self.completedBytes = completedBytes
        self.totalBytes = totalBytes
    }

    /// The completed fraction, from 0 to 1; nil if the total isn't known.
    public var fractionCompleted: Double? {
        guard let totalBytes else { return nil }
        return totalBytes == 0 ? 1 : Double(completedBytes) / Double(totalBytes)
    }
}

typealias ProgressHandler = @Sendable (TransferProgress) -> Void

/// Reports the progress of one body: at its start, at its end, and at most ten times a second in between.
struct ProgressReport: Sendable {
    private var progress: TransferProgress
    private let clock: AnyClock
    private let report: ProgressHandler
    /// The earliest time of the next report; nil before the start.
    private var next: Duration?
    private var isBehind = false

    init(_ progress: TransferProgress, clock: AnyClock, report: @escaping ProgressHandler) {
        self.progress = progress
        self.clock = clock
        self.report = report
    }

    mutating func start() {
        if next == nil { tell(at: clock.now) }
    }

    mutating func add(_ bytes: Int) {
        progress.completedBytes += Int64(bytes)
        let now = clock.now
        isBehind = next.map { now < $0 } ?? false
        if !isBehind || progress.completedBytes == progress.totalBytes { tell(at: now) }
    }

    mutating func end() {
        if isBehind { tell(at: clock.now) }
    }

    private mutating func tell(at now: Duration) {
        next = now + .milliseconds(100)
        isBehind = false
        report(progress)
    }
}

extension HTTPBodyEntity {
    /// The same body, which also reports how many bytes the transport has read. That is slightly more than the transport has sent.
    func reporting(to report: @escaping ProgressHandler, clock: AnyClock) -> HTTPBodyEntity {
        let progress = ProgressReport(
            TransferProgress(direction: .upload, completedBytes: 0, totalBytes: length), clock: clock, report: report)
        let stream = HTTPBodyStream(length: length, isReplayable: isReplayable, isSpent: { isSpent }) {
            let chunks = try chunks()
            return { CountingReader(chunks: chunks.makeAsyncIterator(), progress: progress) }
        }
        return with(.stream(stream))
    }
}

private struct CountingReader: HTTPBodyReader {
    var chunks: HTTPBodyChunks.AsyncIterator
    var progress: ProgressReport

    mutating func next() async throws -> Data? {
        progress.start()
        let chunk = try await chunks.next()
        // No progress is reported after a cancellation.
        try Task.checkCancellation()
        if let chunk { progress.add(chunk.count) } else { progress.end() }
        return chunk
    }
}

/// Sendable because a body has a single reader, which requests one chunk after another.
final class ByteCounter: @unchecked Sendable {
    private var body: HTTPResponseStream.Body.Iterator
    private var progress: ProgressReport

    init(body: HTTPResponseStream.Body, progress: ProgressReport) {
        self.body = body.makeAsyncIterator()
        self.progress = progress
        self.progress.start()
    }

    func next() async throws -> Data? {
        let chunk = try await body.next()
        if let chunk { progress.add(chunk.count) } else { progress.end() }
        return chunk
    }
}

extension TransferProgress {
    /// The progress before the first byte of the response's body, if the request had this method.
    init(downloading stream: HTTPResponseStream, answering method: HTTPMethod) {
        let range = stream.status == .partialContent ? stream.headers["Content-Range"].flatMap { ContentRange($0) } : nil
        self.init(
            direction: .download, completedBytes: range?.bounds?.lowerBound ?? 0,
            totalBytes: range == nil ? stream.bodyLength(answering: method) : range?.total)
    }
}
