import EndpointKit

// Finds text in quotation marks. The syntax of most text is unknown, so a quotation mark is judged by what surrounds it.
extension LooseText {
    static func isQuote(_ byte: UInt8) -> Bool { "\"'`".utf8.contains(byte) }

    /// The end of a quoted text that began before the index, unless it is a name without escapes. The text must end on the same line.
    mutating func endOfQuotes() -> Int? {
        var end = index
        var hasEscapes = false
        while let byte = byte(at: end), byte != UInt8(ascii: "\""), byte != 0x0A {
            if byte == UInt8(ascii: "\\") { hasEscapes = true }
            end += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        endOfString = min(end + 1, bytes.count)
        let isName = !hasEscapes && byte(at: afterSpace(end + 1)) == UInt8(ascii: ":")
        return byte(at: end) == UInt8(ascii: "\"") && !isName ? end + 1 : nil
    }

    /// A field such as `"{""name"":…}"`.
    func cell(at start: Int) -> Range<Int>? {
        guard bytes[start] == UInt8(ascii: "\""), byte(at: start - 1).map({ ",;\t\r\n".utf8.contains($0) }) ?? true else { return nil }
        let json = bytes[(start + 1)...]
        let text = json.drop { "[{ ".utf8.contains($0) }
        guard text.startIndex > json.startIndex, isAt("\"\"", text.startIndex) else { return nil }
        var end = text.startIndex
        while let byte = byte(at: end) {
            if byte == UInt8(ascii: "\"") {
                end += 1
                if self.byte(at: end) != byte { return start..<end }
            }
            end += 1
        }
        return nil
    }

    /// Whether a quotation mark ends the text that contains the preceding name, as in `"Bad password:"`, rather than beginning the name's
    /// value.
    mutating func isEnd(of quote: Int) -> Bool {
        quotes.read(bytes, upTo: quote)
        guard quotes.isOpen(bytes, at: quote) else { return false }
        return byte(at: quote + 1).map { $0 <= 0x20 || ",;:=)]}>/<+.&|\\\"'`".utf8.contains($0) } ?? true
    }

    /// The text after an escaped quotation mark, up to the next mark that is escaped in the same way.
    func content(after quote: Range<Int>) -> Range<Int> {
        quote.upperBound..<(bytes[quote.upperBound...].firstRange(of: bytes[quote])?.lowerBound ?? bytes.count)
    }

    /// The text after a quotation mark, up to the same mark. Two marks stand for one, and three begin text of several lines.
    func content(quotedAt start: Int) -> Range<Int> {
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

    /// The content of a quoted text, and of the parts that follow it, as in `"a" + "b"`.
    mutating func contentOfStrings(at start: Int) -> Range<Int> {
        var content = content(quotedAt: start)
        while byte(at: content.upperBound).map(Self.isQuote) == true, let next = nextString(after: content.upperBound) {
            let part = self.content(quotedAt: next.quote)
            // The next line may contain another name and its value.
            let after = afterLines(part.upperBound + 1)
            if byte(at: after).map(":=".utf8.contains) == true { break }
            content = content.lowerBound..<part.upperBound
        }
        return content
    }

    /// The content of the strings that an operator appends to the string before the quotation mark, as in `"token=" + "…"`.
    mutating func contentAfterOperator(_ quote: Int) -> Range<Int>? {
        guard let next = nextString(after: quote), next.hasOperator else { return nil }
        return contentOfStrings(at: next.quote)
    }

    /// The next part of a string that has ended, with or without an operator in between.
    private mutating func nextString(after end: Int) -> (quote: Int, hasOperator: Bool)? {
        let space = afterComments(afterLines(end + 1))
        // `+`, `.`, `||`, `& _`
        let next = bytes[space...].prefix(3).drop { "+.&|\\_ ".utf8.contains($0) }.startIndex
        let string = afterComments(afterLines(next))
        // `f"…"`
        let start = bytes[string...].prefix(2).drop { "bBfFrRuU@$".utf8.contains($0) }.startIndex
        guard let quote = byte(at: start), Self.isQuote(quote), start > end + 1 || quote != bytes[end] else { return nil }
        // The end of the text that contains the string: `"password='…'"`.
        if quote != bytes[end], quotes.isOpen(bytes, at: start) { return nil }
        return (start, hasOperator: next > space)
    }
}

/// The quotation marks that are open on a line, not counting apostrophes.
struct OpenQuotes {
    /// The end of the text that has been read.
    private var index = 0
    private var backslashes = 0
    /// One bit for each kind of quotation mark, with each number of backslashes.
    private var open = 0

    mutating func read(_ bytes: [UInt8], upTo end: Int) {
        while index < end {
            let byte = bytes[index]
            if byte == 0x0A || byte == 0x0D { open = 0 }
            if let kind = Self.kind(of: byte, backslashes), open & kind != 0 ? !isApostrophe(bytes) : mayOpen(bytes) { open ^= kind }
            backslashes = byte == UInt8(ascii: "\\") ? backslashes + 1 : 0
            index += 1
        }
    }

    mutating func skip(to end: Int) { (index, backslashes) = (end, 0) }

    /// Whether a quotation mark like the one at the index is open. The text must have been read up to there.
    func isOpen(_ bytes: [UInt8], at quote: Int) -> Bool { Self.kind(of: bytes[quote], backslashes).map { open & $0 != 0 } ?? false }

    private static func kind(of byte: UInt8, _ backslashes: Int) -> Int? {
        switch byte {
        case UInt8(ascii: "\""): 1 << (3 * min(backslashes, 15))
        case UInt8(ascii: "'"): 2 << (3 * min(backslashes, 15))
        case UInt8(ascii: "`"): 4 << (3 * min(backslashes, 15))
        default: nil
        }
    }

    /// `it's`
    private func isApostrophe(_ bytes: [UInt8]) -> Bool {
        bytes[index] == UInt8(ascii: "'") && index + 1 < bytes.count && LooseText.isName(bytes[index + 1]) && isAfterWord(bytes)
    }

    /// Not `it's`, `users'` or `5"`, but `f"…"`.
    private func mayOpen(_ bytes: [UInt8]) -> Bool {
        if bytes[index] == UInt8(ascii: "\"") { return !isAfter(bytes, "0123456789") }
        return !isAfterWord(bytes) || isAfter(bytes, "bBfFrRuU") && (index == 1 || !LooseText.isName(bytes[index - 2]))
    }

    private func isAfterWord(_ bytes: [UInt8]) -> Bool { index > 0 && LooseText.isName(bytes[index - 1]) }
    private func isAfter(_ bytes: [UInt8], _ characters: String) -> Bool { index > 0 && characters.utf8.contains(bytes[index - 1]) }
}
