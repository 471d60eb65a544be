/// A JSON object or array that is written as a literal, with values of any types.
///
///     let route = Route.post("notes", body: .json(["name": name, "count": count, "note": optionalNote]))
///
/// Members keep their order. nil is sent as null, and a ``Nullable`` that is missing isn't sent. If a key occurs more than once, its last
/// value is used, at the position of the first. Keys are equal if their Unicode scalars are equal.
public struct JSONLiteral: HTTPBody, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// A value of any encodable type; nil stands for null.
    public typealias Value = (any Encodable & Sendable)?

    private enum Content {
        case object([(key: String, value: Value)])
        case array([Value])
    }

    private let content: Content

    public init(dictionaryLiteral elements: (String, Value)...) {
        var members: [(key: String, value: Value)] = []
        var places: [ExactText: Int] = [:]
        for (key, value) in elements {
            if let place = places[ExactText(key)] {
                members[place].value = value
            } else {
                places[ExactText(key)] = members.count
                members.append((key, value))
            }
        }
        content = .object(members.filter { ($0.value as? any PossiblyMissing)?.isMissing != true })
    }

    public init(arrayLiteral elements: Value...) { content = .array(elements) }

    /// The JSON text as `application/json`. Throws an `EncodingError` for a value that can't be written.
    public func entity() throws -> HTTPBodyEntity { try entity(by: .standard) }

    public func entity(by convention: JSONConvention) throws -> HTTPBodyEntity {
        HTTPBodyEntity(contentType: "application/json", content: .data(try data(convention.encoder())))
    }

    private func data(_ encoder: JSONEncoder) throws -> Data {
        // A JSONEncoder for the whole document would sort the members, and keep only one of those whose keys are equal as Swift strings.
        switch content {
        case .object(let members):
            let texts = try members.map { key, value in
                try JSON(key).data() + Data(":".utf8) + Self.data(of: value, at: JSONPathKey(stringValue: key), with: encoder)
            }
            return Data("{".utf8) + texts.joined(separator: ",".utf8) + Data("}".utf8)
        case .array(let elements):
            let texts = try elements.enumerated().map { try Self.data(of: $1, at: JSONPathKey(index: $0), with: encoder) }
            return Data("[".utf8) + texts.joined(separator: ",".utf8) + Data("]".utf8)
        }
    }

    private static func data(of value: Value, at key: any CodingKey, with encoder: JSONEncoder) throws -> Data {
        do {
            switch value {
            case let json as JSON: return try json.data()
            case let value?: return try encoder.encode(value)
            case nil: return Data("null".utf8)
            }
        } catch EncodingError.invalidValue(let value, let context) {
            let path = [key] + context.codingPath
            throw EncodingError.invalidValue(
                value,
                EncodingError.Context(
                    codingPath: path, debugDescription: context.debugDescription, underlyingError: context.underlyingError))
        }
    }
}

extension HTTPBody where Self == JSONLiteral {
    /// Sends a JSON object or array with values of any types: `body: .json(["name": name, "count": count, "note": optionalNote])`.
    ///
    /// The values of a nested array or object must have one type. Otherwise write `JSON(…)` around each value that isn't a literal.
    public static func json(_ literal: JSONLiteral) -> JSONLiteral { literal }

    // Without this, the compiler can't say what is wrong with a literal.
    @available(
        *, unavailable,
        message:
            "the values have to be Encodable and Sendable; if those of an inner array or object differ in type, write JSON(value) for each"
    )
    public static func json<Value>(_ value: Value) -> JSONLiteral { [] }
}

extension JSONLiteral: CustomStringConvertible, CustomReflectable {
    /// For example `an object of 3 as JSON`, without the members, because any of them may contain a password.
    public var description: String {
        switch content {
        case .object(let members): "an object of \(members.count) as JSON"
        case .array(let elements): "an array of \(elements.count) as JSON"
        }
    }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
