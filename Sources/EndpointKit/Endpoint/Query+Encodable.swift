extension Query {
    /// The properties of `value` as items, in the order in which it encodes them:
    ///
    ///     struct Search: Encodable { var name: String?; var tags: [String]; var filter: Filter }   // name=x&tags=a&tags=b&filter[id]=1
    ///
    /// A nested object's key goes into brackets, which are encoded as everything else is. An array repeats its name; an object or an
    /// array inside an array is told apart by its index: `k[0][id]=1`. nil, an empty array and an empty object drop out. `Date` is
    /// ISO 8601, `Data` base64, `URL` its text, and any other ``QueryValue`` what it says. A dictionary is in the order of its keys.
    ///
    /// Throws an ``APIError`` of code `invalidRequest` for what has no place in a query: a value without keys at the top, a number that
    /// isn't finite, a date outside the years 0 to 9999.
    public init(encoding value: some Encodable) throws {
        let sink = QueryEncoder.Sink()
        try QueryEncoder(sink: sink).encode(value)
        if let reason = sink.hasNamelessValue ? "it has no keys" : sink.query.fault {
            throw APIError(.invalidRequest, "No query can be made of \(type(of: value)): \(reason).")
        }
        self = sink.query
    }
}

/// One place in the value that a ``Query`` is made of.
struct QueryEncoder: Encoder {
    final class Sink {
        var query = Query()
        // Asking for a container can't throw, so what was asked for in vain is remembered.
        var hasNamelessValue = false
    }

    let sink: Sink
    var codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    /// What a plain value is written under; nil at the top.
    var name: String?
    /// What the keys of an object stand behind: other than `name` for an element of an array.
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
        // An element of an array of arrays stands under that array's own index.
        QueryEncoder(sink: sink, codingPath: codingPath + [QueryIndex(index)], name: prefix, prefix: prefix.map { "\($0)[\(index)]" })
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        switch value {
        case let dictionary as any KeyedDictionary where !(value is any QueryValue): try dictionary.encodeInOrder(with: self)
        case let data as Data: write(data.base64EncodedString())
        case let url as URL: write(url.absoluteString)
        case let number as Decimal: write(number.description)
        // Not an array: its elements come one by one, as they may be anything.
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

/// A dictionary that encodes itself with keys; by itself it would do so in another order in each process.
private protocol KeyedDictionary {
    func encodeInOrder(with encoder: QueryEncoder) throws
}

extension Dictionary: KeyedDictionary where Key: CodingKeyRepresentable, Value: Encodable {
    fileprivate func encodeInOrder(with encoder: QueryEncoder) throws {
        let entries = map { (key: $0.codingKey, value: $1) }.sorted { $0.key.stringValue < $1.key.stringValue }
        for (key, value) in entries { try encoder.child(key).encode(value) }
    }
}
