import EndpointKit

/// Finds names and the values after them in text of unknown form: XML, YAML, settings, notes, and code with documents in its strings.
///
/// An unquoted value ends with its line, or with the more deeply indented lines that follow it.
struct LooseText {
    let bytes: [UInt8]
    /// Whether, as in GraphQL, only quoted strings, lists and objects are values.
    let isCode: Bool
    /// Whether each item is on its own line. Otherwise, as in a sentence, `name=value` without a space ends with its word.
    let isBody: Bool
    var index = 0
    /// The end of the line that was read last, and its last `>`. A `<` before that `>` is part of a tag.
    private var line = (end: -1, lastTagEnd: -1)

    /// How far unclosed brackets and comments may still be followed. The limit keeps the time linear.
    var lookAhead: Int
    /// How far objects that aren't valid JSON may still be read.
    private var lookAheadForJSON: Int

    /// The end of the last quoted text.
    var endOfString = 0
    /// The quotation marks that are open on the line of the last name that was read.
    var quotes = OpenQuotes()

    enum Part {
        case name(Range<Int>)
        /// An object that is valid JSON.
        case document(Range<Int>)
        /// A CSV field that contains JSON with doubled quotes, including the quotes around the field.
        case cell(Range<Int>)
        /// A quoted text, including its quotation marks. It is a value rather than the name of one, or it contains escapes.
        case string(Range<Int>)
    }

    init(bytes: [UInt8], isCode: Bool, isBody: Bool) {
        self.bytes = bytes
        self.isCode = isCode
        self.isBody = isBody
        // Even in a short text, a few brackets may be left open.
        lookAhead = max(4 * bytes.count, 16 << 10)
        lookAheadForJSON = lookAhead
    }

    func byte(at index: Int) -> UInt8? { bytes.indices.contains(index) ? bytes[index] : nil }

    func isAt(_ text: String, _ index: Int) -> Bool { index <= bytes.count && bytes[index...].starts(with: text.utf8) }

    static func isName(_ byte: UInt8) -> Bool { PercentEncoding.Allowed.unreserved.contains(byte) && byte != UInt8(ascii: "~") }

    mutating func next() -> Part? {
        while index < bytes.count, !Self.isName(bytes[index]) {
            if let end = endOfObject(index) { return .document(index..<end) }
            if let cell = cell(at: index) { return .cell(cell) }
            index += 1
            // Escaped quotation marks belong to the text that contains them.
            if bytes[index - 1] == UInt8(ascii: "\""), index > endOfString, byte(at: index - 2) != UInt8(ascii: "\\"),
                let end = endOfQuotes()
            {
                return .string(index - 1..<end)
            }
        }
        let start = index
        index = endOfName(start)
        return start < index ? .name(start..<index) : nil
    }

    /// The end of a JSON object, as in `data: {…}` and `callback({…})`.
    private mutating func endOfObject(_ start: Int) -> Int? {
        guard bytes[start] == UInt8(ascii: "{"), lookAheadForJSON > 0, byte(at: afterLines(start + 1)) == UInt8(ascii: "\"") else {
            return nil
        }
        var scanner = JSONScanner(bytes[start...])
        let object = scanner.skipValue()
        if JSONText.isValid(bytes[object]) { return object.upperBound }
        lookAheadForJSON -= object.count
        return nil
    }

    /// Continues after a part of the text. The quotation marks in that part don't affect the rest.
    mutating func skip(_ range: Range<Int>) {
        quotes.read(bytes, upTo: range.lowerBound)
        quotes.skip(to: range.upperBound)
        index = range.upperBound
    }

    /// Whether a separator follows the name, or the name belongs to an element. Because of this check, few names need a look-up.
    mutating func mayHaveValue(_ name: Range<Int>) -> Bool { isElement(name) || separator(after: name) != nil }

    /// Whether the value follows a name in quotes, as a number, a list or an object in JSON does.
    func isAfterQuotedName(_ value: Range<Int>) -> Bool {
        let before = bytes[..<value.lowerBound].last { $0 > 0x20 && $0 != UInt8(ascii: ":") }
        return before == UInt8(ascii: "\"") && (try? JSON(parsing: bytes[value])) != nil
    }

    func endOfName(_ start: Int) -> Int {
        var end = start
        while end < bytes.count, Self.isName(bytes[end]) { end += 1 }
        return end
    }

    /// Returns nil if no value follows. The search for names continues after the value.
    mutating func value(after name: Range<Int>) -> Range<Int>? {
        let value = isElement(name) ? content(of: name) : assigned(to: name)
        guard let value, !value.isEmpty else { return nil }
        // The quotation mark that ends the value doesn't begin another string.
        let isQuoted = byte(at: value.upperBound).map(Self.isQuote) == true
        if isQuoted { endOfString = max(endOfString, value.upperBound + 1) }
        let hasQuotes = isQuoted && byte(at: value.lowerBound - 1).map(Self.isQuote) == true
        skip(hasQuotes ? value.lowerBound - 1..<value.upperBound + 1 : value)
        return value
    }

