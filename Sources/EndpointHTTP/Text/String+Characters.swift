extension String {
    /// Compares field names, hosts and schemes (RFC 9110, section 5.1; RFC 3986, section 6.2.2.1).
    @inline(__always)
    package func equalsIgnoringASCIICase(_ other: String) -> Bool {
        // The lengths rule out most names.
        utf8.count == other.utf8.count && foldedEquals(other)
    }

    /// Calls `body` with the text in UTF-8, without a copy if the text is contiguous.
    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = self
        return copy.withUTF8(body)
    }

    private func foldedEquals(_ other: String) -> Bool {
        withBytes { text in other.withBytes { UnsafeRawBufferPointer(text).equalsIgnoringASCIICase(UnsafeRawBufferPointer($0)) } }
    }
}

extension UnsafeRawBufferPointer {
    /// Compares the bytes up to the shorter length.
    package func equalsIgnoringASCIICase(_ other: UnsafeRawBufferPointer) -> Bool {
        for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
            // Upper and lower case of a letter differ in this bit only.
            guard self[index] ^ other[index] == 0x20, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self[index] | 0x20) else {
                return false
            }
        }
        return true
    }
}

extension String {
    /// True if the string has only spaces and tabs, which aren't part of a field's value (RFC 9110, section 5.5).
    package var isBlank: Bool { utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

    /// Whether the string contains a character that no field value may contain: CR, LF, NUL or any other control character except tab (RFC
    /// 9110, section 5.5).
    package var holdsControlCharacter: Bool {
        withBytes { bytes in
            // Checks eight bytes at once, because most values are long and valid. A tab only causes a second check.
            var index = 0
            while index + 8 <= bytes.count {
                let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self)
                let ones: UInt64 = 0x0101_0101_0101_0101
                let highBits = ones &* 0x80
                let delete = word ^ (ones &* 0x7F)
                // The high bit of each byte below 0x20, or equal to 0x7F.
                let suspects = ((word &- ones &* 0x20) & ~word | (delete &- ones) & ~delete) & highBits
                if suspects != 0, bytes[index..<(index + 8)].contains(where: Self.isControl) { return true }
                index += 8
            }
            while index < bytes.count {
                if Self.isControl(bytes[index]) { return true }
                index += 1
            }
            return false
        }
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }
}

extension String {
    /// The text as one line of at most `limit` bytes of UTF-8. Control characters and line breaks are escaped as in Swift.
    package func visibleLine(limit: Int) -> String {
        if utf8.count <= limit, unicodeScalars.allSatisfy(\.isVisible) { return self }
        let ellipsis = "…"
        var line = ""
        for scalar in unicodeScalars {
            let shown = scalar.isVisible ? String(scalar) : scalar.escaped
            guard line.utf8.count + shown.utf8.count <= limit - ellipsis.utf8.count else { return line + ellipsis }
            line += shown
        }
        return line
    }
}

extension String {
    /// The text as one line, in which each run of white space and of terminal control characters becomes one space.
    package var visibleWords: String {
        unicodeScalars.split { $0.properties.isWhitespace || !$0.isVisible }.map { String(Substring($0)) }.joined(separator: " ")
    }
}

extension Unicode.Scalar {
    /// False for characters that control a terminal and aren't shown: controls, line breaks, and marks that change the writing direction.
    package var isVisible: Bool {
        switch value {
        case 0x20..<0x7F: true
        case 0..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
    }

    fileprivate var escaped: String {
        switch self {
        case "\n": #"\n"#
        case "\r": #"\r"#
        case "\t": #"\t"#
        default: "\\u{\(String(value, radix: 16, uppercase: true))}"
        }
    }
}
