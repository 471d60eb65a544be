extension JSON: Decodable {
    /// Takes arrays and objects at most 64 deep; ``init(parsing:)`` takes more. Another decoder tells the kind of a value only by errors,
    /// and the cost of one grows with its depth.
    public init(from decoder: any Decoder) throws {
        var place = DecoderPlace(decoder: decoder)
        var reader = DecodedJSON()
        self = try reader.value(in: &place, depth: 0)
    }
}

/// Reads a value of any kind from a decoder of any format.
private struct DecodedJSON {
    private enum Kind: CaseIterable { case object, array, scalar }

    private static let depthLimit = 64

    /// The kind of the last value: its neighbours are mostly of the same kind, and each wrong guess costs an error.
    private var kind = Kind.object

    mutating func value(in place: inout some JSONPlace, depth: Int) throws -> JSON {
        if try place.isNull() { return .null }
        if let value = try value(of: kind, in: &place, depth: depth) { return value }
        for other in Kind.allCases where other != kind {
            guard let value = try value(of: other, in: &place, depth: depth) else { continue }
            kind = other
            return value
        }
        throw DecodingError.typeMismatch(
            JSON.self,
            DecodingError.Context(
                codingPath: place.codingPath, debugDescription: "Expected to decode JSON but found another value instead."))
    }

    /// nil for a value of another kind.
    private func value(of kind: Kind, in place: inout some JSONPlace, depth: Int) throws -> JSON? {
        switch kind {
        case .object: try (try? place.object()).map { .object(try members(of: $0, depth: depth + 1)) }
        case .array: try (try? place.array()).map { .array(try elements(of: $0, depth: depth + 1)) }
        case .scalar: scalar(in: &place)
        }
    }

    private func members(of container: KeyedDecodingContainer<JSON.MemberKey>, depth: Int) throws -> JSON.Object {
        try check(depth, container.codingPath)
        var reader = DecodedJSON()
        var object = JSON.Object()
        // A decoder's order may be another in every process.
        for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            var place = MemberPlace(container: container, key: key)
            object[key.stringValue] = try reader.value(in: &place, depth: depth)
        }
        return object
    }

    private func elements(of container: any UnkeyedDecodingContainer, depth: Int) throws -> [JSON] {
        try check(depth, container.codingPath)
        var reader = DecodedJSON()
        var place = ElementPlace(container: container)
        var elements: [JSON] = []
        while !place.container.isAtEnd { elements.append(try reader.value(in: &place, depth: depth)) }
        return elements
    }

    private func check(_ depth: Int, _ path: @autoclosure () -> [any CodingKey]) throws {
        guard depth > Self.depthLimit else { return }
        throw DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: path(), debugDescription: "JSON in another type has arrays and objects more than \(Self.depthLimit) deep."))
    }

    private func scalar(in place: inout some JSONPlace) -> JSON? {
        if let value = try? place.scalar(Bool.self) { return .bool(value) }
        if let value = try? place.scalar(String.self) { return .string(value) }
        if let value = try? place.scalar(Int64.self) { return .number(.integer(value)) }
        if let value = try? place.scalar(UInt64.self) { return .number(.unsigned(value)) }
        // JSON has no other numbers.
        return (try? place.scalar(Double.self)).flatMap { $0.isFinite ? .number(.double($0)) : nil }
    }
}

/// A value that wasn't decoded yet. Each request for a value of another kind throws.
private protocol JSONPlace {
    var codingPath: [any CodingKey] { get }
    mutating func isNull() throws -> Bool
    mutating func object() throws -> KeyedDecodingContainer<JSON.MemberKey>
    mutating func array() throws -> any UnkeyedDecodingContainer
    mutating func scalar<Value: Decodable>(_ type: Value.Type) throws -> Value
}

private struct DecoderPlace: JSONPlace {
    let decoder: any Decoder

    var codingPath: [any CodingKey] { decoder.codingPath }
    func isNull() throws -> Bool { (try? decoder.singleValueContainer().decodeNil()) ?? false }
    func object() throws -> KeyedDecodingContainer<JSON.MemberKey> { try decoder.container(keyedBy: JSON.MemberKey.self) }
    func array() throws -> any UnkeyedDecodingContainer { try decoder.unkeyedContainer() }
    func scalar<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.singleValueContainer().decode(type) }
}

private struct MemberPlace: JSONPlace {
    let container: KeyedDecodingContainer<JSON.MemberKey>
    let key: JSON.MemberKey

    var codingPath: [any CodingKey] { container.codingPath + [key] }
    func isNull() throws -> Bool { try container.decodeNil(forKey: key) }
    func object() throws -> KeyedDecodingContainer<JSON.MemberKey> {
        try container.nestedContainer(keyedBy: JSON.MemberKey.self, forKey: key)
    }
    func array() throws -> any UnkeyedDecodingContainer { try container.nestedUnkeyedContainer(forKey: key) }
    func scalar<Value: Decodable>(_ type: Value.Type) throws -> Value { try container.decode(type, forKey: key) }
}

private struct ElementPlace: JSONPlace {
    // Moves to the next element only when it has given a value.
    var container: any UnkeyedDecodingContainer

    var codingPath: [any CodingKey] { container.codingPath }
    mutating func isNull() throws -> Bool { try container.decodeNil() }
    mutating func object() throws -> KeyedDecodingContainer<JSON.MemberKey> { try container.nestedContainer(keyedBy: JSON.MemberKey.self) }
    mutating func array() throws -> any UnkeyedDecodingContainer { try container.nestedUnkeyedContainer() }
    mutating func scalar<Value: Decodable>(_ type: Value.Type) throws -> Value { try container.decode(type) }
}

extension JSON {
    /// A member's key, for encoders and decoders.
    struct MemberKey: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
