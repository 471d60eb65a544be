// Reads settings as JSON: every value keeps its position, a repeated key is an error, and the reader continues after an error where it
// can, so that all errors are reported together.
extension JSONParser {
    /// Reads the whole text; nil after an error that makes the rest unreadable.
    mutating func settings(_ problems: inout [Problem]) -> ConfigurationNode? {
        do throws(Problem) {
            let node = try node(depth: 0, &problems)
            if peek() != nil { throw unexpected("the end of the file") }
            return node
        } catch {
            problems.append(error)
            return nil
        }
    }

    private mutating func node(depth: Int, _ problems: inout [Problem]) throws(Problem) -> ConfigurationNode {
        let first = peek()
        let start = index
        switch first {
        case UInt8(ascii: "{"): return ConfigurationNode(.object(try members(depth: try deeper(depth), &problems)), at: start)
        case UInt8(ascii: "["): return ConfigurationNode(.list(try elements(depth: try deeper(depth), &problems)), at: start)
        case UInt8(ascii: "\""): return ConfigurationNode(.text(try string()), at: start)
        case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte):
            let number = try number()
            if !isInWord { return ConfigurationNode(.number(number), at: start) }
            index = start
        case let byte? where Self.isLetter(byte): break
        default: throw unexpected("a value")
        }
        let word = word()
        switch word {
        case "true": return ConfigurationNode(.bool(true), at: start)
        case "false": return ConfigurationNode(.bool(false), at: start)
        case "null": return ConfigurationNode(.null, at: start)
        default:
            problems.append(
                Problem(index: start, wanted: "a value", found: Self.kind(of: word), suggestion: Self.suggestion(for: word)))
            return ConfigurationNode(.unreadable, at: start)
        }
    }

    private mutating func elements(depth: Int, _ problems: inout [Problem]) throws(Problem) -> [ConfigurationNode] {
        var elements: [ConfigurationNode] = []
        while !take("]") {
            elements.append(try node(depth: depth, &problems))
            try separator(before: "]", &problems)
        }
        return elements
    }

    private mutating func members(depth: Int, _ problems: inout [Problem]) throws(Problem) -> [ConfigurationNode.Member] {
        var members: [ConfigurationNode.Member] = []
        var names: Set<String> = []
        while !take("}") {
            let first = peek()
            let start = index
            let name: String
            if first == UInt8(ascii: "\"") {
                name = try string()
            } else if let first, Self.isLetter(first) {
                name = word()
                problems.append(Problem(index: start, wanted: "a key in quotes", found: "a word without quotes"))
            } else {
                throw unexpected("a key")
            }
            guard take(":") else { throw unexpected("\":\"") }
            let value = try node(depth: depth, &problems)
            if names.insert(name).inserted {
                members.append(ConfigurationNode.Member(name: name, offset: start, value: value))
            } else {
                problems.append(Problem(index: start, wanted: "each key once", found: "\(ConfigurationNode.quoted(name)) again"))
            }
            try separator(before: "}", &problems)
        }
        return members
    }

    /// Reads a comma, which is optional after the last element. A missing comma is reported, and the next element is read all the same.
    private mutating func separator(before end: Character, _ problems: inout [Problem]) throws(Problem) {
        if take(",") || peek() == end.asciiValue { return }
        let problem = unexpected("\",\" or \"\(end)\"")
        guard peek() == UInt8(ascii: "\"") else { throw problem }
        problems.append(problem)
    }

    /// Reads up to the next character that isn't part of a word.
    private mutating func word() -> String {
        let start = index
        while isInWord { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private var isInWord: Bool { index < bytes.count && (Self.isLetter(bytes[index]) || "+-.0123456789".utf8.contains(bytes[index])) }

    /// The word's kind, for a message that may not show it.
    private static func kind(of word: String) -> String {
        let number = word.trimmingPrefix("-")
        if number.hasPrefix("0x") || number.hasPrefix("0X") { return "a number that isn't decimal" }
        let isNumber = number.allSatisfy { "0123456789.eE+-_".contains($0) } && number.first.map { ("0"..."9").contains($0) } == true
        if !isNumber { return "a word without quotes" }
        return number.contains("_")
            ? "a number with an underscore" : number.hasPrefix("0") ? "a number with a leading zero" : "a malformed number"
    }

    private static func suggestion(for word: String) -> String? {
        switch word.lowercased() {
        case "true", "yes", "on": "true"
        case "false", "no", "off": "false"
        case "null", "none", "nil", "undefined": "null"
        // Shows only words that can't be secrets.
        default: Duration(configurationText: word) != nil || ByteCount(word) != nil ? "\"\(word)\"" : nil
        }
    }
}
