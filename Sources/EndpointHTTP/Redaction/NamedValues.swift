/// Reads the names and the values in a text of unknown syntax: `name=value`, `name: "value"`, `<name>value</name>` with its attributes, and
/// quoted strings without a name. Each byte is read a bounded number of times.
struct NamedValues {
    private let bytes: [UInt8]
    private var index = 0
    private var found: [(name: String, value: String)] = []
    // The last word or quoted string, and whether an `=` or `:` after it announces a value.
    private var name = ""
    private var isNamed = false
    private var element = ""

    /// The values with their names, in the order of the text; the name is empty if there is none.
    static func all(in text: String) -> [(name: String, value: String)] {
        var values = NamedValues(bytes: Array(text.utf8))
        while values.index < values.bytes.count { values.step() }
        return values.found
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func step() {
        switch bytes[index] {
        // Inside a word, this is an apostrophe.
        case UInt8(ascii: "'") where !isNamed && index > 0 && !Self.isEnd(bytes[index - 1]): index += 1
        case UInt8(ascii: "\""), UInt8(ascii: "'"): addQuoted()
        case UInt8(ascii: "="), UInt8(ascii: ":"):
            isNamed = !name.isEmpty
            index += 1
        case UInt8(ascii: "<"):
            index += 1
            element = text(take { !Self.isEnd($0) && $0 != UInt8(ascii: ":") })
            (name, isNamed) = ("", false)
        case UInt8(ascii: ">"):
            index += 1
            addContent()
        case let byte where byte <= 0x20:
            if byte == 0x0A { (name, isNamed) = ("", false) }
            index += 1
        case let byte where Self.isEnd(byte):
            (name, isNamed) = ("", false)
            index += 1
        default: addWord()
        }
    }

    private static func isEnd(_ byte: UInt8) -> Bool { byte <= 0x20 || ",;&(){}[]<>\"'".utf8.contains(byte) }

    private mutating func take(while isTaken: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let taken = bytes[index...].prefix(while: isTaken)
        index = taken.endIndex
        return taken
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private mutating func add(_ value: String) { if !value.isEmpty { found.append((isNamed ? name : "", value)) } }

    /// Adds a quoted string, or the rest of the text if the quote isn't closed. The string may also be a name.
    private mutating func addQuoted() {
        let quote = bytes[index]
        index += 1
        let start = index
        while index < bytes.count, bytes[index] != quote { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
        index = min(index, bytes.count)
        let value = String(decoding: EscapedText.unescaped(bytes[start..<index]), as: UTF8.self)
        index += 1
        add(value)
        (name, isNamed) = (value, false)
    }

    /// Adds a value without quotes, which may be a whole line, or reads a name.
    private mutating func addWord() {
        guard isNamed else {
            name = text(take { !Self.isEnd($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ":") })
            return
        }
        let line = bytes[index...].prefix { $0 != 0x0A && $0 != 0x0D && $0 != UInt8(ascii: "<") }
        let word = take { !Self.isEnd($0) }
        if line.count > word.count, line.count <= 256 { add(text(line)) }
        add(text(word))
        (name, isNamed) = ("", false)
    }

    /// Adds the content after a tag, up to the next tag.
    private mutating func addContent() {
        var content: ArraySlice<UInt8>
        let mark = Array("<![CDATA[".utf8)
        if bytes[index...].starts(with: mark) {
            index += mark.count
            content = bytes[index...].prefix(bytes[index...].firstRange(of: Array("]]>".utf8)).map { $0.lowerBound - index } ?? .max)
            index = content.endIndex
        } else {
            content = take { $0 != UInt8(ascii: "<") }
        }
        (name, isNamed) = (element, true)
        add(String(text(content).trimming(while: \.properties.isWhitespace)))
        (name, isNamed) = ("", false)
    }
}
