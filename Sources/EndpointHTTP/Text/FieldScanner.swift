/// Reads the value of a field byte by byte, because quoted strings may contain commas and semicolons (RFC 9110, section 5.6).
package struct FieldScanner {
    private let bytes: [UInt8]
    private var index = 0

    package init(_ text: String) { bytes = Array(text.utf8) }

    package var isAtEnd: Bool { index >= bytes.count }

    /// Skips the next byte if it is this one, and returns whether it was.
    package mutating func take(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    package mutating func skip(_ isSkipped: (UInt8) -> Bool) {
        while index < bytes.count, isSkipped(bytes[index]) { index += 1 }
    }

    /// Skips spaces and tabs.
    package mutating func skipBlanks() { skip(\.isBlank) }

    /// Skips the rest of a list's element, up to the comma.
    package mutating func skipElement() {
        while index < bytes.count, bytes[index] != UInt8(ascii: ",") {
            if quoted() == nil { index += 1 }
        }
    }

    /// Reads the text up to the first byte for which `isPart` returns false.
    package mutating func text(while isPart: (UInt8) -> Bool) -> String {
        let start = index
        skip(isPart)
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Reads the text up to a blank or one of `ends`.
    package mutating func word(until ends: StaticString) -> String {
        text { byte in !byte.isBlank && !ends.withUTF8Buffer { $0.contains(byte) } }
    }

    /// Reads the content of a quoted string, which may lack its closing quote; nil if none begins here.
    package mutating func quoted() -> String? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        var content: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\"") { break }
            if byte != UInt8(ascii: "\\") {
                content.append(byte)
            } else if index < bytes.count {
                content.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: content, as: UTF8.self)
    }
}
