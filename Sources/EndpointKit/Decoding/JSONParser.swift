extension JSON {
    /// Reads a text in UTF-8 (RFC 8259). Of a key that occurs twice the last value counts, at the place of the first.
    ///
    /// Throws a `DecodingError` that says where, for anything else, a number beyond `Double`, and arrays and objects more than 512 deep.
    public init(parsing text: some Sequence<UInt8>) throws {
        var parser = JSONParser(bytes: Array(text))
        do {
            self = try parser.document()
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "At byte \(error.index): \(error.reason)."))
        }
    }

    public init(parsing text: String) throws { try self.init(parsing: text.utf8) }
}

struct JSONParser {
    let bytes: [UInt8]
    /// Comments as in JavaScript are white space, and a comma may follow the last element: for files that people write.
    let isLenient: Bool
    var index = 0

    /// Where the text isn't what it should be.
    struct Problem: Error {
        let index: Int
        /// nil for anything that is valid.
        var wanted: String?
        let found: String
        var suggestion: String?

        var reason: String { wanted.map { "expected \($0), found \(found)" } ?? "found \(found)" }
    }

    init(bytes: [UInt8], isLenient: Bool = false) {
        self.bytes = bytes
        self.isLenient = isLenient
        // A byte order mark, which some servers send.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    mutating func document() throws(Problem) -> JSON {
        let value = try value(depth: 0)
        if peek() != nil { throw unexpected("the end") }
        return value
    }

    /// The next byte that isn't white space.
    mutating func peek() -> UInt8? {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            case UInt8(ascii: "/") where isLenient && skipsComment(): continue
            case let byte: return byte
            }
        }
        return nil
    }

    /// False where none begins, or it has no end.
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

    mutating func take(_ byte: Character) -> Bool {
        guard peek() == byte.asciiValue else { return false }
        index += 1
        return true
    }

    func unexpected(_ wanted: String) -> Problem {
        // What a file says may be secret; what stands there is told by its kind.
        if isLenient { return Problem(index: index, wanted: wanted, found: kindOfNext) }
        let found = index < bytes.count ? String(decoding: bytes[index..<min(index + 8, bytes.count)], as: UTF8.self) : nil
        return Problem(index: index, wanted: wanted, found: found?.debugDescription ?? "the end")
    }

    func problem(_ found: String) -> Problem { Problem(index: index, found: found) }

    mutating func value(depth: Int) throws(Problem) -> JSON {
        switch peek() {
        case UInt8(ascii: "{"): return .object(try object(depth: try deeper(depth)))
        case UInt8(ascii: "["): return .array(try array(depth: try deeper(depth)))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t") where takes("true"): return true
        case UInt8(ascii: "f") where takes("false"): return false
        case UInt8(ascii: "n") where takes("null"): return .null
        case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte): return .number(try number())
        default: throw unexpected("a value")
        }
    }

    mutating func takes(_ word: StaticString) -> Bool {
        let isThere = bytes[index...].starts(with: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        if isThere { index += word.utf8CodeUnitCount }
        return isThere
    }

    mutating func deeper(_ depth: Int) throws(Problem) -> Int {
        if depth == JSON.depthLimit { throw problem("arrays and objects more than \(depth) deep") }
        index += 1
        return depth + 1
    }

    private mutating func array(depth: Int) throws(Problem) -> [JSON] {
        var elements: [JSON] = []
        if take("]") { return elements }
        repeat { elements.append(try value(depth: depth)) } while take(",")
        guard take("]") else { throw unexpected("\",\" or \"]\"") }
        return elements
    }

    private mutating func object(depth: Int) throws(Problem) -> JSON.Object {
        var object = JSON.Object()
        if take("}") { return object }
        repeat {
            guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key") }
            let key = try string()
            guard take(":") else { throw unexpected("\":\"") }
            object[key] = try value(depth: depth)
        } while take(",")
        guard take("}") else { throw unexpected("\",\" or \"}\"") }
        return object
    }
}
