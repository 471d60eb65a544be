/// Recognizes a GraphQL document, in which a name and a colon may be followed by an alias, a type or a variable instead of a value.
///
/// It reads GraphQL tokens (October 2021, section 2.1), and checks their order in definitions. Other notations with braces, as in
/// `{user: me}` and `querying {id} failed`, aren't documents.
struct GraphQLText {
    private let bytes: ArraySlice<UInt8>
    private var index: Int

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    static func isDocument(_ bytes: ArraySlice<UInt8>) -> Bool {
        var text = GraphQLText(bytes)
        repeat { if !text.skipDefinition() { return false } } while text.next != nil
        return true
    }

    /// An operation or a fragment. A selection without a keyword counts as an operation only if it contains arguments or another selection.
    private mutating func skipDefinition() -> Bool {
        guard let keyword = name() else { return next == UInt8(ascii: "{") && skipBrackets(isNested: true) }
        guard ["query", "mutation", "subscription", "fragment"].contains(keyword) else { return false }
        let name = name()
        if keyword == "fragment", name == nil || self.name() != "on" || self.name() == nil { return false }
        if next == UInt8(ascii: "("), !skipBrackets() { return false }
        while next == UInt8(ascii: "@") {
            index += 1
            guard self.name() != nil, next != UInt8(ascii: "(") || skipBrackets() else { return false }
        }
        return next == UInt8(ascii: "{") && skipBrackets()
    }

    /// Skips brackets that contain tokens.
    private mutating func skipBrackets(isNested: Bool = false) -> Bool {
        var open: [UInt8] = []
        var hasNested = false
        var isAfterName = false
        var arguments = 0
        repeat {
            guard let byte = next else { return false }
            // Only arguments have values. A selection contains names, and aliases for names.
            if arguments == 0, "0123456789-\"$[=!&|".utf8.contains(byte) { return false }
            if byte == UInt8(ascii: "(") { arguments += 1 }
            if byte == UInt8(ascii: ")") { arguments -= 1 }
            let wasAfterName = isAfterName
            isAfterName = false
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["):
                // As in `user(id: 1) {`.
                if wasAfterName, byte != UInt8(ascii: "[") { hasNested = true }
                open.append(byte)
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
                // In ASCII, the code of a closing bracket is one or two above that of its opening bracket.
                guard let last = open.popLast(), (1...2).contains(byte &- last) else { return false }
                isAfterName = byte == UInt8(ascii: ")")
                index += 1
            case UInt8(ascii: "="):
                // The default value of a variable.
                if open != [UInt8(ascii: "(")] { return false }
                index += 1
            case UInt8(ascii: "\""): if !skipString() { return false }
            case UInt8(ascii: "."):
                guard bytes[index...].starts(with: "...".utf8) else { return false }
                index += 3
            case _ where ":!$@&|".utf8.contains(byte): index += 1
            case _ where Self.isNumber(byte): if !skipNumber() { return false }
            default:
                if name() == nil { return false }
                isAfterName = true
            }
            if open.isEmpty { return hasNested || !isNested }
        } while true
    }

    private mutating func skipString() -> Bool {
        if bytes[index...].starts(with: #"""""#.utf8) {
            guard let end = bytes[(index + 3)...].firstRange(of: #"""""#.utf8) else { return false }
            index = end.upperBound
            return true
        }
        index += 1
        while index < bytes.endIndex, bytes[index] != UInt8(ascii: "\""), bytes[index] >= 0x20 {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard index < bytes.endIndex, bytes[index] == UInt8(ascii: "\"") else { return false }
        index += 1
        return true
    }

    /// A number, which must not be followed directly by a name.
    private mutating func skipNumber() -> Bool {
        let text = bytes[index...].prefix { LooseText.isName($0) || $0 == UInt8(ascii: "+") }
        index = text.endIndex
        return Double(String(decoding: text, as: UTF8.self)) != nil
    }

    private static func isNumber(_ byte: UInt8) -> Bool { "-0123456789".utf8.contains(byte) }

    private mutating func name() -> String? {
        guard let first = next, !Self.isNumber(first) else { return nil }
        let name = bytes[index...].prefix { LooseText.isName($0) && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ".") }
        index = name.endIndex
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }

    /// The first character of the next token. White space, commas and comments aren't tokens.
    private var next: UInt8? {
        mutating get {
            while index < bytes.endIndex, bytes[index] <= 0x20 || ",#".utf8.contains(bytes[index]) {
                if bytes[index] == UInt8(ascii: "#") {
                    index = bytes[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.endIndex
                } else {
                    index += 1
                }
            }
            return index < bytes.endIndex ? bytes[index] : nil
        }
    }
}
