/// A `JSONEncoder` that writes UUIDs in lower case, for which Foundation has no strategy, and leaves the keys of a ``JSON`` value
/// unchanged.
///
/// Everything else, including the settings, comes from Foundation's encoder. Each value encodes itself into containers that inspect its
/// members before they are written.
final class ConventionEncoder: JSONEncoder, @unchecked Sendable {
    override func encode<Value: Encodable>(_ value: Value) throws -> Data {
        do {
            return try super.encode(Spelled(value))
        } catch EncodingError.invalidValue(let failed as Spelled<Value>, let context) {
            // This is the error for a value that encodes nothing.
            let reason = context.debugDescription.replacing("\(Spelled<Value>.self)", with: "\(Value.self)")
            throw EncodingError.invalidValue(
                failed.value,
                EncodingError.Context(codingPath: context.codingPath, debugDescription: reason, underlyingError: context.underlyingError))
        }
    }
}

/// A value of any type inside a document.
private struct Spelled<Value: Encodable>: Encodable {
    let value: Value
    /// How many objects and arrays surround the value, counting the value itself. Foundation's writer rejects more than 512, but only after
    /// it has encoded them all.
    private let depth: Int

    init(_ value: Value, _ outer: Int = 0) {
        self.value = value
        depth = outer + 1
    }

    func encode(to encoder: any Encoder) throws {
        if depth > 512 {
            throw EncodingError.invalidValue(
                value, EncodingError.Context(codingPath: [], debugDescription: "The value is nested more than 512 deep."))
        }
        if Value.self == UUID.self, let uuid = value as? UUID {
            try uuid.lowercaseText.encode(to: encoder)
        } else if Value.self == Date.self || Value.self == Data.self || Value.self == URL.self || Value.self == Decimal.self {
            // The encoder has strategies for these types, which their own `encode(to:)` wouldn't apply.
            var container = encoder.singleValueContainer()
            try container.encode(value)
        } else if Value.self == JSON.self, let object = (value as? JSON)?.object {
            try Dictionary(object.map { ($0.key, $0.value) }) { $1 }.encodeSpelled(to: encoder, depth)
        } else if let dictionary = value as? any SpelledDictionary {
            try dictionary.encodeSpelled(to: encoder, depth)
        } else {
            try value.encode(to: SpellingEncoder(encoder: encoder, depth: depth))
        }
    }
}

/// A dictionary. Its keys are data, so no key strategy converts them.
private protocol SpelledDictionary {
    func encodeSpelled(to encoder: any Encoder, _ depth: Int) throws
}

extension Dictionary: SpelledDictionary where Key == String, Value: Encodable {
    fileprivate func encodeSpelled(to encoder: any Encoder, _ depth: Int) throws {
        var container = encoder.singleValueContainer()
        try container.encode(mapValues { Spelled($0, depth) })
    }
}

private struct SpellingEncoder: Encoder {
    let encoder: any Encoder
    let depth: Int
    var codingPath: [any CodingKey] { encoder.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(SpellingKeyedContainer(container: encoder.container(keyedBy: type), depth: depth))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        SpellingUnkeyedContainer(container: encoder.unkeyedContainer(), depth: depth)
    }
    func singleValueContainer() -> any SingleValueEncodingContainer {
        SpellingSingleContainer(container: encoder.singleValueContainer(), depth: depth)
    }
}

// The containers pass scalars on unchanged, because a scalar would encode itself into the same container again.

private struct SpellingKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    var container: KeyedEncodingContainer<Key>
    let depth: Int
    var codingPath: [any CodingKey] { container.codingPath }

    mutating func encodeNil(forKey key: Key) throws { try container.encodeNil(forKey: key) }
    mutating func encode(_ value: Bool, forKey key: Key) throws { try container.encode(value, forKey: key) }
    mutating func encode(_ value: String, forKey key: Key) throws { try container.encode(value, forKey: key) }
    mutating func encode(_ value: Double, forKey key: Key) throws { try container.encode(value, forKey: key) }
    mutating func encode(_ value: Int, forKey key: Key) throws { try container.encode(value, forKey: key) }
    mutating func encode(_ value: Int8, forKey key: Key) throws { try container.encode(value, forKey: key) }
    mutating func encode(_ value: Int16, forKey key: Key) throws { try container.encode(value, forKey: key) }
    mutating func encode(_ value: Int32, forKey key: Key) throws { try container.encode(value, forKey: key) }
    mutating func encode(_ value: Int64, forKey key: Key) throws { try container.encode(value, forKey: key) }
    mutating func encode(_ value: UInt, forKey key: Key) throws { try container.encode(value, forKey: key) }
    mutating func encode(_ value: UInt8, forKey key: Key) throws { try container.encode(value, forKey: key) }
    mutating func encode(_ value: UInt16, forKey key: Key) throws { try container.encode(value, forKey: key) }
    mutating func encode(_ value: UInt32, forKey key: Key) throws { try container.encode(value, forKey: key) }
    mutating func encode(_ value: UInt64, forKey key: Key) throws { try container.encode(value, forKey: key) }
    mutating func encode(_ value: Float, forKey key: Key) throws { try container.encode(value, forKey: key) }
    mutating func encode(_ value: Int128, forKey key: Key) throws { try container.encode(value, forKey: key) }
    mutating func encode(_ value: UInt128, forKey key: Key) throws { try container.encode(value, forKey: key) }
    mutating func encode(_ value: some Encodable, forKey key: Key) throws { try container.encode(Spelled(value, depth), forKey: key) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(
            SpellingKeyedContainer<Nested>(container: container.nestedContainer(keyedBy: type, forKey: key), depth: depth + 1))
    }
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        SpellingUnkeyedContainer(container: container.nestedUnkeyedContainer(forKey: key), depth: depth + 1)
    }
    mutating func superEncoder() -> any Encoder { SpellingEncoder(encoder: container.superEncoder(), depth: depth) }
    mutating func superEncoder(forKey key: Key) -> any Encoder {
        SpellingEncoder(encoder: container.superEncoder(forKey: key), depth: depth)
    }
}

