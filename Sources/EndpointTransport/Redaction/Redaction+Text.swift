// Texts whose form isn't known: XML, YAML, settings, notes.
extension Redaction {
    /// The text without the values of hidden names: `name=value`, `name: value`, both also with quotes, the attributes and the content of
    /// elements. A value without quotes ends with its line.
    package func redact(looseText bytes: [UInt8]) -> [UInt8] {
        if hidesNothing { return bytes }
        var scanner = LooseText(bytes: bytes)
        var shown: [UInt8] = []
        var index = 0
        while let name = scanner.nextName() {
            guard hides(String(decoding: bytes[name], as: UTF8.self)), let value = scanner.value(after: name) else { continue }
            shown += bytes[index..<value.lowerBound]
            shown += Self.mark.utf8
            index = value.upperBound
        }
        return shown + bytes[index...]
    }
}

/// Finds names and the values after them.
private struct LooseText {
    let bytes: [UInt8]
    private var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    private func byte(at index: Int) -> UInt8? { bytes.indices.contains(index) ? bytes[index] : nil }

    private static func isName(_ byte: UInt8) -> Bool { PercentEncoding.Allowed.unreserved.contains(byte) && byte != UInt8(ascii: "~") }

    mutating func nextName() -> Range<Int>? {
        while index < bytes.count, !Self.isName(bytes[index]) { index += 1 }
        let start = index
        while index < bytes.count, Self.isName(bytes[index]) { index += 1 }
        return start < index ? start..<index : nil
    }

    /// nil where no value follows. The search for names goes on after it.
    mutating func value(after name: Range<Int>) -> Range<Int>? {
        let value = isElement(name) ? content(of: name) : assigned(to: name)
        guard let value, !value.isEmpty else { return nil }
        index = value.upperBound
        return value
    }

    /// Whether `<` or `<prefix:` is before the name.
    private func isElement(_ name: Range<Int>) -> Bool {
        var start = name.lowerBound - 1
        if byte(at: start) == UInt8(ascii: ":") {
            start -= 1
            while let byte = byte(at: start), Self.isName(byte) { start -= 1 }
        }
        return byte(at: start) == UInt8(ascii: "<")
    }

    /// The content of an element up to its end tag, so that nested elements are hidden too.
    private func content(of name: Range<Int>) -> Range<Int>? {
        // A tag that doesn't end hides the rest, and so does an element without an end tag.
        guard let tagEnd = bytes[name.upperBound...].firstIndex(of: UInt8(ascii: ">")) else { return name.upperBound..<bytes.count }
        if bytes[tagEnd - 1] == UInt8(ascii: "/") { return nil }
        var search = tagEnd + 1
        while let end = bytes[search...].firstRange(of: "</".utf8) {
            let tail = bytes[end.upperBound...].prefix(name.count + 64).prefix { $0 != UInt8(ascii: ">") }
            if tail.reversed().starts(with: bytes[name].reversed()) { return (tagEnd + 1)..<end.lowerBound }
            search = end.upperBound
        }
        return (tagEnd + 1)..<bytes.count
    }

    private func assigned(to name: Range<Int>) -> Range<Int>? {
        var next = name.upperBound
        if let byte = byte(at: next), Self.isQuote(byte) { next += 1 }
        next = afterSpace(next)
        guard let separator = byte(at: next), [UInt8(ascii: ":"), UInt8(ascii: "=")].contains(separator) else { return nil }
        next += 1
        if byte(at: next) == UInt8(ascii: ">") { next += 1 }
        next = afterSpace(next)
        guard let first = byte(at: next), Self.isQuote(first) else {
            return next..<(bytes[next...].firstIndex { "\r\n&;<>".utf8.contains($0) } ?? bytes.count)
        }
        var end = next + 1
        while let byte = byte(at: end), byte != first { end += byte == UInt8(ascii: "\\") ? 2 : 1 }
        return (next + 1)..<min(end, bytes.count)
    }

    private func afterSpace(_ index: Int) -> Int {
        var index = index
        while let byte = byte(at: index), byte == 0x20 || byte == 0x09 { index += 1 }
        return index
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
}
