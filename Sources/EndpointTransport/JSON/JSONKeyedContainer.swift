internal import JSONScanner

/// The members of an object.
struct JSONKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let tape: JSONTape
    private let object: JSONTape.Slot
    /// nil where the keys can be compared byte by byte.
    private let members: JSONMembers?

    init(tape: JSONTape, object: JSONTape.Slot) throws {
        self.tape = tape
        self.object = object
        let entry = tape.entries[Int(object)]
        guard entry.kind == JSON_OBJECT.rawValue else { throw tape.mismatch(object, [String: Any].self) }
        members = entry.flags & UInt8(JSON_NEEDS_INDEX) != 0 || tape.rules.convertsSnakeCase ? try JSONMembers(of: object, in: tape) : nil
    }

    var codingPath: [any CodingKey] { tape.path(to: object) }

    var allKeys: [Key] {
        // In the document's order: the path of the next value is found from the last one's.
        if let members { return members.values.sorted { $0.value < $1.value }.compactMap { Key(stringValue: $0.key) } }
        var keys: [Key] = []
        tape.forEachMember(of: object) { name, _ in
            if let key = (try? tape.string(at: name)).flatMap(Key.init(stringValue:)) { keys.append(key) }
        }
        return keys
    }

    /// 0 if there is none.
    private func find(_ key: String) -> JSONTape.Slot {
        if let members { return members.values[key] ?? 0 }
        return tape.member(key, of: object)
    }

    private func value(of key: some CodingKey) throws -> JSONTape.Slot {
        let value = find(key.stringValue)
        if value != 0 { return value }
        let reason = "No value associated with key \(key) (\"\(key.stringValue)\")."
        throw DecodingError.keyNotFound(key, DecodingError.Context(codingPath: codingPath, debugDescription: reason))
    }

    /// 0 for null too.
    private func present(_ key: Key) -> JSONTape.Slot {
        let value = find(key.stringValue)
        return value != 0 && tape.isNull(value) ? 0 : value
    }

    func contains(_ key: Key) -> Bool { find(key.stringValue) != 0 }
    func decodeNil(forKey key: Key) throws -> Bool { tape.isNull(try value(of: key)) }

    func decode<Value: JSONScalar>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let value = try value(of: key)
        return try Value(tape: tape, at: value)
    }

    // The protocol has defaults for these two.
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try Int128(tape: tape, at: value(of: key)) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try UInt128(tape: tape, at: value(of: key)) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let value = try value(of: key)
        return try tape.decode(type, at: value)
    }

    private func scalarIfPresent<Value: JSONScalar>(_ key: Key) throws -> Value? {
        let value = present(key)
        return value == 0 ? nil : try Value(tape: tape, at: value)
    }

    // The protocol has defaults for these, which look for the key three times.
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

/// The members of an object by their keys as texts of Swift. Of two with the same key the first counts.
///
/// A class, so that a container without it is copied fast.
private final class JSONMembers {
    private(set) var values: [String: JSONTape.Slot] = [:]

    init(of object: JSONTape.Slot, in tape: JSONTape) throws {
        try tape.forEachMember(of: object) { name, value in
            let key = tape.rules.key(try tape.key(name, of: object))
            if values[key] == nil { values[key] = value }
        }
    }
}
