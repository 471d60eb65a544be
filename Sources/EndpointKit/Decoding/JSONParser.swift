extension JSON {
    /// Reads a text in UTF-8 (RFC 8259). Of a key that occurs twice the last value counts, at the place of the first.
    ///
    /// Throws a `DecodingError` that says where, for anything else, a number beyond `Double`, and arrays and objects more than 512 deep.
    public init(parsing text: some Sequence<UInt8>) throws {
        var parser = JSONParser(bytes: Array(text))
        self = try parser.document()
    }

    public init(parsing text: String) throws { try self.init(parsing: text.utf8) }
}

struct JSONParser {
    let bytes: [UInt8]
    var index = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
        // A byte order mark, which some servers send.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    mutating func document() throws(DecodingError) -> JSON {
        let value = try value(depth: 0)
        if peek() != nil { throw unexpected("the end") }
        return value
    }

    /// The next byte that isn't white space.
    mutating func peek() -> UInt8? {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
        return index < bytes.count ? bytes[index] : nil
    }

    mutating func take(_ byte: Character) -> Bool {
        guard peek() == byte.asciiValue else { return false }
        index += 1
        return true
    }

    func unexpected(_ wanted: String) -> DecodingError {
        let found = index < bytes.count ? String(decoding: bytes[index..<min(index + 8, bytes.count)], as: UTF8.self) : nil
        return problem("expected \(wanted), found \(found?.debugDescription ?? "the end")")
    }

    func problem(_ reason: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "At byte \(index): \(reason)."))
    }

    mutating func value(depth: Int) throws(DecodingError) -> JSON {
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

    private mutating func takes(_ word: StaticString) -> Bool {
        let isThere = bytes[index...].starts(with: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        if isThere { index += word.utf8CodeUnitCount }
        return isThere
    }

    private mutating func deeper(_ depth: Int) throws(DecodingError) -> Int {
        if depth == JSON.depthLimit { throw problem("arrays and objects are more than \(depth) deep") }
        index += 1
        return depth + 1
    }

    private mutating func array(depth: Int) throws(DecodingError) -> [JSON] {
        var elements: [JSON] = []
        if take("]") { return elements }
        repeat { elements.append(try value(depth: depth)) } while take(",")
        guard take("]") else { throw unexpected("\",\" or \"]\"") }
        return elements
    }

    private mutating func object(depth: Int) throws(DecodingError) -> JSON.Object {
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
