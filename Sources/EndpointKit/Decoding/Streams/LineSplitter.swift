/// Cuts bytes into lines, wherever the pieces in which they come are cut. A line ends with LF, CR or CRLF; a byte order mark at the
/// very beginning is none of the first one.
struct LineSplitter {
    private let limit: Int
    private var piece: [UInt8] = []
    private var index = 0
    // What earlier pieces held of the line.
    private var start: [UInt8] = []
    // A line feed now would belong to the line end before it.
    private var endedWithReturn = false
    private var isAtBeginning = true

    struct TooLong: Error {}

    init(limit: Int) { self.limit = limit }

    mutating func append(_ data: Data) {
        piece = Array(data)
        index = 0
    }

    /// The next line that has come whole; nil asks for another piece.
    mutating func next() throws(TooLong) -> [UInt8]? {
        if endedWithReturn, index < piece.count {
            endedWithReturn = false
            if piece[index] == UInt8(ascii: "\n") { index += 1 }
        }
        let rest = piece[index...]
        guard let end = rest.firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) else {
            start += rest
            index = piece.count
            if start.count > limit + Self.mark.count { throw TooLong() }
            return nil
        }
        endedWithReturn = piece[end] == UInt8(ascii: "\r")
        index = end + 1
        return try taken(start + rest[..<end])
    }

    /// The last line, if nothing ends it.
    mutating func finish() throws(TooLong) -> [UInt8]? { start.isEmpty ? nil : try taken(start) }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private mutating func taken(_ line: [UInt8]) throws(TooLong) -> [UInt8] {
        start = []
        let hasMark = isAtBeginning && line.starts(with: Self.mark)
        isAtBeginning = false
        if line.count - (hasMark ? Self.mark.count : 0) > limit { throw TooLong() }
        return hasMark ? Array(line.dropFirst(Self.mark.count)) : line
    }
}
