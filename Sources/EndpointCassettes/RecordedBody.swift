import EndpointKit
import Synchronization

/// The bytes that have passed through, up to a limit.
private struct PassedBytes {
    let limit: Int
    var bytes = Data()
    var isWhole = false
    var isCut = false

    mutating func append(_ chunk: Data) {
        let room = limit - bytes.count
        if chunk.count > room { isCut = true }
        if room > 0 { bytes.append(chunk.prefix(room)) }
    }
}

/// A request's body, recorded while it is sent.
final class RecordedUpload: Sendable {
    private let passed: Mutex<PassedBytes>
    private let file: HTTPBodyEntity?

    init(limit: Int, file: HTTPBodyEntity? = nil) {
        passed = Mutex(PassedBytes(limit: limit))
        self.file = file
    }

    var body: Recording.Body {
        passed.withLock { Recording.Body(bytes: $0.bytes, contentType: nil, isWhole: $0.isWhole && !$0.isCut) }
    }

    /// Starts again, because a transport may send a body twice.
    func begin() { passed.withLock { $0 = PassedBytes(limit: $0.limit) } }
    func append(_ chunk: Data) { passed.withLock { $0.append(chunk) } }
    func end() { passed.withLock { $0.isWhole = true } }

    /// Reads a body from its file again after it was sent, because the transport reads the file itself. If the file is gone, the recording is
    /// incomplete.
    func readFile() async throws {
        guard let file else { return }
        begin()
        do {
            for try await chunk in try file.chunks() { append(chunk) }
            end()
        } catch is CancellationError {
            throw CancellationError()
        } catch {}
    }
}

extension HTTPRequest {
    /// The request to send instead, which records its body up to `limit` bytes.
    func recordingBody(limit: Int) -> (HTTPRequest, RecordedUpload?) {
        guard let entity = body else { return (self, nil) }
        let limit = max(0, limit)
        switch entity.content {
        case .data(let data):
            let upload = RecordedUpload(limit: limit)
            upload.append(data)
            upload.end()
            return (self, upload)
        case .file:
            return (self, RecordedUpload(limit: limit, file: entity))
        case .stream(let stream):
            let upload = RecordedUpload(limit: limit)
            var request = self
            request.body?.content = .stream(
                HTTPBodyStream(length: stream.length, isReplayable: stream.isReplayable, isSpent: stream.isSpent) {
                    let chunks = try entity.chunks()
                    upload.begin()
                    return { UploadReader(chunks: chunks.makeAsyncIterator(), upload: upload) }
                })
            return (request, upload)
        }
    }
}

private struct UploadReader: HTTPBodyReader {
    var chunks: HTTPBodyChunks.AsyncIterator
    let upload: RecordedUpload

    mutating func next() async throws -> Data? {
        let chunk = try await chunks.next()
        if let chunk { upload.append(chunk) } else { upload.end() }
        return chunk
    }
}

/// A response's body, recorded while it is read. The recording ends with the body, or when its reader stops.
final class RecordedBody: Sendable {
    private struct State {
        var passed: PassedBytes
        var isOver = false
    }
    private let state: Mutex<State>
    private let head: HTTPResponse
    private let base: HTTPResponseStream.Body
    private let take: CassetteTake
    private let wait: Duration

    init(_ response: HTTPResponseStream, of take: CassetteTake, limit: Int) {
        state = Mutex(State(passed: PassedBytes(limit: max(0, limit))))
        head = HTTPResponse(head: response)
        base = response.body
        self.take = take
        wait = take.elapsed
    }

    deinit { end(isWhole: false) }

    var stream: HTTPResponseStream.Body { HTTPResponseStream.Body { try await self.next() } }

    private func next() async throws -> Data? {
        // All iterators of a body share one position.
        var chunks = base.makeAsyncIterator()
        let chunk: Data?
        do {
            chunk = try await chunks.next()
        } catch {
            let isCancelled = error is CancellationError || APIError.Code.cancelled ~= error
            end(isWhole: !isCancelled, failing: isCancelled ? nil : error)
            throw error
        }
        if let chunk { state.withLock { $0.passed.append(chunk) } } else { end(isWhole: true) }
        return chunk
    }

    private func end(isWhole: Bool, failing error: (any Error)? = nil) {
        let passed = state.withLock { state -> PassedBytes? in
            defer { state.isOver = true }
            return state.isOver ? nil : state.passed
        }
        guard let passed else { return }
        var response = head
        response.body = passed.bytes
        take.end(response, isWhole: isWhole && !passed.isCut, failing: error, wait: wait)
    }
}

/// A recorded body, in chunks.
final class ReplayedBody: Sendable {
    private let rest: Mutex<Data>
    private let end: APIError?
    private static let chunkSize = 64 << 10

    init(_ body: Data, end: APIError?) {
        rest = Mutex(body)
        self.end = end
    }

    var stream: HTTPResponseStream.Body {
        HTTPResponseStream.Body {
            try Task.checkCancellation()
            let chunk = self.rest.withLock { rest in
                let chunk = rest.prefix(Self.chunkSize)
                rest = rest.dropFirst(Self.chunkSize)
                return Data(chunk)
            }
            if chunk.isEmpty, let end = self.end { throw end }
            return chunk.isEmpty ? nil : chunk
        }
    }
}
