internal import JSONScanner

/// Decodes the value at one entry of a text.
struct JSONTapeDecoder: Decoder, SingleValueDecodingContainer {
    let tape: JSONTape
    let index: JSONTape.Slot

    var codingPath: [any CodingKey] { tape.path(to: index) }
    var userInfo: [CodingUserInfoKey: Any] { tape.rules.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try JSONKeyedContainer<Key>(tape: tape, object: index))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try JSONUnkeyedContainer(tape: tape, array: index) }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { tape.isNull(index) }
    func decode<Value: JSONScalar>(_ type: Value.Type) throws -> Value { try Value(tape: tape, at: index) }
    // The protocol has defaults for these two.
    func decode(_ type: Int128.Type) throws -> Int128 { try Int128(tape: tape, at: index) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try UInt128(tape: tape, at: index) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try tape.decode(type, at: index) }
}

extension JSONTape {
    /// Decodes a whole text.
    package static func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, from text: Data, rules: JSONDecodingRules = .standard
    ) throws -> Value {
        try text.withUnsafeBytes { try reading($0.bindMemory(to: UInt8.self), rules: rules) { try $0.decode(type) } }
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let failure { throw failure.decodingError() }
        return try decode(type, at: 0)
    }

    @inline(__always)
    func isNull(_ index: Slot) -> Bool { entries[Int(index)].kind == JSON_NULL.rawValue }

    func decode<Value: Decodable>(_ type: Value.Type, at index: Slot) throws -> Value {
        // JSONDecoder decodes some of these by its settings and not by their own `init(from:)`; the others are much faster here.
        if type == String.self { return unsafeBitCast(try String(tape: self, at: index), to: type) }
        if type == Int.self { return unsafeBitCast(try Int(tape: self, at: index), to: type) }
        if type == [String].self { return unsafeBitCast(try elements(of: index) as [String], to: type) }
        if type == Date.self { return unsafeBitCast(try date(at: index), to: type) }
        if type == URL.self { return unsafeBitCast(try url(at: index), to: type) }
        if type == Data.self { return unsafeBitCast(try data(at: index), to: type) }
        if type == Decimal.self { return unsafeBitCast(try decimal(at: index), to: type) }
        if type == JSON.self { return unsafeBitCast(try json(at: index), to: type) }
        if rules.convertsSnakeCase { return try converting(type, at: index) }
        return try Value(from: JSONTapeDecoder(tape: self, index: index))
    }

    // A cast to an optional value looks for its type in each call.
    @inline(never)
    private func converting<Value: Decodable>(_ type: Value.Type, at index: Slot) throws -> Value {
        if let type = type as? any TextKeyed.Type, let value = try type.init(tape: self, at: index) as? Value { return value }
        return try Value(from: JSONTapeDecoder(tape: self, index: index))
    }

    private func elements<Element: JSONScalar>(of array: Slot) throws -> [Element] {
        if kind(of: array) != .array { throw mismatch(array, [Any].self) }
        var elements: [Element] = []
        elements.reserveCapacity(Int(entries[Int(array)].count))
        try forEachElement(of: array) { elements.append(try Element(tape: self, at: $0)) }
        return elements
    }

    private func date(at index: Slot) throws -> Date {
        if isNull(index) { throw mismatch(index, Date.self) }
        switch rules.dates {
        case .referenceSeconds: return Date(timeIntervalSinceReferenceDate: try Double(tape: self, at: index))
        case .seconds: return Date(timeIntervalSince1970: try Double(tape: self, at: index))
        case .milliseconds: return Date(timeIntervalSince1970: try Double(tape: self, at: index) / 1000)
        case .iso8601:
            let text = try String(tape: self, at: index)
            if let date = try? Date.ISO8601FormatStyle().parse(text) { return date }
            throw invalid(index, "The text is no date by ISO 8601.")
        case .text:
            if let date = ISO8601.date(from: try String(tape: self, at: index)) { return date }
            throw invalid(index, "The text is no date by ISO 8601.")
        case .custom(let read): return try read(JSONTapeDecoder(tape: self, index: index))
        }
    }

    private func data(at index: Slot) throws -> Data {
        if isNull(index) { throw mismatch(index, Data.self) }
        switch rules.bytes {
        case .numbers: return try Data(from: JSONTapeDecoder(tape: self, index: index))
        case .base64:
            if let data = Data(base64Encoded: try String(tape: self, at: index)) { return data }
            throw invalid(index, "The text is not valid Base64.")
        case .base64URL:
            if let data = Data(base64URL: try String(tape: self, at: index)) { return data }
            throw invalid(index, "The text is not valid Base64 for URLs.")
        case .custom(let read): return try read(JSONTapeDecoder(tape: self, index: index))
        }
    }

    private func url(at index: Slot) throws -> URL {
        if isNull(index) { throw mismatch(index, URL.self) }
        if let url = URL(string: try String(tape: self, at: index)) { return url }
        throw invalid(index, "The text is not a URL.")
    }

    private func decimal(at index: Slot) throws -> Decimal {
        try checkNumber(index, Decimal.self)
        if let decimal = Decimal(string: characters(at: index)), decimal.isFinite { return decimal }
        throw doesNotFit(index, Decimal.self)
    }
}

