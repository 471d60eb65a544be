/// The bytes of a body in the pieces in which they are sent, for one attempt and one reader: at most 64 KB each, none empty.
///
/// What goes wrong while the body is read is an ``APIError`` of code `bodyEncoding`: a file that can't be read, an error of the stream
/// (the `underlying` one), more or fewer bytes than the length that was announced. The last piece is given when it is known to be the
/// last, so that a transport that stops at the announced length never cuts a body short.
public struct HTTPBodyChunks: AsyncSequence, Sendable {
    static let size = 65_536

    /// For an error's sentence: "file photo.png".
    let source: String
    let length: Int64?
    let open: @Sendable () throws -> any HTTPBodyReader

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: self) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        private let chunks: HTTPBodyChunks
        private var reader: (any HTTPBodyReader)?
        private var piece = Data()
        private var taken = 0
        private var arrived: Int64 = 0
        private var isAtEnd = false

        init(chunks: HTTPBodyChunks) { self.chunks = chunks }

        public mutating func next() async throws -> Data? {
            do {
                while taken == piece.count {
                    piece = Data()
                    taken = 0
                    if isAtEnd { return nil }
                    try await readPiece()
                }
            } catch {
                isAtEnd = true
                piece = Data()
                taken = 0
                reader = nil
                throw chunks.completed(error)
            }
            let start = piece.startIndex + taken
            let count = Swift.min(HTTPBodyChunks.size, piece.count - taken)
            taken += count
            return count == piece.count && start == 0 ? piece : piece.subdata(in: start..<(start + count))
        }

        private mutating func readPiece() async throws {
            // Taken out, so that what it holds isn't copied when it changes.
            var reader = try self.reader.take() ?? chunks.open()
            defer { self.reader = isAtEnd ? nil : reader }
            guard let read = try await reader.next() else {
                isAtEnd = true
                if let length = chunks.length, arrived != length { throw chunks.mismatch("ended after \(arrived) of \(length) bytes") }
                return
            }
            piece = read
            arrived += Int64(read.count)
            guard let length = chunks.length, arrived >= length, !read.isEmpty else { return }
            var excess = arrived > length
            while !excess, let more = try await reader.next() { excess = !more.isEmpty }
            if excess { throw chunks.mismatch("has more than \(length) bytes") }
            isAtEnd = true
        }
    }

    private func mismatch(_ finding: String) -> APIError {
        APIError(.bodyEncoding, "The \(source) has another length than was announced: it \(finding).")
    }

    private func completed(_ error: any Error) -> any Error {
        if error is APIError || error is CancellationError { return error }
        return APIError(.bodyEncoding, "The \(source) could not be read: \(error.sentence).", underlying: error)
    }
}

/// Gives the bytes of a body from the start, in pieces of any size; nil at the end.
protocol HTTPBodyReader {
    mutating func next() async throws -> Data?
}

struct DataReader: HTTPBodyReader {
    private var data: Data?

    init(_ data: Data) { self.data = data }

    mutating func next() -> Data? {
        defer { data = nil }
        return data
    }
}
