/// A value encoded as JSON, with the content type `application/json`.
public struct JSONBody<Value: Encodable & Sendable>: HTTPBody {
    /// The value, which is encoded once for each call.
    public var value: Value
    private let encoder: @Sendable () -> JSONEncoder

    /// - Parameter encoder: makes the encoder for one encoding. By default keys are sorted, so that equal values become equal bytes.
    public init(_ value: Value, encoder: @escaping @Sendable () -> JSONEncoder = Self.sortedKeys) {
        self.value = value
        self.encoder = encoder
    }

    public func entity() throws -> HTTPBodyEntity {
        HTTPBodyEntity(contentType: "application/json", content: .data(try encoder().encode(value)))
    }

    /// Makes the default encoder, with sorted keys and without escaped slashes.
    @Sendable public static func sortedKeys() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension HTTPBody {
    /// Sends a value as JSON: `body: .json(order)`.
    public static func json<Value>(_ value: Value) -> Self where Self == JSONBody<Value> { JSONBody(value) }
}

/// The members of a JSON object, with values of any types.
public struct JSONMembers: Encodable, Sendable {
    private let members: KeyValuePairs<String, (any Encodable & Sendable)?>

    init(_ members: KeyValuePairs<String, (any Encodable & Sendable)?>) { self.members = members }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for (name, value) in members {
            let key = Name(stringValue: name)
            if let value { try container.encode(value, forKey: key) } else { try container.encodeNil(forKey: key) }
        }
    }
}

extension HTTPBody where Self == JSONBody<JSONMembers> {
    /// Sends a JSON object with values of any types: `body: .json(["name": name, "count": count, "note": optionalNote])`. nil is sent as
    /// null, as in a literal.
    @_disfavoredOverload
    public static func json(_ members: KeyValuePairs<String, (any Encodable & Sendable)?>) -> Self { JSONBody(JSONMembers(members)) }
}

extension JSON: HTTPBody {
    /// The JSON text as `application/json`, with the keys in their order. Throws an `EncodingError` for a number that isn't finite.
    public func entity() throws -> HTTPBodyEntity {
        HTTPBodyEntity(contentType: "application/json", content: .data(try data()))
    }
}

extension HTTPBody where Self == JSON {
    /// Sends a JSON literal: `body: .json(["name": "Thor", "tags": [1, true, nil]])`.
    public static func json(_ value: JSON) -> JSON { value }
}
