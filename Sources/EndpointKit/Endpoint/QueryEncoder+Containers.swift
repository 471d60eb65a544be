/// The keys of one object.
struct QueryKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: QueryEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) {}
    func encode(_ value: some Encodable, forKey key: Key) throws { try encoder.child(key).encode(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        encoder.child(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder.child(key).unkeyedContainer() }
    // A superclass adds its own items to its subclass's: a query has no place for two objects under one name.
    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { encoder.child(key) }
}

/// The elements of one array.
struct QueryUnkeyedContainer: UnkeyedEncodingContainer {
    let encoder: QueryEncoder
    private(set) var count = 0
    var codingPath: [any CodingKey] { encoder.codingPath }

    init(encoder: QueryEncoder) { self.encoder = encoder }

    private mutating func next() -> QueryEncoder {
        defer { count += 1 }
        return encoder.element(count)
    }

    mutating func encodeNil() { count += 1 }
    mutating func encode(_ value: some Encodable) throws { try next().encode(value) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        next().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { next() }
}

/// One plain value, or a value that is another's only content.
struct QuerySingleContainer: SingleValueEncodingContainer {
    let encoder: QueryEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() {}
    func encode(_ value: Bool) { encoder.write(value) }
    func encode(_ value: String) { encoder.write(value) }
    func encode(_ value: Double) { encoder.write(value) }
    func encode(_ value: Float) { encoder.write(value) }
    func encode(_ value: Int) { encoder.write(value) }
    func encode(_ value: Int8) { encoder.write(value) }
    func encode(_ value: Int16) { encoder.write(value) }
    func encode(_ value: Int32) { encoder.write(value) }
    func encode(_ value: Int64) { encoder.write(value) }
    func encode(_ value: UInt) { encoder.write(value) }
    func encode(_ value: UInt8) { encoder.write(value) }
    func encode(_ value: UInt16) { encoder.write(value) }
    func encode(_ value: UInt32) { encoder.write(value) }
    func encode(_ value: UInt64) { encoder.write(value) }
    func encode(_ value: some Encodable) throws { try encoder.encode(value) }
}
