extension JSON: Decodable {
    /// Reads the value with its keys in their order, up to 512 levels deep, where a client or its ``ResponseDecoder`` decodes the response.
    ///
    /// Another decoder tells the kind of a value only by errors, whose cost grows with its depth. From such a one it takes arrays and
    /// objects at most 64 deep, and throws a `DecodingError` for a value that takes too long, such as one of several megabytes;
    /// ``init(parsing:)`` takes it.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? JSONTapeDecoder {
            self = try decoder.decode(JSON.self)
            return
        }
        var place = DecoderPlace(decoder: decoder)
        var reader = DecodedJSON()
        self = try reader.value(in: &place, depth: 0)
    }
}

/// Reads a value of any kind from a decoder of any format.
private struct DecodedJSON {
    private enum Kind: CaseIterable { case object, array, scalar }

    private static let depthLimit = 64
    /// The sum of the depths of all wrong guesses: some seconds of JSONDecoder's errors, or some megabytes of usual JSON.
    private static let costLimit = 5_000_000

    /// The kind of the last value: its neighbours are mostly of the same kind, and each wrong guess costs an error.
    private var kind = Kind.object
    private var cost = 0

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
    private mutating func value(of kind: Kind, in place: inout some JSONPlace, depth: Int) throws -> JSON? {
        switch kind {
        case .object:
            guard let container = try guess(depth, place.codingPath, { try place.object() }) else { return nil }
            return .object(try members(of: container, depth: depth + 1))
        case .array:
            guard let container = try guess(depth, place.codingPath, { try place.array() }) else { return nil }
            return .array(try elements(of: container, depth: depth + 1))
        case .scalar: return try scalar(in: &place, depth: depth)
        }
    }

    /// nil for a wrong guess.
    private mutating func guess<Value>(
        _ depth: Int, _ path: @autoclosure () -> [any CodingKey], _ read: () throws -> Value
    ) throws -> Value? {
        if let value = try? read() { return value }
        cost += depth + 1
        try check(cost <= Self.costLimit, path(), "takes too long to read with this decoder; JSON(parsing:) reads it at once")
        return nil
    }

    private mutating func members(of container: KeyedDecodingContainer<JSON.MemberKey>, depth: Int) throws -> JSON.Object {
        try checkDepth(depth, container.codingPath)
        let outerKind = kind
        defer { kind = outerKind }
        kind = .object
        var object = JSON.Object()
        // A decoder's order may be another in every process.
        for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            var place = MemberPlace(container: container, key: key)
            object[key.stringValue] = try value(in: &place, depth: depth)
        }
        return object
    }

    private mutating func elements(of container: any UnkeyedDecodingContainer, depth: Int) throws -> [JSON] {
        try checkDepth(depth, container.codingPath)
        let outerKind = kind
        defer { kind = outerKind }
        kind = .object
        var place = ElementPlace(container: container)
        var elements: [JSON] = []
        while !place.container.isAtEnd { elements.append(try value(in: &place, depth: depth)) }
        return elements
    }

    private func checkDepth(_ depth: Int, _ path: @autoclosure () -> [any CodingKey]) throws {
        try check(depth <= Self.depthLimit, path(), "has arrays and objects more than \(Self.depthLimit) deep")
    }

    private func check(_ holds: Bool, _ path: @autoclosure () -> [any CodingKey], _ problem: @autoclosure () -> String) throws {
        if holds { return }
        throw DecodingError.dataCorrupted(
            DecodingError.Context(codingPath: path(), debugDescription: "A JSON value in another type \(problem())."))
    }

    private mutating func scalar(in place: inout some JSONPlace, depth: Int) throws -> JSON? {
        if let value = try guess(depth, place.codingPath, { try place.scalar(Bool.self) }) { return .bool(value) }
        if let value = try guess(depth, place.codingPath, { try place.scalar(String.self) }) { return .string(value) }
        if let value = try guess(depth, place.codingPath, { try place.scalar(Int64.self) }) { return .number(.integer(value)) }
        if let value = try guess(depth, place.codingPath, { try place.scalar(UInt64.self) }) { return .number(.unsigned(value)) }
        // JSON has no other numbers.
        let number = try guess(depth, place.codingPath, { try place.scalar(Double.self) })
        return number.flatMap { $0.isFinite ? .number(.double($0)) : nil }
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
