/// A character encoding that the `charset` of a response names.
package enum Charset: Equatable {
    case utf8
    case windows1252
    case utf16(isBigEndian: Bool)

    /// Accepts labels of the WHATWG Encoding Standard, which reads Latin-1 as windows-1252, because most text with that label is
    /// windows-1252. nil for an unknown label.
    package init?(label: String) {
        switch label.lowercased() {
        // ASCII is a subset of UTF-8.
        case "utf-8", "utf8", "us-ascii", "ascii": self = .utf8
        case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "windows-1252", "cp1252": self = .windows1252
        case "utf-16", "utf-16le": self = .utf16(isBigEndian: false)
        case "utf-16be": self = .utf16(isBigEndian: true)
        default: return nil
        }
    }

    /// Decodes `UTF-8'en'%E2%82%AC`, the extended value of a parameter (RFC 8187, section 3.2.1); nil for any other text.
    package static func extendedText(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let charset = Charset(label: String(parts[0])) else { return nil }
        return charset.text(Data(PercentEncoding.decodedBytes(parts[2].utf8)))
    }

    /// The text without its byte order mark, which overrides the byte order of UTF-16; nil if the bytes aren't valid in this encoding.
    package func text(_ bytes: Data) -> String? {
        switch self {
        case .utf8: return String(validating: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes, as: UTF8.self)
        case .windows1252: return String(String.UnicodeScalarView(bytes.map(Self.windows1252Scalar)))
        case .utf16(var isBigEndian):
            var bytes = bytes
            if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
                isBigEndian = bytes.first == 0xFE
                bytes = bytes.dropFirst(2)
            }
            guard bytes.count.isMultiple(of: 2) else { return nil }
            return String(bytes: bytes, encoding: isBigEndian ? .utf16BigEndian : .utf16LittleEndian)
        }
    }

    private static func windows1252Scalar(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(upperHalf[Int(byte) - 0x80]) ?? Unicode.Scalar(byte)
    }

    // 0x80 to 0x9F; a byte that windows-1252 doesn't define becomes the control character of Latin-1.
    private static let upperHalf: [UInt16] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
        0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
    ]
}