/// The errors of a decoder.
extension JSONTape {
    func invalid(_ index: Slot, _ reason: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: path(to: index), debugDescription: reason))
    }

    func doesNotFit(_ index: Slot, _ type: any Any.Type) -> DecodingError { invalid(index, "The number does not fit in \(type).") }

    func mismatch(_ index: Slot, _ type: any Any.Type) -> DecodingError { Self.mismatch(kind(of: index), type, at: path(to: index)) }

    static func mismatch(_ kind: Kind, _ type: any Any.Type, at path: [any CodingKey]) -> DecodingError {
        // Bool's is as JSONDecoder's.
        if kind == .null, type != Bool.self {
            let reason = "Cannot get value of type \(type) -- found null value instead"
            return .valueNotFound(type, DecodingError.Context(codingPath: path, debugDescription: reason))
        }
        let found =
            switch kind {
            case .null: "null"
            case .bool: "bool"
            case .string: "a string"
            case .array: "an array"
            case .object: "a dictionary"
            case .number, .word: "number"
            }
        let reason = "Expected to decode \(type) but found \(found) instead."
        return .typeMismatch(type, DecodingError.Context(codingPath: path, debugDescription: reason))
    }

    func checkNumber(_ index: Slot, _ type: any Any.Type) throws {
        if kind(of: index) != .number { throw mismatch(index, type) }
    }
}

/// A dictionary with keys that are texts, which no strategy for keys converts.
private protocol TextKeyed {
    init(tape: JSONTape, at index: JSONTape.Slot) throws
}

extension Dictionary: TextKeyed where Key == String, Value: Decodable {
    init(tape: JSONTape, at index: JSONTape.Slot) throws {
        if tape.kind(of: index) != .object { throw tape.mismatch(index, [String: Any].self) }
        self.init()
        tape.keepKeys(of: index)
        try tape.forEachMember(of: index) { key, value in
            let name = try tape.key(key, of: index)
            let value = try tape.decode(Value.self, at: value)
            if self[name] == nil { self[name] = value }
        }
    }
}

/// Stands for a member that isn't there, where a type asks for the decoder of its superclass.
struct NullDecoder: Decoder, SingleValueDecodingContainer {
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any]

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> { throw notFound([String: Any].self) }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw notFound([Any].self) }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }
    func decodeNil() -> Bool { true }
    func decode<Value: JSONScalar>(_ type: Value.Type) throws -> Value { throw notFound(type) }
    func decode(_ type: Int128.Type) throws -> Int128 { throw notFound(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { throw notFound(type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

    private func notFound(_ type: any Any.Type) -> DecodingError { JSONTape.mismatch(.null, type, at: codingPath) }
}
