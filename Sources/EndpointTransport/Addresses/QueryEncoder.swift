/// Encodes one place of a value into a ``Query``.
struct QueryEncoder: Encoder {
    final class Sink {
        var query = Query()
        // Asking for a container can't throw, so the error is recorded here.
        var hasNamelessValue = false
    }

    let sink: Sink
    var codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    /// The name of a plain value; nil at the top.
    var name: String?
    /// The text before the keys of an object; it differs from `name` for an element of an array.
    var prefix: String?

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(QueryKeyedContainer<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if name == nil { sink.hasNamelessValue = true }
        return QueryUnkeyedContainer(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { QuerySingleContainer(encoder: self) }

    func child(_ key: any CodingKey) -> QueryEncoder {
        let name = prefix.map { "\($0)[\(key.stringValue)]" } ?? key.stringValue
        return QueryEncoder(sink: sink, codingPath: codingPath + [key], name: name, prefix: name)
    }

    func element(_ index: Int) -> QueryEncoder {
        // An element of a nested array is named by the index of that array.
        QueryEncoder(sink: sink, codingPath: codingPath + [QueryIndex(index)], name: prefix, prefix: prefix.map { "\($0)[\(index)]" })
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        switch value {
        case let dictionary as any KeyedDictionary where !(value is any QueryValue): try dictionary.encodeInOrder(with: self)
        case let data as Data: write(data.base64EncodedString())
        case let url as URL: write(url.absoluteString)
        case let number as Decimal: write(number.description)
        // Arrays encode their elements one by one, as these may be of any type.
        case let text as any QueryValue where name != nil && !(value is any Sequence): write(text)
        default: try value.encode(to: self)
        }
    }

    func write(_ value: any QueryValue) {
        guard let name else {
            sink.hasNamelessValue = true
            return
        }
        value.append(to: &sink.query, name: name)
    }
}

/// The place of an element, in a coding path.
struct QueryIndex: CodingKey {
    let index: Int

    init(_ index: Int) { self.index = index }
    init?(intValue: Int) { index = intValue }
    init?(stringValue: String) { nil }
    var intValue: Int? { index }
    var stringValue: String { String(index) }
}

/// A dictionary that encodes its entries sorted by key; its own order differs in each process.
private protocol KeyedDictionary {
    func encodeInOrder(with encoder: QueryEncoder) throws
}

extension Dictionary: KeyedDictionary where Key: CodingKeyRepresentable, Value: Encodable {
    fileprivate func encodeInOrder(with encoder: QueryEncoder) throws {
        let entries = map { (key: $0.codingKey, value: $1) }.sorted { $0.key.stringValue < $1.key.stringValue }
        for (key, value) in entries { try encoder.child(key).encode(value) }
    }
}

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
    // A superclass adds its items beside its subclass's, as a query has no nested object without a name.
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
