/// A property of a body that is missing, null, or a value. In a partial update these have three meanings (RFC 7396).
///
///     nonisolated struct Rename: Encodable {
///         var name: Nullable<String> = .missing
///         var nickname: Nullable<String> = .missing
///     }
///
/// A partial update names only what it changes:
///
///     return .patch("users/1", body: .json(Rename(name: "Thor", nickname: nil)))  // {"name":"Thor","nickname":null}
///
/// A literal string, number, boolean or array is a value, and `nil` is null. For a dictionary or an enum case, write `.value([:])` or
/// `.value(.dark)`. Declare the property with this type itself, not as an optional.
///
/// If the compiler synthesizes `Codable` for a type with such a property, every coder writes no key for `missing`, and reads a missing key
/// as `missing`. Elsewhere there is no key to leave out: in an array, as a dictionary's value, on its own, or as a property of a generic
/// type `T`, encoding `missing` throws an `EncodingError`. In a query or a form, ``QueryStyle/nils`` decides how null is written. By
/// default it is omitted.
public enum Nullable<Wrapped> {
    /// There is no key: in a partial update, the member stays unchanged.
    case missing
    /// The literal `null`: in a partial update, the member is removed.
    case null
    /// A value.
    case value(Wrapped)

    /// nil becomes ``null``.
    public init(_ value: Wrapped?) { self = value.map { .value($0) } ?? .null }

    /// The value; nil if it is null or missing.
    public var value: Wrapped? { if case .value(let value) = self { value } else { nil } }
}

extension Nullable: Sendable where Wrapped: Sendable {}
extension Nullable: Equatable where Wrapped: Equatable {}
extension Nullable: Hashable where Wrapped: Hashable {}

/// A value that may be missing.
package protocol PossiblyMissing {
    var isMissing: Bool { get }
}

extension Nullable: PossiblyMissing {
    package var isMissing: Bool { if case .missing = self { true } else { false } }
}

extension Nullable: Encodable where Wrapped: Encodable {
    /// Throws an `EncodingError` for ``missing``. A synthesized encoding writes nothing instead.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .missing:
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath, debugDescription: "A missing value can be left out only as the property of a type."))
        case .null: try container.encodeNil()
        case .value(let value): try container.encode(value)
        }
    }
}

extension Nullable: Decodable where Wrapped: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .value(try container.decode(Wrapped.self))
    }
}

// The synthesized `encode(to:)` and `init(from:)` call these methods for a property of this type, in every module.

extension KeyedEncodingContainer {
    /// Writes the value or null; writes nothing for a missing value.
    public mutating func encode<Wrapped: Encodable>(_ value: Nullable<Wrapped>, forKey key: Key) throws {
        switch value {
        case .missing: break
        case .null: try encodeNil(forKey: key)
        case .value(let value): try encode(value, forKey: key)
        }
    }

    /// Writes the value or null; writes nothing for nil or a missing value.
    public mutating func encodeIfPresent<Wrapped: Encodable>(_ value: Nullable<Wrapped>?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) }
    }
}

extension KeyedDecodingContainer {
    /// Reads a missing key as ``Nullable/missing``.
    public func decode<Wrapped: Decodable>(_ type: Nullable<Wrapped>.Type, forKey key: Key) throws -> Nullable<Wrapped> {
        try decodeIfPresent(type, forKey: key) ?? .missing
    }

    /// Reads a missing key as nil, and null as ``Nullable/null``.
    public func decodeIfPresent<Wrapped: Decodable>(_ type: Nullable<Wrapped>.Type, forKey key: Key) throws -> Nullable<Wrapped>? {
        guard contains(key) else { return nil }
        return try decodeNil(forKey: key) ? .null : .value(decode(Wrapped.self, forKey: key))
    }
}

// MARK: Literals

extension Nullable: ExpressibleByNilLiteral {
    /// Null, not missing.
    public init(nilLiteral: ()) { self = .null }
}

extension Nullable: ExpressibleByBooleanLiteral where Wrapped: ExpressibleByBooleanLiteral {
    public init(booleanLiteral value: Wrapped.BooleanLiteralType) { self = .value(Wrapped(booleanLiteral: value)) }
}

extension Nullable: ExpressibleByIntegerLiteral where Wrapped: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Wrapped.IntegerLiteralType) { self = .value(Wrapped(integerLiteral: value)) }
}

extension Nullable: ExpressibleByFloatLiteral where Wrapped: ExpressibleByFloatLiteral {
    public init(floatLiteral value: Wrapped.FloatLiteralType) { self = .value(Wrapped(floatLiteral: value)) }
}

extension Nullable: ExpressibleByUnicodeScalarLiteral where Wrapped: ExpressibleByUnicodeScalarLiteral {
    public init(unicodeScalarLiteral value: Wrapped.UnicodeScalarLiteralType) { self = .value(Wrapped(unicodeScalarLiteral: value)) }
}

extension Nullable: ExpressibleByExtendedGraphemeClusterLiteral where Wrapped: ExpressibleByExtendedGraphemeClusterLiteral {
    public init(extendedGraphemeClusterLiteral value: Wrapped.ExtendedGraphemeClusterLiteralType) {
        self = .value(Wrapped(extendedGraphemeClusterLiteral: value))
    }
}

extension Nullable: ExpressibleByStringLiteral where Wrapped: ExpressibleByStringLiteral {
    public init(stringLiteral value: Wrapped.StringLiteralType) { self = .value(Wrapped(stringLiteral: value)) }
}

extension Nullable: ExpressibleByStringInterpolation where Wrapped: ExpressibleByStringInterpolation {
    public init(stringInterpolation: Wrapped.StringInterpolation) { self = .value(Wrapped(stringInterpolation: stringInterpolation)) }
}

extension Nullable: ExpressibleByArrayLiteral
where Wrapped: RangeReplaceableCollection & ExpressibleByArrayLiteral, Wrapped.ArrayLiteralElement == Wrapped.Element {
    public init(arrayLiteral elements: Wrapped.Element...) { self = .value(Wrapped(elements)) }
}
