extension Data {
    /// The byte order mark of UTF-8.
    static let utf8Mark = Data([0xEF, 0xBB, 0xBF])

    /// Converts a JSON text in UTF-16 or UTF-32 to UTF-8 with a byte order mark. All other bytes stay unchanged. Returns nil if the bytes
    /// aren't valid in their encoding.
    ///
    /// The encoding is detected as in `JSONDecoder`: by the byte order mark, or by the zeros around the first characters, which are ASCII
    /// (RFC 4627, section 3).
    var jsonInUTF8: Data? {
        guard let (encoding, markLength) = wideEncoding else { return self }
        return String(bytes: dropFirst(markLength), encoding: encoding).map { Self.utf8Mark + $0.utf8 }
    }

    /// The encoding, if it is UTF-16 or UTF-32, and the length of the byte order mark; nil for any other text.
    package var wideEncoding: (String.Encoding, markLength: Int)? {
        // Nearly every text is in UTF-8, and either begins with two ASCII characters or consists of one.
        guard let first, first == 0 || first >= 0xFE || count > 1 && self[startIndex + 1] == 0 else { return nil }
        let start = Array(prefix(4))
        switch start {
        case [0, 0, 0xFE, 0xFF]: return (.utf32BigEndian, 4)
        // This isn't a byte order mark in Unicode, but JSONDecoder treats it as one. It treats FF FE 00 00 as UTF-16.
        case [0xFE, 0xFF, 0, 0]: return (.utf32LittleEndian, 4)
        case _ where start.starts(with: [0xFE, 0xFF]): return (.utf16BigEndian, 2)
        case _ where start.starts(with: [0xFF, 0xFE]): return (.utf16LittleEndian, 2)
        default: break
        }
        switch start.map({ $0 == 0 }) {
        case [true, true, true, false]: return (.utf32BigEndian, 0)
        case [false, true, true, true]: return (.utf32LittleEndian, 0)
        case [true, false, true, false], [true, false]: return (.utf16BigEndian, 0)
        case [false, true, false, true], [false, true]: return (.utf16LittleEndian, 0)
        default: return nil
        }
    }
}
