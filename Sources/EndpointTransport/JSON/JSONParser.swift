extension JSON {
    /// Reads a JSON text in UTF-8 (RFC 8259). For a duplicate key the last value counts, at the place of the first.
    ///
    /// Throws a `DecodingError` with the byte offset for invalid JSON, a number beyond `Double`, and arrays and objects more than 512 deep.
    public init(parsing text: some Sequence<UInt8>) throws {
        var parser = JSONParser(bytes: Array(text))
        do {
            self = try parser.document()
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "At byte \(error.index): \(error.reason)."))
        }
    }

    /// Reads a JSON text as ``init(parsing:)`` does for UTF-8.
    public init(parsing text: String) throws { try self.init(parsing: text.utf8) }
}

package struct JSONParser {
    package let bytes: [UInt8]
    /// Allows JavaScript comments, and a comma after the last element, for files that people write.
    let isLenient: Bool
    package var index = 0
    /// What was wrong in a lenient text, and could be read all the same.
    package var problems: [Problem] = []
    /// Whether an object that was read has a key twice.
    private(set) var hasDuplicateKeys = false

    /// The place of an error in the text, and what was expected and found there.
    package struct Problem: Error {
        package let index: Int
        /// nil if the message names only what was found.
        package var wanted: String?
        package let found: String
        package var suggestion: String?

        package init(index: Int, wanted: String? = nil, found: String, suggestion: String? = nil) {
            self.index = index
            self.wanted = wanted
            self.found = found
            self.suggestion = suggestion
        }

        package var reason: String { wanted.map { "expected \($0), found \(found)" } ?? "found \(found)" }
    }

    package init(bytes: [UInt8], isLenient: Bool = false) {
        self.bytes = bytes
        self.isLenient = isLenient
        // Skips a byte order mark, which some servers send.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    package mutating func document() throws(Problem) -> JSON {
        let value = try value(depth: 0)
        if peek() != nil { throw unexpected("the end") }
        return value
    }

    /// The next byte that isn't white space.
    package mutating func peek() -> UInt8? {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            case UInt8(ascii: "/") where isLenient && skipsComment(): continue
            case let byte: return byte
            }
        }
        return nil
    }

    /// False if no comment begins here, or it has no end.
    private mutating func skipsComment() -> Bool {
        let rest = bytes[index...]
        if rest.starts(with: "//".utf8) {
            index = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
            return true
        }
        guard rest.starts(with: "/*".utf8) else { return false }
        var end = index + 2
        while end + 1 < bytes.count {
            if bytes[end] == UInt8(ascii: "*"), bytes[end + 1] == UInt8(ascii: "/") {
                index = end + 2
                return true
            }
            end += 1
        }
        return false
    }

    package mutating func take(_ byte: Character) -> Bool {
        guard peek() == byte.asciiValue else { return false }
        index += 1
        return true
    }

    package func unexpected(_ wanted: String) -> Problem {
        // The text may hold secrets, so the message names only the kind of value.
        Problem(index: index, wanted: wanted, found: isLenient || index < bytes.count ? kindOfNext : "the end")
    }

    package func problem(_ found: String) -> Problem { Problem(index: index, found: found) }

    package mutating func value(depth: Int) throws(Problem) -> JSON {
        switch peek() {
        case UInt8(ascii: "{"): return .object(try object(depth: depth))
        case UInt8(ascii: "["): return .array(try array(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t") where takes("true"): return true
        case UInt8(ascii: "f") where takes("false"): return false
        case UInt8(ascii: "n") where takes("null"): return .null
        case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte): return .number(try number())
        default: throw unexpected("a value")
        }
    }

    package mutating func takes(_ word: StaticString) -> Bool {
        let isThere = bytes[index...].starts(with: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        if isThere { index += word.utf8CodeUnitCount }
        return isThere
    }

    private mutating func array(depth: Int) throws(Problem) -> [JSON] {
        var elements: [JSON] = []
        try readElements(depth: depth) { (parser, depth) throws(Problem) in
            elements.append(try parser.value(depth: depth))
            return true
        }
        return elements
    }

    private mutating func object(depth: Int) throws(Problem) -> JSON.Object {
        var object = JSON.Object()
        var count = 0
        try readMembers(depth: depth) { (parser, key, _, depth) throws(Problem) in
            object[key] = try parser.value(depth: depth)
            count += 1
            return true
        }
        if object.count < count { hasDuplicateKeys = true }
        return object
    }
}

// The one way into arrays and objects, for values, for values with their places, and for the place of one value.
extension JSONParser {
    /// Reads the array that begins here. `read` reads an element, and returns whether to go on; the parser stays there if not.
    package mutating func readElements(
        depth: Int, _ read: (inout JSONParser, _ depth: Int) throws(Problem) -> Bool
    ) throws(Problem) {
        try enter(depth: depth)
        if take("]") { return }
        repeat {
            guard try read(&self, depth + 1) else { return }
        } while try continues(before: "]")
    }

    /// Reads the object that begins here. `read` gets a key and its offset, reads the value, and returns whether to go on.
    package mutating func readMembers(
        depth: Int, _ read: (inout JSONParser, _ key: String, _ offset: Int, _ depth: Int) throws(Problem) -> Bool
    ) throws(Problem) {
        try enter(depth: depth)
        if take("}") { return }
        repeat {
            _ = peek()
            let offset = index
            let key = try key()
            guard take(":") else { throw unexpected("\":\"") }
            guard try read(&self, key, offset, depth + 1) else { return }
        } while try continues(before: "}")
    }

    private mutating func enter(depth: Int) throws(Problem) {
        if depth == JSON.depthLimit { throw problem("arrays and objects more than \(depth) deep") }
        index += 1
    }

    private mutating func key() throws(Problem) -> String {
        let first = peek()
        if first == UInt8(ascii: "\"") { return try string() }
        guard isLenient, let first, Self.isLetter(first) else { throw unexpected("a key") }
        problems.append(Problem(index: index, wanted: "a key in quotes", found: "a word without quotes"))
        return word()
    }

    /// Reads what separates two elements, or the end. In a lenient text a comma may come before the end, and a missing one is reported.
    private mutating func continues(before end: Character) throws(Problem) -> Bool {
        if take(",") { return !isLenient || !take(end) }
        if take(end) { return false }
        let problem = unexpected("\",\" or \"\(end)\"")
        guard isLenient, peek() == UInt8(ascii: "\"") else { throw problem }
        problems.append(problem)
        return true
    }

    /// Reads up to the next character that isn't part of a word.
    package mutating func word() -> String {
        let start = index
        while isInWord { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    package var isInWord: Bool { index < bytes.count && (Self.isLetter(bytes[index]) || "+-.0123456789".utf8.contains(bytes[index])) }
}

extension JSONParser {
    package mutating func number() throws(Problem) -> JSON.Number {
        let start = index
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        // A number may not have leading zeros.
        if index < bytes.count, bytes[index] == UInt8(ascii: "0") { index += 1 } else { try digits() }
        var isInteger = true
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            isInteger = false
            index += 1
            try digits()
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            index += 1
            if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
            try digits()
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        // An integer can't hold minus zero.
        if isInteger, text != "-0" {
            if let integer = Int64(text) { return .integer(integer) }
            if let unsigned = UInt64(text) { return .unsigned(unsigned) }
        }
        guard let double = Double(text), double.isFinite else { throw problem("a number that is too large") }
        return .double(double)
    }

    private mutating func digits() throws(Problem) {
        let start = index
        while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
        if index == start { throw unexpected("a digit") }
    }
}

extension JSONParser {
    package mutating func string() throws(Problem) -> String {
        index += 1
        let start = index
        var text = ""
        var runStart = index
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                text += try run(from: runStart)
                index += 1
                return text
            case UInt8(ascii: "\\"):
                text += try run(from: runStart)
                index += 1
                text.unicodeScalars.append(try escape())
                runStart = index
            case 0x0A, 0x0D: throw problem("a line break in a text")
            case 0..<0x20: throw problem("a control character in a text")
            default: index += 1
            }
        }
        index = start - 1
        throw problem("a text without an end")
    }

    private func run(from start: Int) throws(Problem) -> String {
        guard let text = String(validating: bytes[start..<index], as: UTF8.self) else { throw problem("a text that isn't UTF-8") }
        return text
    }

    private mutating func escape() throws(Problem) -> Unicode.Scalar {
        guard index < bytes.count else { throw problem("a text without an end") }
        let letter = bytes[index]
        if letter == UInt8(ascii: "u") { return try unicodeEscape() }
        let scalar: Unicode.Scalar
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(letter)
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "f"): scalar = "\u{C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        default: throw problem(#"a "\" that begins no escape"#)
        }
        index += 1
        return scalar
    }

    private mutating func unicodeEscape() throws(Problem) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), bytes[index...].starts(with: "\\u".utf8) else {
            throw problem("half a surrogate pair that stands alone")
        }
        index += 1
        let second = try codeUnit()
        guard UTF16.isTrailSurrogate(second) else { throw problem("half a surrogate pair that stands alone") }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    /// Reads `u` and four hexadecimal digits.
    private mutating func codeUnit() throws(Problem) -> UInt16 {
        let digits = bytes[index...].dropFirst().prefix(4)
        guard digits.count == 4, digits.allSatisfy({ PercentEncoding.Allowed.hexDigit.contains($0) }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw problem(#"a "\u" without four hexadecimal digits"#) }
        index += 5
        return unit
    }
}

extension JSONParser {
    /// The kind of value at the index.
    var kindOfNext: String {
        guard index < bytes.count else { return "the end of the file" }
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "\""): return "a text"
        case UInt8(ascii: "-"), 0x30...0x39: return "a number"
        case UInt8(ascii: "'"): return "a single quote"
        case UInt8(ascii: "/") where bytes[index...].starts(with: "/*".utf8): return "a comment without an end"
        case _ where bytes[index...].starts(with: "“".utf8) || bytes[index...].starts(with: "”".utf8): return "a typographic quote"
        case _ where Self.isLetter(byte): return "a word without quotes"
        case 0..<0x20, 0x7F: return "a control character"
        default: return "\"\(Unicode.Scalar(byte))\""
        }
    }

    package static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
            || byte >= 0x80
    }
}
