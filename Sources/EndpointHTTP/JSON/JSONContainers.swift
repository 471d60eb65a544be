internal import JSONScanner

/// The members of an object.
struct JSONKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let tape: JSONTape
    private let object: JSONTape.Slot
    private let keyType: UInt16
    /// nil if the keys can be compared byte by byte.
    private let members: JSONMembers?

    init(tape: JSONTape, object: JSONTape.Slot) throws {
        self.tape = tape
        self.object = object
        let entry = tape.entries[Int(object)]
        keyType = tape.number(of: Key.self)
        guard entry.kind == JSON_OBJECT.rawValue else { throw tape.mismatch(object, [String: Any].self) }
        members = entry.flags & UInt8(JSON_NEEDS_INDEX) != 0 || tape.rules.convertsSnakeCase ? try JSONMembers(of: object, in: tape) : nil
    }

    var codingPath: [any CodingKey] { tape.path(to: object) }

    var allKeys: [Key] {
        // In document order, which the dictionary doesn't keep.
        if let members { return members.values.sorted { $0.value < $1.value }.compactMap { Key(stringValue: $0.key) } }
        var keys: [Key] = []
        tape.forEachMember(of: object) { name, _ in
            if let key = (try? tape.string(at: name)).flatMap(Key.init(stringValue:)) { keys.append(key) }
        }
        return keys
    }

    /// Finds the value for a key; 0 if there is none.
    private func find(_ key: String) -> JSONTape.Slot {
        let value: JSONTape.Slot
        if let members {
            value = members.values[key] ?? (tape.rules.findsWrittenKeys ? members.writtenKey(key) : 0)
        } else {
            value = tape.member(key, of: object)
        }
        // The key type is recorded with each member's name, because a type and its superclass may read the same object with different key
        // types.
        if value != 0 { tape.entries[Int(value) - 1].key_type = keyType }
        return value
    }

    private func value(of key: some CodingKey) throws -> JSONTape.Slot {
        let value = find(key.stringValue)
        if value != 0 { return value }
        let reason = "No value associated with key \(key) (\"\(key.stringValue)\")."
        throw DecodingError.keyNotFound(key, DecodingError.Context(codingPath: codingPath, debugDescription: reason))
    }

    /// Finds the value for a key; 0 if there is none or if it is null.
    private func present(_ key: Key) -> JSONTape.Slot {
        let value = find(key.stringValue)
        return value != 0 && tape.isNull(value) ? 0 : value
    }

    func contains(_ key: Key) -> Bool { find(key.stringValue) != 0 }
    func decodeNil(forKey key: Key) throws -> Bool { tape.isNull(try value(of: key)) }

    func decode<Value: JSONReadable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let value = try value(of: key)
        return try Value(tape: tape, at: value)
    }

    // These two replace the protocol's default implementations.
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try Int128(tape: tape, at: value(of: key)) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try UInt128(tape: tape, at: value(of: key)) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let value = try value(of: key)
        return try tape.decode(type, at: value)
    }

    private func scalarIfPresent<Value: JSONReadable>(_ key: Key) throws -> Value? {
        let value = present(key)
        return value == 0 ? nil : try Value(tape: tape, at: value)
    }

    // These replace the protocol's default implementations, which look up the key three times.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try scalarIfPresent(key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try scalarIfPresent(key) }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        let value = present(key)
        return value == 0 ? nil : try tape.decode(type, at: value)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        KeyedDecodingContainer(try JSONKeyedContainer<Nested>(tape: tape, object: value(of: key)))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try JSONUnkeyedContainer(tape: tape, array: value(of: key))
    }

    func superDecoder() throws -> any Decoder { superDecoder(of: JSONPathKey(stringValue: "super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(of: key) }

    private func superDecoder(of key: some CodingKey) -> any Decoder {
        let value = find(key.stringValue)
        if value != 0 { return JSONTapeDecoder(tape: tape, index: value) }
        return NullDecoder(codingPath: codingPath + [key], userInfo: tape.rules.userInfo)
    }
}

/// The members of an object by their keys as Swift strings. If a key occurs more than once, the first member is used.
///
/// It is a class so that a container that doesn't need it can be copied fast.
private final class JSONMembers {
    private(set) var values: [String: JSONTape.Slot] = [:]

    init(of object: JSONTape.Slot, in tape: JSONTape) throws {
        try tape.forEachMember(of: object) { name, value in
            let key = tape.rules.key(try tape.key(name, of: object))
            if values[key] == nil { values[key] = value }
        }
    }

    /// The member that an encoder wrote for a key that can't be converted back, such as `image_url` for `imageURL`. 0 if there is none.
    func writtenKey(_ key: String) -> JSONTape.Slot { values[JSONDecodingRules.camelCase(JSONDecodingRules.snakeCase(key))] ?? 0 }
}

/// The elements of an array.
struct JSONUnkeyedContainer: UnkeyedDecodingContainer {
    private let tape: JSONTape
    private let array: JSONTape.Slot
    private var next: JSONTape.Slot
    private var position: UInt32 = 0
    private let length: UInt32

    init(tape: JSONTape, array: JSONTape.Slot) throws {
        self.tape = tape
        self.array = array
        next = array + 1
        let entry = tape.entries[Int(array)]
        guard entry.kind == JSON_ARRAY.rawValue else { throw tape.mismatch(array, [Any].self) }
        length = entry.count
    }

    var codingPath: [any CodingKey] { tape.path(to: array) }
    var count: Int? { Int(length) }
    var currentIndex: Int { Int(position) }
    var isAtEnd: Bool { position >= length }

    private func element(_ type: any Any.Type) throws -> JSONTape.Slot {
        if position < length { return next }
        let path = codingPath + [JSONPathKey(index: currentIndex)]
        throw DecodingError.valueNotFound(
            type, DecodingError.Context(codingPath: path, debugDescription: "Unkeyed container is at end."))
    }

    private mutating func advance() {
        next = tape.index(after: next)
        position += 1
    }

    mutating func decodeNil() throws -> Bool {
        let isNull = tape.isNull(try element(Any?.self))
        if isNull { advance() }
        return isNull
    }

    mutating func decode<Value: JSONReadable>(_ type: Value.Type) throws -> Value {
        let value = try Value(tape: tape, at: element(type))
        advance()
        return value
    }

    mutating func decode(_ type: Int128.Type) throws -> Int128 {
        let value = try Int128(tape: tape, at: element(type))
        advance()
        return value
    }

    mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
        let value = try UInt128(tape: tape, at: element(type))
        advance()
        return value
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try tape.decode(type, at: element(type))
        advance()
        return value
    }

    private mutating func scalarIfPresent<Value: JSONReadable>() throws -> Value? { try decodeIfPresent(Value.self) }

    // These replace the protocol's default implementations, which make three calls each and, unlike JSONDecoder, don't advance past the
    // end.
    mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? { try scalarIfPresent() }
    mutating func decodeIfPresent(_ type: String.Type) throws -> String? { try scalarIfPresent() }
    mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? { try scalarIfPresent() }
    mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? { try scalarIfPresent() }
    mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? { try scalarIfPresent() }
    mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? { try scalarIfPresent() }
    mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? { try scalarIfPresent() }
    mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? { try scalarIfPresent() }
    mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? { try scalarIfPresent() }
    mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? { try scalarIfPresent() }
    mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? { try scalarIfPresent() }
    mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? { try scalarIfPresent() }
    mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? { try scalarIfPresent() }
    mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? { try scalarIfPresent() }

    mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        if isAtEnd {
            // JSONDecoder advances here too, and the index in a later error shows it.
            position += 1
            return nil
        }
        let value = tape.isNull(next) ? nil : try tape.decode(type, at: next)
        advance()
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        let container = try JSONKeyedContainer<Nested>(tape: tape, object: element(KeyedDecodingContainer<Nested>.self))
        advance()
        return KeyedDecodingContainer(container)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try JSONUnkeyedContainer(tape: tape, array: element((any UnkeyedDecodingContainer).self))
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = JSONTapeDecoder(tape: tape, index: try element((any Decoder).self))
        advance()
        return decoder
    }
}
