internal import JSONScanner

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

    mutating func decode<Value: JSONScalar>(_ type: Value.Type) throws -> Value {
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

    private mutating func scalarIfPresent<Value: JSONScalar>() throws -> Value? { try decodeIfPresent(Value.self) }

    // The protocol has defaults for these, which make three calls each, and don't count on past the end as JSONDecoder does.
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
            // As JSONDecoder does, and as an index in an error shows.
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
