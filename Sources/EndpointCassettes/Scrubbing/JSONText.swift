import EndpointKit

/// Finds the strings in a JSON document, even if it is truncated or invalid.
struct JSONScanner {
    private let bytes: ArraySlice<UInt8>
    private(set) var index: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    /// The range of the next string with its quotation marks, and its content with its escapes.
    mutating func nextString() -> (range: Range<Int>, text: ArraySlice<UInt8>)? {
        guard let start = bytes[index...].firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        index = start
        let text = text()
        return (start..<index, text)
    }

    mutating func skipColon() -> Bool {
        skipSpace()
        guard index < bytes.endIndex, bytes[index] == UInt8(ascii: ":") else { return false }
        index += 1
        skipSpace()
        return true
    }

    private mutating func skipSpace() {
        while index < bytes.endIndex, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }

    /// The text between the quotation marks, with its escapes.
    private mutating func text() -> ArraySlice<UInt8> {
        let start = index + 1
        index = start
        while index < bytes.endIndex, bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
        index = min(index, bytes.endIndex)
        defer { index = min(index + 1, bytes.endIndex) }
        return bytes[start..<index]
    }

    /// The range of the whole value: a string with its quotation marks, or an object or array with its content. A value that isn't JSON ends
    /// with its line.
    mutating func skipValue() -> Range<Int> {
        let start = index
        var depth = 0
        repeat {
            guard index < bytes.endIndex else { return start..<index }
            switch bytes[index] {
            case UInt8(ascii: "\""): _ = text()
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                index += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if depth == 0 { return start..<index }
                depth -= 1
                index += 1
            default:
                // A number, a word, or the separator between two elements.
                index += 1
                while depth == 0, index < bytes.endIndex, !",]}\t\r\n".utf8.contains(bytes[index]) { index += 1 }
            }
        } while depth > 0
        var end = index
        while end > start, bytes[end - 1] == 0x20 { end -= 1 }
        return start..<end
    }
}

enum JSONText {
    /// The end of the JSON document at the start of the text; nil if there is none. Text that begins like JSON but isn't valid doesn't
    /// count as a document, because a search in a document finds only names in double quotation marks.
    static func endOfDocument(_ text: ArraySlice<UInt8>) -> Int? {
        let content = text.dropFirst(text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0).drop { $0 <= 0x20 }
        guard let first = content.first, "{[\"".utf8.contains(first) else { return nil }
        var scanner = JSONScanner(content)
        let range = scanner.skipValue()
        // A string is a document only if nothing follows it.
        if first == UInt8(ascii: "\"") {
            return content[range.upperBound...].allSatisfy { $0 <= 0x20 } && isValid(content[range]) ? text.endIndex : nil
        }
        return isValid(content[range]) ? range.upperBound : nil
    }

    /// Whether it is a JSON value, including a number that is too large.
    static func isValid(_ text: ArraySlice<UInt8>) -> Bool {
        text.withUnsafeBufferPointer { bytes in JSONTape.reading(bytes) { $0.failure == nil } }
    }

    /// A value without its quotation marks. The value may be truncated.
    static func unquoted(_ bytes: ArraySlice<UInt8>) -> String {
        guard let quote = bytes.first, LooseText.isQuote(quote) else { return String(decoding: bytes, as: UTF8.self) }
        let content = bytes.dropFirst().dropLast(bytes.count > 1 && bytes.last == quote ? 1 : 0)
        return String(decoding: EscapedText.unescaped(content), as: UTF8.self)
    }
}
