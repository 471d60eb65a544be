import EndpointKit
import EndpointKitTesting

/// The text of a body, which can be converted back into bytes.
struct BodyText {
    let text: String
    private let encoding: Encoding
    /// Bytes after the last complete character of a truncated body.
    private let rest: [UInt8]

    private enum Encoding {
        case utf8
        /// UTF-16 or UTF-32, with the number of bytes per code unit.
        case wide(Int, isBigEndian: Bool)
        case windows1252
    }

    /// nil if the bytes aren't text. Text in UTF-16 or UTF-32 has a byte order mark, a `charset`, or zeros around its first characters.
    init?(_ bytes: [UInt8], contentType: String?) {
        let type = MediaType(contentType ?? "")
        if let wide = Self.wide(bytes, charset: type.parameter("charset")) {
            self = wide
        } else if let text = String(validating: bytes, as: UTF8.self) {
            (self.text, encoding, rest) = (text, .utf8, [])
        } else if Self.isText(type) || ExactJSON.mayBegin(bytes) || !Self.isMedia(type) && !bytes.contains(where: Self.isBinary),
            let text = Charset.windows1252.text(Data(bytes))
        {
            // Each byte is treated as a character, even in UTF-8 that has some invalid bytes.
            (self.text, encoding, rest) = (text, .windows1252, [])
        } else {
            return nil
        }
    }

    private init(_ text: String, _ encoding: Encoding, rest: some Sequence<UInt8>) {
        (self.text, self.encoding, self.rest) = (text, encoding, Array(rest))
    }

    /// Encodes other text in the same encoding.
    func bytes(of text: String) -> [UInt8] {
        switch encoding {
        case .utf8: return Array(text.utf8)
        case .wide(2, let isBigEndian): return text.utf16.flatMap { Self.bytes(UInt32($0), 2, isBigEndian) } + rest
        case .wide(let size, let isBigEndian): return text.unicodeScalars.flatMap { Self.bytes($0.value, size, isBigEndian) } + rest
        case .windows1252: return text.unicodeScalars.map { Self.windows1252[$0] ?? UInt8(ascii: "?") }
        }
    }

    private static let windows1252: [Unicode.Scalar: UInt8] = {
        let scalars = Charset.windows1252.text(Data(0...255))?.unicodeScalars
        return Dictionary(uniqueKeysWithValues: zip(scalars ?? "".unicodeScalars, 0...255))
    }()

    // MARK: UTF-16 and UTF-32

    private static func wide(_ bytes: [UInt8], charset: String?) -> BodyText? {
        guard let (size, isBigEndian) = Data(bytes.prefix(4)).wideUnits ?? charset.flatMap(Charset.init(label:))?.wideUnits else {
            return nil
        }
        let end = bytes.count - bytes.count % size
        let units = stride(from: 0, to: end, by: size).map { start -> UInt32 in
            let unit = bytes[start..<start + size]
            return isBigEndian ? unit.reduce(0) { $0 << 8 | UInt32($1) } : unit.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        let text =
            size == 2
            ? String(decoding: units.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self) : String(decoding: units, as: UTF32.self)
        // Bytes that only begin like text contain some that aren't characters. The last character may be truncated.
        if text.unicodeScalars.dropLast().contains(where: { $0 == "\u{FFFD}" || $0 == "\0" }) { return nil }
        return BodyText(text, .wide(size, isBigEndian: isBigEndian), rest: bytes[end...])
    }

    private static func bytes(_ unit: UInt32, _ size: Int, _ isBigEndian: Bool) -> [UInt8] {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: unit >> (8 * UInt32($0))) }
        return isBigEndian ? bytes.reversed() : bytes
    }

    // MARK: Types

    /// Images, sounds and fonts are stored as bytes.
    static func isMedia(_ type: MediaType) -> Bool {
        ["image/", "audio/", "video/", "font/"].contains { type.name.hasPrefix($0) } && !type.name.hasSuffix("+xml")
    }

    private static func isText(_ type: MediaType) -> Bool {
        let parts = ["json", "xml", "html", "javascript", "urlencoded", "yaml", "csv", "graphql"]
        // The parts of a multipart body may be binary, but they are separated by lines of text.
        return type.name.hasPrefix("text/") || type.name.hasPrefix("multipart/") || parts.contains { type.name.contains($0) }
    }

    /// A binary data byte, as defined in section 3 of the WHATWG's MIME Sniffing Standard.
    private static func isBinary(_ byte: UInt8) -> Bool { byte < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D, 0x1B].contains(byte) }
}

extension Data {
    /// The size and byte order of a text's code units, detected as in JSON.
    fileprivate var wideUnits: (Int, isBigEndian: Bool)? {
        switch wideEncoding?.0 {
        case .utf16BigEndian?: (2, true)
        case .utf16LittleEndian?: (2, false)
        case .utf32BigEndian?: (4, true)
        case .utf32LittleEndian?: (4, false)
        default: nil
        }
    }
}

extension Charset {
    fileprivate var wideUnits: (Int, isBigEndian: Bool)? {
        if case .utf16(let isBigEndian) = self { (2, isBigEndian) } else { nil }
    }
}
