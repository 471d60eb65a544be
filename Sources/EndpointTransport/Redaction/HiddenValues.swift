/// Finds the values of secret names in a JSON text, also if it is cut off or invalid.
package struct HiddenValues {
    private let bytes: [UInt8]
    private var index = 0

    /// The byte ranges of whole values in their order: a text with its quotes, an object or array with its content.
    package static func ranges(in bytes: [UInt8], by redaction: Redaction) -> [Range<Int>] {
        var finder = HiddenValues(bytes: bytes)
        var ranges: [Range<Int>] = []
        while finder.index < bytes.count {
            guard bytes[finder.index] == UInt8(ascii: "\"") else {
                finder.index += 1
                continue
            }
            let name = finder.text()
            finder.skipSpace()
            guard finder.isAt(":") else { continue }
            finder.index += 1
            finder.skipSpace()
            guard redaction.hides(name) else { continue }
            let start = finder.index
            finder.skipValue()
            if finder.index > start { ranges.append(start..<finder.index) }
        }
        return ranges
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func isAt(_ character: Character) -> Bool { index < bytes.count && bytes[index] == character.asciiValue }

    private mutating func skipSpace() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }

    /// Escapes stay: the known secret names have none.
    private mutating func text() -> String {
        let start = index + 1
        index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
        index = min(index, bytes.count)
        defer { index = min(index + 1, bytes.count) }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func skipValue() {
        var depth = 0
        repeat {
            guard index < bytes.count else { return }
            switch bytes[index] {
            case UInt8(ascii: "\""): _ = text()
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                index += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if depth == 0 { return }
                depth -= 1
                index += 1
            default:
                // A number or a word, or the separator of two elements.
                index += 1
                while depth == 0, index < bytes.count, !",]} \t\r\n".utf8.contains(bytes[index]) { index += 1 }
            }
        } while depth > 0
    }
}
