/// A value encoded as JSON.
public struct JSONBody<Value: Encodable & Sendable>: HTTPBody {
    public var value: Value
    private let encoder: @Sendable () -> JSONEncoder

    /// `encoder` makes the encoder for one encoding; by default keys are sorted, so that the same value is the same bytes.
    public init(_ value: Value, encoder: @escaping @Sendable () -> JSONEncoder = Self.sortedKeys) {
        self.value = value
        self.encoder = encoder
    }

    public func entity() throws -> HTTPBodyEntity {
        HTTPBodyEntity(contentType: "application/json", content: .data(try encoder().encode(value)))
    }

    @Sendable public static func sortedKeys() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension HTTPBody {
    /// `body: .json(order)`.
    public static func json<Value>(_ value: Value) -> Self where Self == JSONBody<Value> { JSONBody(value) }
}

extension JSON: HTTPBody {
    /// Its text, as `application/json`, with the keys in their order. Throws an `EncodingError` for a number that isn't finite.
    public func entity() throws -> HTTPBodyEntity {
        HTTPBodyEntity(contentType: "application/json", content: .data(try data()))
    }
}

extension HTTPBody where Self == JSON {
    /// `body: .json(["name": "Thor", "tags": [1, true, nil]])`.
    public static func json(_ value: JSON) -> JSON { value }
}
