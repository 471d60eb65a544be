/// Parses the head of a response line by line, as an engine receives it.
struct ResponseHead {
    private(set) var status = HTTPStatus(rawValue: 0)
    private(set) var headers = HTTPHeaders()
    /// Whether the empty line after the final head has come. Interim heads (1xx) don't count.
    private(set) var isComplete = false
    private(set) var contentLength: Int?
    // Whether a status line may come: at first, and after an interim head.
    private var isAtStart = true
    // The values of Transfer-Encoding (RFC 9112, section 6.1), one for each field, in lower case.
    private var transferCodings: [String] = []
    // The bytes of all heads, including interim ones, and of the trailers.
    private var headSize = 0
    private var trailerSize = 0

    /// The most bytes of a response's heads, and of its trailers.
    static let sizeLimit = 256 << 10

    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    /// Takes one line with its line end.
    mutating func receive(_ line: UnsafeRawBufferPointer) throws(Malformed) {
        try count(line.count)
        var line = line[...]
        while let last = line.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { line = line.dropLast() }
        if isComplete {
            // Trailers are ignored. A status line belongs to another response: libcurl has sent the request again.
            if line.starts(with: "HTTP/".utf8) { throw Malformed(description: "it has a second status line after its head") }
        } else if line.starts(with: "HTTP/".utf8) {
            // The fields before it would be lost, and with them the framing of the body.
            guard isAtStart else { throw Malformed(description: "it has a second status line in its head") }
            try begin(line)
        } else if line.isEmpty {
            try end()
        } else if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
            try fold(line)
        } else {
            try append(line)
        }
    }

    private mutating func count(_ size: Int) throws(Malformed) {
        if isComplete { trailerSize += size } else { headSize += size }
        if headSize > Self.sizeLimit { throw Malformed(description: "its head is larger than \(Self.sizeLimit) bytes") }
        if trailerSize > Self.sizeLimit { throw Malformed(description: "its trailers are larger than \(Self.sizeLimit) bytes") }
    }

    private mutating func end() throws(Malformed) {
        // The bytes after it would be in a protocol that the client didn't ask for.
        if status.rawValue == 101 { throw Malformed(description: "it switches to a protocol that wasn't requested") }
        // Without a TE field only this coding may come. With any other, or an empty one, libcurl ignores the Content-Length, and would
        // accept a truncated body as whole.
        guard transferCodings.isEmpty || transferCodings == ["chunked"] else {
            throw Malformed(
                description:
                    "its Transfer-Encoding is \(transferCodings.joined(separator: ", ").debugDescription), and only chunked is supported")
        }
        isComplete = !status.isInformational
        isAtStart = !isComplete
    }

    private mutating func begin(_ line: Slice<UnsafeRawBufferPointer>) throws(Malformed) {
        let size = headSize
        self = ResponseHead()
        headSize = size
        isAtStart = false
        let digits = line.drop { $0 != UInt8(ascii: " ") }.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: " ") }
        guard digits.count == 3, let code = Int(String(decoding: digits, as: UTF8.self)), code >= 100 else {
            throw Malformed(description: "its first line has no status code")
        }
        status = HTTPStatus(rawValue: code)
        headers.fields.reserveCapacity(8)
    }

    private mutating func append(_ line: Slice<UnsafeRawBufferPointer>) throws(Malformed) {
        // A line without a colon is ignored.
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        // Other recipients may read the name without the space (RFC 9112, section 5.1).
        if line[..<colon].last == UInt8(ascii: " ") || line[..<colon].last == UInt8(ascii: "\t") {
            throw Malformed(description: "it has a space between a field's name and the colon")
        }
        let name = Self.text(line[..<colon])
        let value = Self.text(Self.trimmed(line[(colon + 1)...]))
        if name.equalsIgnoringASCIICase("Content-Length") {
            try setLength(value)
        } else if name.equalsIgnoringASCIICase("Transfer-Encoding") {
            transferCodings.append(value.lowercased())
        }
        headers.append(name, value)
    }

    /// A repeated equal length is valid; lengths that differ or aren't numbers are an error (RFC 9112, section 6.3).
    private mutating func setLength(_ value: String) throws(Malformed) {
        for text in value.split(separator: ",", omittingEmptySubsequences: false) {
            // A list may have space around its items.
            var digits = text.drop { $0 == " " || $0 == "\t" }
            while digits.last == " " || digits.last == "\t" { digits.removeLast() }
            guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(digits) else {
                throw Malformed(description: "its Content-Length is not a number of up to 63 bits")
            }
            if let contentLength, contentLength != length { throw Malformed(description: "it has Content-Length values that differ") }
            contentLength = length
        }
    }

    /// A line that starts with a space continues the previous value (RFC 9112, section 5.2).
    private mutating func fold(_ line: Slice<UnsafeRawBufferPointer>) throws(Malformed) {
        guard let last = headers.fields.indices.last else { return }
        // Engines read such a value differently.
        if ["Content-Length", "Transfer-Encoding"].contains(where: headers.fields[last].name.equalsIgnoringASCIICase) {
            throw Malformed(description: "its \(headers.fields[last].name) continues on a second line")
        }
        headers.fields[last].value += " " + Self.text(Self.trimmed(line))
    }

    private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        var bytes = bytes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        while let last = bytes.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") { bytes = bytes.dropLast() }
        return bytes
    }

    /// Reads UTF-8, or otherwise Latin-1, which is valid for any bytes (RFC 9110, section 5.5).
    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        return String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
    }
}