    private mutating func assigned(to name: Range<Int>) -> Range<Int>? {
        guard let separator = separator(after: name) else { return nil }
        var next = separator + 1
        if byte(at: next) == UInt8(ascii: ">") { next += 1 }
        let start = next
        if let commented = valueAfterComment(next, of: name) { return commented }
        next = valueOnNextLine(next) ?? afterSpace(next)
        if isCode, byte(at: name.lowerBound - 1) == UInt8(ascii: "$") {
            // A variable has a type, and perhaps a default value.
            let type = bytes[next...].prefix { Self.isName($0) || "[]! ".utf8.contains($0) }
            guard byte(at: type.endIndex) == UInt8(ascii: "=") else { return nil }
            next = afterSpace(type.endIndex + 1)
        }
        let slashes = afterSlashes(next) - next
        if let first = byte(at: next + slashes), Self.isQuote(first) {
            if isEnd(of: next + slashes) { return slashes == 0 ? contentAfterOperator(next) : nil }
            return slashes == 0 ? contentOfStrings(at: next) : content(after: next..<(next + slashes + 1))
        }
        if isCode { return endOfBrackets(next).map { next..<$0 } }
        let isItem = bytes[separator] == UInt8(ascii: "=")
        // In a sentence, `name=value` is a single word.
        if isItem, !isBody, next == start, separator == name.upperBound { return nil }
        if !isItem, byte(at: name.upperBound) == UInt8(ascii: "\""), let end = endOfJSON(next) { return next..<end }
        readLine(at: next)
        let end = endOfValue(next, isItem: isItem)
        let endOfLines = !isItem && end == line.end ? endOfDeeperLines(under: name) : end
        return next..<max(endOfLines, endOfBrackets(next) ?? 0, endOfBrackets(openedBefore: end) ?? 0)
    }

    /// The start of a list, an object, or a quoted text that begins on a later line, unless the text is the name of another value.
    func valueOnNextLine(_ start: Int) -> Int? {
        let text = afterLines(start)
        guard text > afterSpace(start), let first = byte(at: text) else { return nil }
        if "[{".utf8.contains(first) { return text }
        guard Self.isQuote(first) else { return nil }
        let next = byte(at: afterSpace(content(quotedAt: text).upperBound + 1))
        return next.map(":=".utf8.contains) == true ? nil : text
    }

    /// The end of a list or an object in any language's syntax. Its brackets may be several lines apart.
    mutating func endOfBrackets(_ start: Int) -> Int? {
        guard lookAhead > 0, let first = byte(at: start), "[{(".utf8.contains(first) else { return nil }
        var depth = 0
        var end = start
        while end < bytes.count {
            let byte = bytes[end]
            end += Self.isQuote(byte) ? content(quotedAt: end).upperBound + 1 - end : 1
            if "[{(".utf8.contains(byte) { depth += 1 }
            if "]})".utf8.contains(byte) { depth -= 1 }
            if depth == 0 { return end }
        }
        lookAhead -= end - start
        // A body may have been truncated, or an apostrophe in a comment may hide a bracket.
        return isBody && first != UInt8(ascii: "(") ? bytes.count : nil
    }

    /// The end of a JSON list, object, number or word.
    private func endOfJSON(_ start: Int) -> Int? {
        guard let first = byte(at: start) else { return nil }
        var scanner = JSONScanner(bytes[start...])
        if "[{".utf8.contains(first) { return scanner.skipValue().upperBound }
        let word = bytes[start...].prefix(40).prefix { Self.isName($0) || $0 == UInt8(ascii: "+") }
        let next = bytes[word.endIndex...].prefix(2).first { $0 != 0x20 }
        return next.map(",]}\r\n".utf8.contains) == true && (try? JSON(parsing: word)) != nil ? word.endIndex : nil
    }

    func afterSlashes(_ index: Int) -> Int {
        var index = index
        while byte(at: index) == UInt8(ascii: "\\") { index += 1 }
        return index
    }

    /// Finds the end of the line, once for each line.
    private mutating func readLine(at start: Int) {
        if start <= line.end { return }
        line.end = endOfLine(start)
        // A line that ends with a backslash continues on the next line.
        while byte(at: line.end - 1) == UInt8(ascii: "\\"), line.end < bytes.count {
            line.end = endOfLine(line.end + (isAt("\r\n", line.end) ? 2 : 1))
        }
        line.lastTagEnd = bytes[start..<line.end].lastIndex(of: UInt8(ascii: ">")) ?? -1
    }

    func endOfLine(_ start: Int) -> Int { bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count }

    /// A value ends at the end of its line or before a tag. An item may contain `&` and `;`, unless another name and `=` follow.
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

    /// The end of the line and of the following lines that are indented more deeply than the name at its start, as in YAML blocks.
    private func endOfDeeperLines(under name: Range<Int>) -> Int {
        var start = name.lowerBound
        while let byte = byte(at: start - 1), " \t-\"'".utf8.contains(byte) { start -= 1 }
        guard start == 0 || byte(at: start - 1) == 0x0A else { return line.end }
        let isQuoted = byte(at: name.lowerBound - 1).map(Self.isQuote) == true
        let column = name.lowerBound - start - (isQuoted ? 1 : 0)
        var end = line.end
        var next = end
        while next < bytes.count {
            // A line may end with two characters.
            next += isAt("\r\n", next) ? 2 : 1
            let text = afterSpace(next)
            let lineEnd = endOfLine(text)
            let isElement = text - next == column && isAt("- ", text)
            // A comment may have any indentation.
            let isComment = text - next <= column && isAt("#", text)
            if text < lineEnd, text - next <= column, !isElement, !isComment { break }
            if text < lineEnd, !isComment { end = lineEnd }
            next = lineEnd
        }
        return end
    }

    func afterSpace(_ index: Int) -> Int {
        var index = index
        while let byte = byte(at: index), byte == 0x20 || byte == 0x09 { index += 1 }
        return index
    }

    func afterLines(_ index: Int) -> Int { bytes[min(index, bytes.count)...].firstIndex { $0 > 0x20 } ?? bytes.count }
}
