/// The bytes of a body from an asynchronous sequence, which is read only as fast as its bytes are sent.
public struct HTTPBodyStream: Sendable {
    /// The length in bytes, if known. A sequence of another length ends the call with ``APIError/Code/bodyEncoding``.
    public let length: Int64?
    /// Whether a second attempt can send the stream.
    public let isReplayable: Bool
    /// Prepares one attempt; throws if no further attempt is possible.
    let prepare: @Sendable () throws -> @Sendable () throws -> any HTTPBodyReader
    /// Whether ``prepare`` would throw.
    package let isSpent: @Sendable () -> Bool

    package init(
        length: Int64?, isReplayable: Bool, isSpent: @escaping @Sendable () -> Bool,
        prepare: @escaping @Sendable () throws -> @Sendable () throws -> any HTTPBodyReader
    ) {
        self.length = length
        self.isReplayable = isReplayable
        self.isSpent = isSpent
        self.prepare = prepare
    }

    package static var spent: APIError {
        APIError(.bodyEncoding, "The body's stream was sent before and can't be read again. Use a stream that is made for each attempt.")
    }

    /// Sends a sequence that can be read only once. The call doesn't follow a redirect that keeps the body. It is retried only if no
    /// connection could be made, because the sequence wasn't read in that case.
    public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks, length: Int64? = nil) where Chunks.Element: HTTPBodyChunk {
        let once = OneShot(chunks)
        self.init(length: length, isReplayable: false, isSpent: { once.isTaken }) {
            guard let chunks = once.take() else { throw Self.spent }
            return { ChunkReader(chunks.makeAsyncIterator()) }
        }
    }

    /// Sends a sequence that `chunks` creates for each attempt, with the same bytes each time.
    public init<Chunks: AsyncSequence & SendableMetatype>(length: Int64? = nil, making chunks: @escaping @Sendable () throws -> Chunks)
    where Chunks.Element: HTTPBodyChunk, Chunks.AsyncIterator: SendableMetatype {
        self.init(length: length, isReplayable: true, isSpent: { false }) {
            { ChunkReader(try chunks().makeAsyncIterator()) }
        }
    }
}

/// The element of an asynchronous sequence that is sent as a body: `Data`, `[UInt8]`, or `UInt8`.
public protocol HTTPBodyChunk {
    /// Adds the bytes of this chunk at the end of `data`.
    func append(to data: inout Data)
}

extension Data: HTTPBodyChunk {
    public func append(to data: inout Data) { if data.isEmpty { data = self } else { data.append(self) } }
}

extension [UInt8]: HTTPBodyChunk {
    public func append(to data: inout Data) { data.append(contentsOf: self) }
}

extension UInt8: HTTPBodyChunk {
    public func append(to data: inout Data) { data.append(self) }
}

private struct ChunkReader<Base: AsyncIteratorProtocol>: HTTPBodyReader where Base.Element: HTTPBodyChunk {
    private var base: Base
    private var isAtEnd = false

    init(_ base: Base) { self.base = base }

    mutating func next() async throws -> Data? {
        var data = Data()
        // Single bytes are collected; a larger chunk is sent without waiting for the next.
        let enough = Base.Element.self == UInt8.self ? HTTPBodyChunks.size : 1
        while !isAtEnd, data.count < enough {
            if let chunk = try await base.next(isolation: #isolation) { chunk.append(to: &data) } else { isAtEnd = true }
        }
        return data.isEmpty ? nil : data
    }
}

/// The bytes of a body for one attempt and one reader, in chunks of 1 byte to 64 KB.
///
/// Reading throws an ``APIError`` of code `bodyEncoding` for a file that can't be read, for an error that the stream throws (which becomes
/// the `underlying` error), and for more or fewer bytes than the announced length. The chunk that completes the announced length is
/// delivered only after the source has ended, so that a transport that stops at this length never truncates a body.
public struct HTTPBodyChunks: AsyncSequence, Sendable {
    package static let size = 65_536

    /// A name for error messages: "file photo.png".
    package let source: String
    package var length: Int64?
    package let open: @Sendable () throws -> any HTTPBodyReader

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: self) }

    /// Reads the body from its start. Its source is opened when the first chunk is read.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let chunks: HTTPBodyChunks
        private var reader: (any HTTPBodyReader)?
        private var chunk = Data()
        private var taken = 0
        private var arrived: Int64 = 0
        private var isAtEnd = false

        package init(chunks: HTTPBodyChunks) { self.chunks = chunks }

        public mutating func next() async throws -> Data? {
            do {
                while taken == chunk.count {
                    chunk = Data()
                    taken = 0
                    if isAtEnd { return nil }
                    // The first read may open the source.
                    try await BodySource.$isRead.withValue(true) { try await readChunk() }
                }
            } catch {
                isAtEnd = true
                chunk = Data()
                taken = 0
                reader = nil
                throw chunks.completed(error)
            }
            let start = chunk.startIndex + taken
            let count = Swift.min(HTTPBodyChunks.size, chunk.count - taken)
            taken += count
            return count == chunk.count && start == 0 ? chunk : chunk.subdata(in: start..<(start + count))
        }

        private mutating func readChunk() async throws {
            // The reader is moved out, so that its state isn't copied when it changes.
            var reader = try self.reader.take() ?? chunks.open()
            defer { self.reader = isAtEnd ? nil : reader }
            guard let read = try await reader.next() else {
                isAtEnd = true
                if let length = chunks.length, arrived != length { throw chunks.mismatch("ended after \(arrived) of \(length) bytes") }
                return
            }
            chunk = read
            arrived += Int64(read.count)
            guard let length = chunks.length, arrived >= length, !read.isEmpty else { return }
            var excess = arrived > length
            while !excess, let more = try await reader.next() { excess = !more.isEmpty }
            if excess { throw chunks.mismatch("has more than \(length) bytes") }
            isAtEnd = true
        }
    }

    private func mismatch(_ finding: String) -> APIError {
        APIError(.bodyEncoding, "The \(source) does not have its announced length: it \(finding).")
    }

    private func completed(_ error: any Error) -> any Error {
        if error is APIError || error is CancellationError { return error }
        return APIError(.bodyEncoding, "The \(source) could not be read: \(error.sentence).", underlying: error)
    }
}

package enum BodySource {
    /// Whether the task reads the body of a request that is being sent. That request waits for any call that the task begins.
    @TaskLocal package static var isRead = false
}

/// Reads the bytes of a body from the start, in chunks of any size; `next()` returns nil at the end.
package protocol HTTPBodyReader {
    mutating func next() async throws -> Data?
}

struct DataReader: HTTPBodyReader {
    private var data: Data?

    init(_ data: Data) { self.data = data }

    package mutating func next() -> Data? {
        defer { data = nil }
        return data
    }
}
