/// Writes the members of a union's value, and its tag next to them.
///
/// A type writes its members itself, before the tag. Members that are data (``JSON``, a dictionary) are written together with the tag, because
/// no convention converts their keys.
final class TaggingEncoder: Encoder {
    private let encoder: any Encoder
    private let key: String
    private let tag: JSON
    private var isArray = false
    private var isWritten = false
    /// The type that is currently being written as a single value.
    private var inner: ObjectIdentifier?

    var codingPath: [any CodingKey] { encoder.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

    init(encoder: any Encoder, key: String, tag: JSON) {
        self.encoder = encoder
        self.key = key
        self.tag = tag
    }

    /// Throws an `EncodingError` for a value that isn't an object.
    func write(_ value: some Encodable) throws {
        try encode(value)
        if isArray { throw unwritable(value) }
        if isWritten { return }
        var container = encoder.container(keyedBy: JSONPathKey.self)
        try container.encode(tag, forKey: JSONPathKey(stringValue: key))
    }

    private var appends: Bool { encoder is any AppendingEncoder || (encoder as? TaggingEncoder)?.appends == true }

    private var writtenKey: String {
        guard let convertsKeys = CodingUserInfoKey.convertsKeys, userInfo[convertsKeys] != nil else { return key }
        return JSONDecodingRules.snakeCase(key)
    }

    private func unwritable(_ value: some Encodable) -> EncodingError {
        let reason = "The value of the variant \(tag) isn't written as an object, so it can't have a tag."
        return .invalidValue(value, EncodingError.Context(codingPath: codingPath, debugDescription: reason))
    }

    fileprivate func encode<Value: Encodable>(_ value: Value) throws {
        if var members = (value as? any KeyedByStrings)?.members {
            var container = encoder.singleValueContainer()
            if appends { return try container.encode(value) }
            members[writtenKey] = tag
            isWritten = true
            return try container.encode(members.mapValues { Member(value: $0) })
        }
        // A scalar encodes itself as a value of its own type, so the recursion would never end.
        if inner == ObjectIdentifier(Value.self) { throw unwritable(value) }
        inner = ObjectIdentifier(Value.self)
        try value.encode(to: self)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> { encoder.container(keyedBy: type) }
    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        isArray = true
        return encoder.unkeyedContainer()
    }
    func singleValueContainer() -> any SingleValueEncodingContainer { Container(encoder: self) }

    private struct Container: SingleValueEncodingContainer {
        let encoder: TaggingEncoder
        var codingPath: [any CodingKey] { encoder.codingPath }

        func encodeNil() throws { throw encoder.unwritable(JSON.null) }
        func encode(_ value: some Encodable) throws { try encoder.encode(value) }
        // The protocol's default implementations of these methods throw a different error.
        func encode(_ value: Int128) throws { throw encoder.unwritable(value) }
        func encode(_ value: UInt128) throws { throw encoder.unwritable(value) }
    }

    private struct Member: Encodable {
        let value: any Encodable

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }
}

/// An encoder that accepts further members after any value.
protocol AppendingEncoder: Encoder {}

/// An object. Its keys are data, so no convention converts them.
protocol KeyedByStrings {
    /// nil for a value that isn't an object.
    var members: [String: any Encodable]? { get }
}

extension Dictionary: KeyedByStrings where Key == String, Value: Encodable {
    var members: [String: any Encodable]? { mapValues { $0 } }
}

extension JSON: KeyedByStrings {
    var members: [String: any Encodable]? { object.map { Dictionary($0.map { ($0.key, $0.value) }) { $1 } } }
}

extension CodingUserInfoKey {
    /// Set if a convention writes keys in snake case.
    static let convertsKeys = CodingUserInfoKey(rawValue: "EndpointKit.convertsKeys")
}