private struct SpellingUnkeyedContainer: UnkeyedEncodingContainer {
    var container: any UnkeyedEncodingContainer
    let depth: Int
    var codingPath: [any CodingKey] { container.codingPath }
    var count: Int { container.count }

    mutating func encodeNil() throws { try container.encodeNil() }
    mutating func encode(_ value: Bool) throws { try container.encode(value) }
    mutating func encode(_ value: String) throws { try container.encode(value) }
    mutating func encode(_ value: Double) throws { try container.encode(value) }
    mutating func encode(_ value: Int) throws { try container.encode(value) }
    mutating func encode(_ value: Int8) throws { try container.encode(value) }
    mutating func encode(_ value: Int16) throws { try container.encode(value) }
    mutating func encode(_ value: Int32) throws { try container.encode(value) }
    mutating func encode(_ value: Int64) throws { try container.encode(value) }
    mutating func encode(_ value: UInt) throws { try container.encode(value) }
    mutating func encode(_ value: UInt8) throws { try container.encode(value) }
    mutating func encode(_ value: UInt16) throws { try container.encode(value) }
    mutating func encode(_ value: UInt32) throws { try container.encode(value) }
    mutating func encode(_ value: UInt64) throws { try container.encode(value) }
    mutating func encode(_ value: Float) throws { try container.encode(value) }
    mutating func encode(_ value: Int128) throws { try container.encode(value) }
    mutating func encode(_ value: UInt128) throws { try container.encode(value) }
    mutating func encode(_ value: some Encodable) throws { try container.encode(Spelled(value, depth)) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(SpellingKeyedContainer<Nested>(container: container.nestedContainer(keyedBy: type), depth: depth + 1))
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        SpellingUnkeyedContainer(container: container.nestedUnkeyedContainer(), depth: depth + 1)
    }
    mutating func superEncoder() -> any Encoder { SpellingEncoder(encoder: container.superEncoder(), depth: depth) }
}

private struct SpellingSingleContainer: SingleValueEncodingContainer {
    var container: any SingleValueEncodingContainer
    let depth: Int
    var codingPath: [any CodingKey] { container.codingPath }

    mutating func encodeNil() throws { try container.encodeNil() }
    mutating func encode(_ value: Bool) throws { try container.encode(value) }
    mutating func encode(_ value: String) throws { try container.encode(value) }
    mutating func encode(_ value: Double) throws { try container.encode(value) }
    mutating func encode(_ value: Int) throws { try container.encode(value) }
    mutating func encode(_ value: Int8) throws { try container.encode(value) }
    mutating func encode(_ value: Int16) throws { try container.encode(value) }
    mutating func encode(_ value: Int32) throws { try container.encode(value) }
    mutating func encode(_ value: Int64) throws { try container.encode(value) }
    mutating func encode(_ value: UInt) throws { try container.encode(value) }
    mutating func encode(_ value: UInt8) throws { try container.encode(value) }
    mutating func encode(_ value: UInt16) throws { try container.encode(value) }
    mutating func encode(_ value: UInt32) throws { try container.encode(value) }
    mutating func encode(_ value: UInt64) throws { try container.encode(value) }
    mutating func encode(_ value: Float) throws { try container.encode(value) }
    mutating func encode(_ value: Int128) throws { try container.encode(value) }
    mutating func encode(_ value: UInt128) throws { try container.encode(value) }
    mutating func encode(_ value: some Encodable) throws { try container.encode(Spelled(value, depth - 1)) }
}
