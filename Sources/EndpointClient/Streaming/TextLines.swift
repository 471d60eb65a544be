/// The lines of a body, without their line endings (LF, CR or CRLF). Text after the last line ending is a line too.
///
/// The text is decoded as UTF-8; invalid bytes become U+FFFD. A line is delivered as soon as its ending arrives. If a body is truncated in
/// the middle of a line, an error is thrown, and the incomplete line isn't delivered.
public struct TextLines: AsyncSequence, Sendable {
    /// The default limit for a line, 1 MB. A longer line causes an error, so that memory use stays bounded.
    public static let standardLimit = 1 << 20

    let limit: Int
    let open: @Sendable () -> HTTPResponseStream.Body

    init(limit: Int, open: @escaping @Sendable () -> HTTPResponseStream.Body) {
        self.limit = limit
        self.open = open
    }

    public func makeAsyncIterator() -> Iterator { Iterator(reader: LineReader(open(), limit: limit)) }

    /// Reads the body line by line.
    public struct Iterator: AsyncIteratorProtocol {
        var reader: LineReader

        public mutating func next() async throws -> String? { try await reader.next().map { String(decoding: $0, as: UTF8.self) } }
    }
}

extension HTTPResponseStream.Body {
    /// The lines of the body. A line of more than `limit` bytes throws ``APIError/Code/bodyTooLarge``.
    public func lines(limit: Int = TextLines.standardLimit) -> TextLines { TextLines(limit: limit) { self } }
}

/// Reads lines as bytes.
struct LineReader {
    private var body: HTTPResponseStream.Body.Iterator?
    private var splitter: LineSplitter
    private let limit: Int

    init(_ body: HTTPResponseStream.Body, limit: Int, endsAtReturn: Bool = true) {
        self.body = body.makeAsyncIterator()
        self.limit = limit
        splitter = LineSplitter(limit: limit, endsAtReturn: endsAtReturn)
    }

    mutating func next() async throws -> [UInt8]? {
        // The body is taken out, so that nothing is read after an error or the end.
        guard var source = body.take() else { return nil }
        do {
            while true {
                if let line = try splitter.next() {
                    body = source
                    return line
                }
                guard let chunk = try await source.next() else { return try splitter.finish() }
                splitter.append(chunk)
            }
        } catch is LineSplitter.TooLong {
            let error = APIError(.bodyTooLarge, "A line of the response is longer than the limit of \(limit) bytes.")
            throw source.owner?.fail(with: error) ?? error
        }
    }
}

extension LineReader {
    /// The call that the lines belong to.
    var owner: (any BodyOwner)? { body?.owner }
}

/// Splits chunks of bytes into lines, even if a line spans several chunks. A byte order mark at the beginning of the body is skipped.
struct LineSplitter {
    private let limit: Int
    /// Whether CR ends a line, in addition to LF and CRLF.
    private let endsAtReturn: Bool
    private var chunk: [UInt8] = []
    private var index = 0
    // The part of the line that was in earlier chunks.
    private var start: [UInt8] = []
    // Whether the last line ended with a carriage return, so that a line feed now would belong to the same line ending.
    private var endedWithReturn = false
    private var isAtBeginning = true

    struct TooLong: Error {}

    init(limit: Int, endsAtReturn: Bool) {
        self.limit = limit
        self.endsAtReturn = endsAtReturn
    }

    mutating func append(_ data: Data) {
        chunk = Array(data)
        index = 0
    }

    /// Returns the next complete line; nil if another chunk is needed.
    mutating func next() throws(TooLong) -> [UInt8]? {
        if endedWithReturn, index < chunk.count {
            endedWithReturn = false
            if chunk[index] == UInt8(ascii: "\n") { index += 1 }
        }
        let rest = chunk[index...]
        guard let end = rest.firstIndex(where: { $0 == UInt8(ascii: "\n") || endsAtReturn && $0 == UInt8(ascii: "\r") }) else {
            start += rest
            index = chunk.count
            if start.count > limit + Self.mark.count { throw TooLong() }
            return nil
        }
        endedWithReturn = chunk[end] == UInt8(ascii: "\r")
        index = end + 1
        return try taken(start + rest[..<end])
    }

    /// Returns the last line, if it has no line ending.
    mutating func finish() throws(TooLong) -> [UInt8]? { start.isEmpty ? nil : try taken(start) }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private mutating func taken(_ line: [UInt8]) throws(TooLong) -> [UInt8] {
        start = []
        var line = line[...]
        if isAtBeginning, line.starts(with: Self.mark) { line.removeFirst(Self.mark.count) }
        isAtBeginning = false
        if !endsAtReturn, line.last == UInt8(ascii: "\r") { line.removeLast() }
        if line.count > limit { throw TooLong() }
        return Array(line)
    }
}
