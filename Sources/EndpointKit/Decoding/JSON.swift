/// Any JSON value: for an answer whose shape isn't known beforehand, and for a body that needs no type of its own.
///
///     let reply = try await client.call(.get("status"), as: JSON.self).value
///     let name = reply["data"]?["results"]?[0]?["name"]?.string
///
/// Read and written by this type itself an object keeps the order of its keys; `JSONDecoder` and `JSONEncoder` don't. Two objects with
/// the same members are equal in any order, and so are two numbers of the same value.
public enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Number)
    case string(String)
    case array([JSON])
    case object(Object)

    public init(_ value: Bool) { self = .bool(value) }
    public init(_ value: String) { self = .string(value) }
    public init(_ value: [JSON]) { self = .array(value) }
    public init(_ value: Double) { self = .number(Number(value)) }
    public init(_ value: some FixedWidthInteger) { self = .number(Number(value)) }
}

/// Each is nil for a value of another kind.
extension JSON {
    /// Also nil for a number with a fraction, or one that is too large.
    public var int: Int? { if case .number(let number) = self { number.int } else { nil } }
    /// The nearest, for an integer of more than 53 bits.
    public var double: Double? { if case .number(let number) = self { number.double } else { nil } }
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    public var array: [JSON]? { if case .array(let value) = self { value } else { nil } }
    public var object: Object? { if case .object(let value) = self { value } else { nil } }
    public var isNull: Bool { self == .null }

    /// The member of an object.
    public subscript(key: String) -> JSON? { object?[key] }

    /// The element of an array; nil outside its bounds.
    public subscript(index: Int) -> JSON? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self.init(value) }
    public init(floatLiteral value: Double) { self.init(value) }
}

extension JSON: ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// Of a key that is written twice the last value counts, at the place of the first.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        var object = Object()
        for (key, value) in elements { object[key] = value }
        self = .object(object)
    }
}
