/// Collects the scalar values of an encodable value, in order, for a ``Query``.
struct QueryEncoder: AppendingEncoder {
    final class Sink {
        private(set) var leaves: [QueryLeaf] = []
        private var places: [[QueryLeaf.Step]: Int] = [:]
        // Requesting a container can't throw, so the error is recorded here.
        var hasNamelessValue = false
        /// The path of the value whose own encoding threw.
        var failedPath: [any CodingKey]?

        /// If a key has two values, the last one is used, as in JSON.
        func append(_ leaf: QueryLeaf) {
            if let place = places.updateValue(leaves.count, forKey: leaf.path) {
                places[leaf.path] = place
                leaves[place] = leaf
            } else {
                leaves.append(leaf)
            }
        }
    }

    let sink: Sink
    var codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    var path: [QueryLeaf.Step] = []

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(QueryKeyedContainer<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if path.isEmpty { sink.hasNamelessValue = true }
        return QueryUnkeyedContainer(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { QuerySingleContainer(encoder: self) }

    func child(_ key: any CodingKey, isName: Bool = true) -> QueryEncoder {
        QueryEncoder(sink: sink, codingPath: codingPath + [key], path: path + [.key(key.stringValue, isName: isName)])
    }

    func element(_ index: Int) -> QueryEncoder {
        QueryEncoder(sink: sink, codingPath: codingPath + [QueryIndex(index)], path: path + [.element(index)])
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        switch value {
        case let dictionary as any KeyedDictionary where !(value is any QueryValue): try dictionary.encodeInOrder(with: self)
        case .object(let object) as JSON:
            for (key, value) in object { try child(JSONPathKey(stringValue: key), isName: false).encode(value) }
        case let data as Data: write(.data(data))
        case let date as Date: write(.date(date))
        case let flag as Bool: write(.bool(flag))
        case let url as URL: write(.value(url.absoluteString))
        case let number as Decimal: write(.value(number.description))
        // Arrays encode their elements one by one, because elements may be of any type.
        case let text as any QueryValue where !path.isEmpty && !(value is any Sequence): write(.value(text))
        default:
            do { try value.encode(to: self) } catch {
                sink.failedPath = sink.failedPath ?? codingPath
                throw error
            }
        }
    }

    func write(_ value: QueryLeaf.Value) {
        if path.isEmpty {
            // A top-level nil produces a query without items.
            if case .null = value { return }
            sink.hasNamelessValue = true
        } else {
            sink.append(QueryLeaf(path: path, value: value))
        }
    }
}

/// The index of an element in a coding path.
struct QueryIndex: CodingKey {
    let index: Int

    init(_ index: Int) { self.index = index }
    init?(intValue: Int) { index = intValue }
    init?(stringValue: String) { nil }
    var intValue: Int? { index }
    var stringValue: String { "Index \(index)" }
}

/// A dictionary that encodes its entries sorted by key, because its own order differs from process to process.
private protocol KeyedDictionary {
    func encodeInOrder(with encoder: QueryEncoder) throws
}

extension Dictionary: KeyedDictionary where Key: CodingKeyRepresentable, Value: Encodable {
    fileprivate func encodeInOrder(with encoder: QueryEncoder) throws {
        let entries = map { (key: $0.codingKey, value: $1) }.sorted { $0.key.stringValue < $1.key.stringValue }
        for (key, value) in entries { try encoder.child(key, isName: false).encode(value) }
    }
}

/// The keys of one object.
struct QueryKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: QueryEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) { encoder.child(key).write(.null) }
    func encode(_ value: some Encodable, forKey key: Key) throws { try encoder.child(key).encode(value) }
    // The protocol's default implementations of these methods throw.
    func encode(_ value: Int128, forKey key: Key) throws { encoder.child(key).write(.value(value)) }
    func encode(_ value: UInt128, forKey key: Key) throws { encoder.child(key).write(.value(value)) }

    // The protocol's default implementations omit nil, but a query style may write it.
    private func encodeOptional(_ value: (some Encodable)?, _ key: Key) throws {
        if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws { try encodeOptional(value, key) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        encoder.child(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder.child(key).unkeyedContainer() }
    // A superclass adds its items next to those of its subclass, because a query has no nested object without a name.
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

    mutating func encodeNil() { next().write(.null) }
    mutating func encode(_ value: some Encodable) throws { try next().encode(value) }
    mutating func encode(_ value: Int128) throws { next().write(.value(value)) }
    mutating func encode(_ value: UInt128) throws { next().write(.value(value)) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        next().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { next() }
}

/// One scalar value, or a value that is the only content of another.
struct QuerySingleContainer: SingleValueEncodingContainer {
    let encoder: QueryEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() { encoder.write(.null) }
    func encode(_ value: Bool) { encoder.write(.bool(value)) }
    func encode(_ value: String) { encoder.write(.value(value)) }
    func encode(_ value: Double) { encoder.write(.value(value)) }
    func encode(_ value: Float) { encoder.write(.value(value)) }
    func encode(_ value: Int) { encoder.write(.value(value)) }
    func encode(_ value: Int8) { encoder.write(.value(value)) }
    func encode(_ value: Int16) { encoder.write(.value(value)) }
    func encode(_ value: Int32) { encoder.write(.value(value)) }
    func encode(_ value: Int64) { encoder.write(.value(value)) }
    func encode(_ value: UInt) { encoder.write(.value(value)) }
    func encode(_ value: UInt8) { encoder.write(.value(value)) }
    func encode(_ value: UInt16) { encoder.write(.value(value)) }
    func encode(_ value: UInt32) { encoder.write(.value(value)) }
    func encode(_ value: UInt64) { encoder.write(.value(value)) }
    func encode(_ value: Int128) { encoder.write(.value(value)) }
    func encode(_ value: UInt128) { encoder.write(.value(value)) }
    func encode(_ value: some Encodable) throws { try encoder.encode(value) }
}
