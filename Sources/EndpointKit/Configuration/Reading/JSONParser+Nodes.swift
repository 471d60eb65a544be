// Reads settings as JSON: every value keeps its position, a repeated key is an error, and the reader continues after an error where it
// can, so that all errors are reported together.
extension JSONParser {
    /// Reads the whole text; nil after an error that makes the rest unreadable.
    mutating func settings(_ problems: inout [Problem]) -> ConfigurationNode? {
        defer { problems += self.problems }
        do throws(Problem) {
            let node = try node(depth: 0)
            if peek() != nil { throw unexpected("the end of the file") }
            return node
        } catch {
            self.problems.append(error)
            return nil
        }
    }

    /// The most problems after which it goes on.
    private static let problemLimit = 100

    private mutating func node(depth: Int) throws(Problem) -> ConfigurationNode {
        let first = peek()
        let start = index
        if problems.count == Self.problemLimit { throw Problem(index: start, wanted: "valid JSON", found: "more mistakes than are told") }
        switch first {
        case UInt8(ascii: "{"): return ConfigurationNode(.object(try members(depth: depth)), at: start)
        case UInt8(ascii: "["): return ConfigurationNode(.list(try elements(depth: depth)), at: start)
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

    private mutating func elements(depth: Int) throws(Problem) -> [ConfigurationNode] {
        var elements: [ConfigurationNode] = []
        try readElements(depth: depth) { (parser, depth) throws(Problem) in
            elements.append(try parser.node(depth: depth))
            return true
        }
        return elements
    }

    private mutating func members(depth: Int) throws(Problem) -> [ConfigurationNode.Member] {
        var members: [ConfigurationNode.Member] = []
        var names: Set<String> = []
        try readMembers(depth: depth) { (parser, name, offset, depth) throws(Problem) in
            let value = try parser.node(depth: depth)
            if names.insert(name).inserted {
                members.append(ConfigurationNode.Member(name: name, offset: offset, value: value))
            } else {
                let found = "\(ConfigurationNode.quoted(name)) again"
                parser.problems.append(Problem(index: offset, wanted: "each key once", found: found))
            }
            return true
        }
        return members
    }

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
