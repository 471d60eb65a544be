import EndpointKit

// Texts whose form isn't known: XML, YAML, settings, notes.
extension Redaction {
    /// The text without the values of hidden names: `name=value`, `name: value`, both also with quotes, the attributes and the content of
    /// elements. A value without quotes ends with its line, or with the deeper lines after it. Users of URLs are hidden too, and
    /// credentials after `Bearer` and `Basic`. With `isCode`, as GraphQL is, only a text in quotes is a value.
    func scrub(looseText bytes: [UInt8], isCode: Bool = false) -> [UInt8] {
        if hidesNothing { return bytes }
        var scanner = LooseText(bytes: bytes, isCode: isCode)
        var shown: [UInt8] = []
        var index = 0
        func hide(_ value: Range<Int>) {
            shown += bytes[index..<value.lowerBound]
            shown += Self.mark.utf8
            index = value.upperBound
        }
        func hides(_ name: Range<Int>) -> Bool { self.hides(String(decoding: bytes[name], as: UTF8.self)) }
        while let name = scanner.nextName() {
            if let pair = scanner.pair(at: name) {
                for value in pair.values where pair.isHidden(value, by: hides) && !value.text.isEmpty { hide(value.text) }
                let content =
                    hides(pair.name) && !pair.hasValue
                    ? scanner.contentAfterName() : pair.isTag && hides(name) ? scanner.value(after: name) : nil
                if let content { hide(content) }
            } else if hides(name), let value = scanner.value(after: name) {
                hide(value)
            }
        }
        return scrub(words: shown + bytes[index...], besidesQuotes: false)
    }
}

/// Finds names and the values after them.
struct LooseText {
    let bytes: [UInt8]
    let isCode: Bool
    var index = 0
    /// The end of the line that was looked at last, and its last `>`: a `<` before that is part of a tag.
    private var line = (end: -1, lastTagEnd: -1)

    init(bytes: [UInt8], isCode: Bool) {
        self.bytes = bytes
        self.isCode = isCode
    }

    func byte(at index: Int) -> UInt8? { bytes.indices.contains(index) ? bytes[index] : nil }

    func isAt(_ text: String, _ index: Int) -> Bool { index <= bytes.count && bytes[index...].starts(with: text.utf8) }

    static func isName(_ byte: UInt8) -> Bool { PercentEncoding.Allowed.unreserved.contains(byte) && byte != UInt8(ascii: "~") }

    mutating func nextName() -> Range<Int>? {
        while index < bytes.count, !Self.isName(bytes[index]) { index += 1 }
        let start = index
        index = endOfName(start)
        return start < index ? start..<index : nil
    }

    func endOfName(_ start: Int) -> Int {
        var end = start
        while end < bytes.count, Self.isName(bytes[end]) { end += 1 }
        return end
    }

    /// nil where no value follows. The search for names goes on after it.
    mutating func value(after name: Range<Int>) -> Range<Int>? {
        let value = isElement(name) ? content(of: name) : assigned(to: name)
        guard let value, !value.isEmpty else { return nil }
        index = value.upperBound
        return value
    }

    private mutating func assigned(to name: Range<Int>) -> Range<Int>? {
        var next = name.upperBound
        if let byte = byte(at: next), Self.isQuote(byte) { next += 1 }
        next = afterSpace(next)
        guard let separator = byte(at: next), [UInt8(ascii: ":"), UInt8(ascii: "=")].contains(separator) else { return nil }
        next += 1
        if byte(at: next) == UInt8(ascii: ">") { next += 1 }
        next = afterSpace(next)
        if let first = byte(at: next), Self.isQuote(first) { return content(quotedAt: next) }
        if isCode { return nil }
        readLine(at: next)
        let end = endOfValue(next, isItem: separator == UInt8(ascii: "="))
        return next..<(separator == UInt8(ascii: ":") && end == line.end ? endOfDeeperLines(under: name) : end)
    }

    /// Finds the end of the line, once for each line.
    private mutating func readLine(at start: Int) {
        if start <= line.end { return }
        line.end = endOfLine(start)
        line.lastTagEnd = bytes[start..<line.end].lastIndex(of: UInt8(ascii: ">")) ?? -1
    }

    private func endOfLine(_ start: Int) -> Int { bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count }

    /// A value ends with its line or where a tag begins. An item may contain `&` and `;`, but not those before another name and `=`.
    private func endOfValue(_ start: Int, isItem: Bool) -> Int {
        var end = start
        while end < line.end {
            if bytes[end] == UInt8(ascii: "<"), end < line.lastTagEnd { return end }
            if isItem, "&;".utf8.contains(bytes[end]) {
                let name = afterSpace(end + 1)
                let next = endOfName(name)
                if next > name, byte(at: afterSpace(next)) == UInt8(ascii: "=") { return end }
            }
            end += 1
        }
        return end
    }

    /// The end of the line and of those after it that are deeper than a name at its start: YAML's blocks.
    private func endOfDeeperLines(under name: Range<Int>) -> Int {
        var start = name.lowerBound
        while let byte = byte(at: start - 1), " \t-\"'".utf8.contains(byte) { start -= 1 }
        guard start == 0 || byte(at: start - 1) == 0x0A else { return line.end }
        let isQuoted = byte(at: name.lowerBound - 1).map(Self.isQuote) == true
        let column = name.lowerBound - start - (isQuoted ? 1 : 0)
        var end = line.end
        var next = end
        while next < bytes.count {
            // Of both kinds of line ends.
            next += isAt("\r\n", next) ? 2 : 1
            let text = afterSpace(next)
            let lineEnd = endOfLine(text)
            let isElement = text - next == column && isAt("- ", text)
            if text < lineEnd, text - next <= column, !isElement { break }
            if text < lineEnd { end = lineEnd }
            next = lineEnd
        }
        return end
    }

    /// The text after a quote up to the same one. Twice the quote stands for itself, three begin a text of several lines.
    private func content(quotedAt start: Int) -> Range<Int> {
        let quote = bytes[start]
        let three = [quote, quote, quote]
        if bytes[start...].starts(with: three) {
            let text = start + 3
            return text..<(bytes[text...].firstRange(of: three)?.lowerBound ?? bytes.count)
        }
        var end = start + 1
        while let byte = byte(at: end) {
            let isPair = byte == UInt8(ascii: "\\") || byte == quote && self.byte(at: end + 1) == quote
            if byte == quote, !isPair { break }
            end += isPair ? 2 : 1
        }
        return (start + 1)..<min(end, bytes.count)
    }

    private func afterSpace(_ index: Int) -> Int {
        var index = index
        while let byte = byte(at: index), byte == 0x20 || byte == 0x09 { index += 1 }
        return index
    }

    static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
}
