/// The head of a response, taken line by line as it comes from an engine.
struct ResponseHead {
    private(set) var status = HTTPStatus(rawValue: 0)
    private(set) var headers = HTTPHeaders()
    /// The empty line has come after the last head: interim heads (1xx) come before it.
    private(set) var isComplete = false
    private(set) var contentLength: Int?

    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    /// Takes one line with its line end.
    mutating func receive(_ line: UnsafeRawBufferPointer) throws(Malformed) {
        var line = line[...]
        while let last = line.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { line = line.dropLast() }
        if line.starts(with: "HTTP/".utf8) {
            try begin(line)
        } else if isComplete {
            // A trailer, which may not change what the head said.
            return
        } else if line.isEmpty {
            isComplete = !status.isInformational
        } else if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
            fold(line)
        } else {
            try append(line)
        }
    }

    private mutating func begin(_ line: Slice<UnsafeRawBufferPointer>) throws(Malformed) {
        self = ResponseHead()
        let digits = line.drop { $0 != UInt8(ascii: " ") }.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: " ") }
        guard digits.count == 3, let code = Int(String(decoding: digits, as: UTF8.self)), code >= 100 else {
            throw Malformed(description: "its first line has no status code")
        }
        status = HTTPStatus(rawValue: code)
        headers.fields.reserveCapacity(8)
    }

    private mutating func append(_ line: Slice<UnsafeRawBufferPointer>) throws(Malformed) {
        // A line without a colon is no field; the others still are.
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        let name = Self.text(line[..<colon])
        let value = Self.text(Self.trimmed(line[(colon + 1)...]))
        if name.equalsIgnoringASCIICase("Content-Length") {
            guard let length = Int(value), length >= 0 else { throw Malformed(description: "its Content-Length is no number of 63 bits") }
            contentLength = length
        }
        headers.append(name, value)
    }

    /// A line that starts with a space goes on with the value before it (RFC 9112, section 5.2).
    private mutating func fold(_ line: Slice<UnsafeRawBufferPointer>) {
        guard let last = headers.fields.indices.last else { return }
        headers.fields[last].value += " " + Self.text(Self.trimmed(line))
    }

    private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        var bytes = bytes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        while let last = bytes.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") { bytes = bytes.dropLast() }
        return bytes
    }

    /// UTF-8, or else Latin-1, as which any bytes can be read (RFC 9110, section 5.5).
    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        return String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
    }
}
