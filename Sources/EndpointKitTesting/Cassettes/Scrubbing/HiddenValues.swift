import EndpointKit

/// Finds the values of secret names in a JSON text, also if it is cut off or invalid, and secrets inside of its other texts.
struct HiddenValues {
    /// A value of which not all is shown.
    struct Value {
        /// The bytes of the whole value: a text with its quotes, an object or array with its content.
        let range: Range<Int>
        /// The text that is shown in its place.
        let shown: [UInt8]
    }

    private let bytes: [UInt8]
    private var index = 0

    /// The values in their order; with a window, those that overlap it.
    static func all(in bytes: [UInt8], overlapping window: Range<Int>? = nil, by redaction: Redaction) -> [Value] {
        var finder = HiddenValues(bytes: bytes)
        let window = window ?? 0..<bytes.count
        var values: [Value] = []
        while finder.index < bytes.count {
            guard bytes[finder.index] == UInt8(ascii: "\"") else {
                finder.index += 1
                continue
            }
            var start = finder.index
            let text = finder.text()
            let end = finder.index
            finder.skipSpace()
            guard finder.isAt(":") else {
                if window.overlaps(start..<end), let shown = redaction.scrub(quoted: text) {
                    values.append(Value(range: start..<end, shown: shown))
                }
                continue
            }
            finder.index += 1
            finder.skipSpace()
            guard redaction.hides(String(decoding: JSONText.unescaped(text), as: UTF8.self)) else { continue }
            start = finder.index
            finder.skipValue()
            if finder.index > start, window.overlaps(start..<finder.index) {
                values.append(Value(range: start..<finder.index, shown: Array(Redaction.mark.utf8)))
            }
        }
        return values
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func isAt(_ character: Character) -> Bool { index < bytes.count && bytes[index] == character.asciiValue }

    private mutating func skipSpace() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }

    /// The text between quotes, with its escapes.
    private mutating func text() -> ArraySlice<UInt8> {
        let start = index + 1
        index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
        index = min(index, bytes.count)
        defer { index = min(index + 1, bytes.count) }
        return bytes[start..<index]
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

extension Redaction {
    /// A text of a JSON document with its quotes, if it holds secrets: it may be JSON or GraphQL itself, or have URLs. nil for any other.
    fileprivate func scrub(quoted text: ArraySlice<UInt8>) -> [UInt8]? {
        guard mayHoldSecret(text) else { return nil }
        let plain = JSONText.unescaped(text)
        let isCode = plain.first { $0 > 0x20 } != UInt8(ascii: "<")
        let shown = Self.isDocument(plain) ? scrub(looseText: scrub(members: plain), isCode: isCode) : scrub(words: plain)
        return shown == plain ? nil : Array(JSON.string(String(decoding: shown, as: UTF8.self)).description.utf8)
    }

    /// Most texts need no closer look: those without what is in each URL with a secret, document or pair of a scheme and a credential.
    private func mayHoldSecret(_ text: ArraySlice<UInt8>) -> Bool {
        var last: UInt8 = 0
        for byte in text {
            if "=@{<\\".utf8.contains(byte) || byte == 0x20 && "rRcC".utf8.contains(last) { return true }
            last = byte
        }
        return false
    }

    private static func isDocument(_ text: [UInt8]) -> Bool {
        let start = text.drop { $0 <= 0x20 }
        switch start.first {
        case UInt8(ascii: "{"), UInt8(ascii: "<"): return true
        case UInt8(ascii: "["): return start.dropFirst().first { $0 > 0x20 }.map { "{\"".utf8.contains($0) } ?? false
        default:
            return ["query", "mutation", "subscription"].contains { start.starts(with: $0.utf8) } && start.contains(UInt8(ascii: "{"))
        }
    }
}

enum JSONText {
    /// The bytes of a text without its escapes; one that isn't valid stays.
    static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard text.contains(UInt8(ascii: "\\")) else { return Array(text) }
        var plain: [UInt8] = []
        var units: [UInt16] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
                plain.append(byte)
                continue
            }
            guard escape == UInt8(ascii: "u"), let unit = UInt16(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) else {
                plain.append(characters[escape] ?? escape)
                continue
            }
            rest = rest.dropFirst(4)
            units.append(unit)
            // The other half of the character follows.
            if UTF16.isLeadSurrogate(unit), rest.starts(with: "\\u".utf8) { continue }
            plain += String(decoding: units, as: UTF16.self).utf8
            units = []
        }
        return plain
    }

    private static let characters: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09, UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
    ]
}
