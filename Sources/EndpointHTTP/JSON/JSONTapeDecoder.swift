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
    func decode<Value: JSONReadable>(_ type: Value.Type) throws -> Value { try Value(tape: tape, at: index) }
    // These two replace the protocol's default implementations.
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
        if let readable = type as? any JSONReadable.Type { return try read(readable, at: index) }
        return try type.init(from: JSONTapeDecoder(tape: self, index: index))
    }

    /// Reads the value. `Readable` must be `Value` itself.
    private func read<Readable: JSONReadable, Value>(_ type: Readable.Type, at index: Slot) throws -> Value {
        unsafeBitCast(try type.init(tape: self, at: index), to: Value.self)
    }
}

/// The errors that a decoder throws.
extension JSONTape {
    func invalid(_ index: Slot, _ reason: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: path(to: index), debugDescription: reason))
    }

    func doesNotFit(_ index: Slot, _ type: any Any.Type) -> DecodingError { invalid(index, "The number does not fit in \(type).") }

    func mismatch(_ index: Slot, _ type: any Any.Type) -> DecodingError { Self.mismatch(kind(of: index), type, at: path(to: index)) }

    static func mismatch(_ kind: Kind, _ type: any Any.Type, at path: [any CodingKey]) -> DecodingError {
        // A null in place of a Bool is a type mismatch, as it is in JSONDecoder.
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

/// Stands for a missing member when a type requests a decoder for its superclass.
struct NullDecoder: Decoder, SingleValueDecodingContainer {
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any]

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> { throw notFound([String: Any].self) }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw notFound([Any].self) }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }
    func decodeNil() -> Bool { true }
    func decode<Value: JSONReadable>(_ type: Value.Type) throws -> Value { throw notFound(type) }
    func decode(_ type: Int128.Type) throws -> Int128 { throw notFound(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { throw notFound(type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try type.init(from: self) }

    private func notFound(_ type: any Any.Type) -> DecodingError { JSONTape.mismatch(.null, type, at: codingPath) }
}
