extension JSONParser {
    mutating func string() throws(Problem) -> String {
        index += 1
        let start = index
        var text = ""
        var runStart = index
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                text += try run(from: runStart)
                index += 1
                return text
            case UInt8(ascii: "\\"):
                text += try run(from: runStart)
                index += 1
                text.unicodeScalars.append(try escape())
                runStart = index
            case 0x0A, 0x0D: throw problem("a line break in a text")
            case 0..<0x20: throw problem("a control character in a text")
            default: index += 1
            }
        }
        index = start - 1
        throw problem("a text without an end")
    }

    private func run(from start: Int) throws(Problem) -> String {
        guard let text = String(validating: bytes[start..<index], as: UTF8.self) else { throw problem("a text that isn't UTF-8") }
        return text
    }

    private mutating func escape() throws(Problem) -> Unicode.Scalar {
        guard index < bytes.count else { throw problem("a text without an end") }
        let letter = bytes[index]
        if letter == UInt8(ascii: "u") { return try unicodeEscape() }
        let scalar: Unicode.Scalar
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(letter)
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "f"): scalar = "\u{C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        default: throw problem(#"a "\" that begins no escape"#)
        }
        index += 1
        return scalar
    }

    private mutating func unicodeEscape() throws(Problem) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), bytes[index...].starts(with: "\\u".utf8) else {
            throw problem("half a surrogate pair that stands alone")
        }
        index += 1
        let second = try codeUnit()
        guard UTF16.isTrailSurrogate(second) else { throw problem("half a surrogate pair that stands alone") }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    /// Of `u` and four hexadecimal digits.
    private mutating func codeUnit() throws(Problem) -> UInt16 {
        let digits = bytes[index...].dropFirst().prefix(4)
        guard digits.count == 4, digits.allSatisfy({ PercentEncoding.Allowed.hexDigit.contains($0) }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw problem(#"a "\u" without four hexadecimal digits"#) }
        index += 5
        return unit
    }
}
