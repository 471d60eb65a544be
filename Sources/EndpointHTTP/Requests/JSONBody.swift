/// A value encoded as JSON, with the content type `application/json`.
public struct JSONBody<Value: Encodable & Sendable>: HTTPBody {
    /// The value, which is encoded once for each call.
    public var value: Value
    private let encoder: (@Sendable () -> JSONEncoder)?

    /// Creates a body from a value that is encoded when the request is built.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - encoder: creates an encoder for each encoding. By default, the client's ``JSONConvention`` creates it. A plain `JSONEncoder`
    ///     writes UUIDs in upper case.
    public init(_ value: Value, encoder: (@Sendable () -> JSONEncoder)? = nil) {
        self.value = value
        self.encoder = encoder
    }

    public func entity() throws -> HTTPBodyEntity { try entity(by: .standard) }

    public func entity(by convention: JSONConvention) throws -> HTTPBodyEntity {
        if (value as? any OptionalValue)?.isNil == true { return .none }
        let encoder = encoder?() ?? convention.encoder()
        return HTTPBodyEntity(contentType: "application/json", content: .data(try encoder.encode(value)))
    }
}

private protocol OptionalValue {
    var isNil: Bool { get }
}
extension Optional: OptionalValue {
    // Also true for nil inside nested optionals, at any depth.
    fileprivate var isNil: Bool { map { ($0 as? any OptionalValue)?.isNil ?? false } ?? true }
}

extension HTTPBody {
    /// Sends a value as JSON: `body: .json(order)`. An optional value that is nil sends no body; ``JSON/null`` sends `null`, and so does the
    /// literal `nil`, which has no type. Any other literal is a ``JSONLiteral``.
    @_disfavoredOverload
    public static func json<Value>(_ value: Value) -> Self where Self == JSONBody<Value> { JSONBody(value) }
}

extension JSON: HTTPBody {
    /// The JSON text as `application/json`, with the keys in order. Throws an `EncodingError` for a number that isn't finite.
    public func entity() throws -> HTTPBodyEntity {
        HTTPBodyEntity(contentType: "application/json", content: .data(try data()))
    }
}

extension HTTPBody where Self == JSON {
    /// Sends a JSON value: `body: .json(["name": "Thor", "tags": [1, true, nil]])`.
    public static func json(_ value: JSON) -> JSON { value }

    // An empty literal could be either a JSONLiteral or a JSON.
    /// Sends an empty array.
    public static func json(_ empty: [Never]) -> JSON { [] }
    /// Sends an empty object.
    public static func json(_ empty: [String: Never]) -> JSON { [:] }
}
