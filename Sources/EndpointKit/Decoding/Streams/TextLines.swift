/// The lines of a body, without their ends: LF, CR or CRLF. What follows the last one is a line too, unless it is nothing.
///
/// The text is UTF-8; what isn't becomes U+FFFD. A line is there as soon as its end is. A body that breaks off in the middle of a line
/// ends with its error, and not with half a line.
public struct TextLines: AsyncSequence, Sendable {
    /// 1 MB: more without a line end is an error, rather than memory without bound.
    public static let standardLimit = 1 << 20

    let limit: Int
    let open: @Sendable () -> HTTPResponseStream.Body

    init(limit: Int, open: @escaping @Sendable () -> HTTPResponseStream.Body) {
        self.limit = limit
        self.open = open
    }

    public func makeAsyncIterator() -> Iterator { Iterator(reader: LineReader(open(), limit: limit)) }

    public struct Iterator: AsyncIteratorProtocol {
        var reader: LineReader

        public mutating func next() async throws -> String? { try await reader.next().map { String(decoding: $0, as: UTF8.self) } }
    }
}

extension HTTPResponseStream.Body {
    /// Its lines. One of more than `limit` bytes is ``APIError/Code/bodyTooLarge``.
    public func lines(limit: Int = TextLines.standardLimit) -> TextLines { TextLines(limit: limit) { self } }
}

/// Reads lines as bytes.
struct LineReader {
    private var body: HTTPResponseStream.Body.Iterator?
    private var splitter: LineSplitter
    private let limit: Int

    init(_ body: HTTPResponseStream.Body, limit: Int) {
        self.body = body.makeAsyncIterator()
        self.limit = limit
        splitter = LineSplitter(limit: limit)
    }

    mutating func next() async throws -> [UInt8]? {
        // Taken out, so that nothing is read after an error or the end.
        guard var source = body.take() else { return nil }
        do {
            while true {
                if let line = try splitter.next() {
                    body = source
                    return line
                }
                guard let piece = try await source.next() else { return try splitter.finish() }
                splitter.append(piece)
            }
        } catch is LineSplitter.TooLong {
            throw APIError(.bodyTooLarge, "A line of the response is longer than the limit of \(limit) bytes.")
        }
    }
}
