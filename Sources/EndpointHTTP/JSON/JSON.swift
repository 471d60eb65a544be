/// Any JSON value, for a response of unknown structure or a body that has no type of its own.
///
///     let response = try await client.call(.get("status"), as: JSON.self).value
///     let name = response["data"]?["results"]?[0]?["name"]?.string
///
/// An object keeps the order of its keys if this type itself reads or writes it, or if a client decodes it from a response. `JSONDecoder`
/// and `JSONEncoder` don't keep the order. Two objects with the same members are equal, whatever the order of the members, and two numbers
/// with the same value are equal. Two strings are equal if their Unicode scalars are equal (RFC 8259, section 8.3).
public enum JSON: Hashable, Sendable {
    /// The literal `null`. A missing member is a Swift nil instead.
    case null
    /// The literal `true` or `false`.
    case bool(Bool)
    /// An integer or a floating-point number.
    case number(Number)
    /// A string, without its quotes and escapes.
    case string(String)
    /// The elements of an array, which may differ in kind.
    case array([JSON])
    /// The members of an object, in their order.
    case object(Object)

    /// Creates a ``bool(_:)`` from a variable; a literal needs no initializer.
    public init(_ value: Bool) { self = .bool(value) }
    /// Creates a ``string(_:)`` from a variable; a literal needs no initializer.
    public init(_ value: String) { self = .string(value) }
    /// Creates an ``array(_:)`` from a variable; a literal needs no initializer.
    public init(_ value: [JSON]) { self = .array(value) }
    /// Creates a ``number(_:)``, which can be written only if it is finite.
    public init(_ value: Double) { self = .number(Number(value)) }
    /// Creates a ``number(_:)``, which is exact up to 64 bits.
    public init(_ value: some FixedWidthInteger) { self = .number(Number(value)) }
}

/// Access to the contents of a value; nil if the value is of another kind.
extension JSON {
    /// The value of a number; nil if it has a fraction or is too large.
    public var int: Int? { if case .number(let number) = self { number.int } else { nil } }
    /// The value of a number; the nearest `Double` for an integer of more than 53 bits.
    public var double: Double? { if case .number(let number) = self { number.double } else { nil } }
    /// nil unless the value is `true` or `false`; a number isn't converted.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// nil unless the value is a string; a number isn't converted.
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    /// nil unless the value is an array.
    public var array: [JSON]? { if case .array(let value) = self { value } else { nil } }
    /// nil unless the value is an object.
    public var object: Object? { if case .object(let value) = self { value } else { nil } }
    /// True only for the literal `null`.
    public var isNull: Bool { self == .null }

    /// The object's member for a key; nil if there is none, or if the value isn't an object.
    public subscript(key: String) -> JSON? { object?[key] }

    /// The array element at an index; nil if the index is out of bounds, or if the value isn't an array.
    public subscript(index: Int) -> JSON? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }
}

extension JSON {
    public static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): ExactText(left) == ExactText(right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let number): hasher.combine(number)
        case .string(let text): hasher.combine(ExactText(text))
        case .array(let elements): hasher.combine(elements)
        case .object(let object): hasher.combine(object)
        }
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
    /// If a key occurs more than once, its last value is used, at the position of the first.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        var object = Object()
        for (key, value) in elements { object[key] = value }
        self = .object(object)
    }
}

extension JSON {
    /// The members of an object, in the order in which they were added. Keys are equal if their Unicode scalars are equal (RFC 8259,
    /// section 8.3): "é" as one scalar and "é" as two scalars are different keys.
    public struct Object: Hashable, Sendable {
        /// The keys, in the order in which they were added.
        public private(set) var keys: [String] = []
        private var values: [ExactText: JSON] = [:]

        /// Creates an object without members.
        public init() {}

        /// The number of members.
        public var count: Int { keys.count }

        /// The value of a member. Setting a new key appends it; setting nil removes the member.
        public subscript(key: String) -> JSON? {
            get { values[ExactText(key)] }
            set {
                let name = ExactText(key)
                let isNew = values[name] == nil
                values[name] = newValue
                if isNew, newValue != nil { keys.append(key) }
                if !isNew, newValue == nil { keys.removeAll { ExactText($0) == name } }
            }
        }

        public static func == (left: Object, right: Object) -> Bool { left.values == right.values }
        public func hash(into hasher: inout Hasher) { hasher.combine(values) }
    }
}

extension JSON.Object: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { keys.count }
    public subscript(position: Int) -> (key: String, value: JSON) { (keys[position], self[keys[position]] ?? .null) }
}

extension JSON: Encodable {
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .object(let object):
            var container = encoder.container(keyedBy: JSONPathKey.self)
            for (key, value) in object { try container.encode(value, forKey: JSONPathKey(stringValue: key)) }
        default:
            var container = encoder.singleValueContainer()
            switch self {
            case .bool(let value): try container.encode(value)
            case .string(let value): try container.encode(value)
            case .number(.integer(let value)): try container.encode(value)
            case .number(.unsigned(let value)): try container.encode(value)
            case .number(.double(let value)): try container.encode(value)
            case .null, .array, .object: try container.encodeNil()
            }
        }
    }
}

extension JSON {
    /// A JSON number in the most exact type that can represent it. Numbers with the same value are equal, whatever their case.
    public enum Number: Sendable {
        /// An integer that fits in a signed 64-bit integer.
        case integer(Int64)
        /// An integer that is too large for `integer`.
        case unsigned(UInt64)
        /// A number with a fraction or an exponent, or an integer of more than 64 bits.
        case double(Double)

        /// Uses the nearest `Double` for an integer of more than 64 bits.
        public init(_ value: some FixedWidthInteger) {
            if let integer = Int64(exactly: value) {
                self = .integer(integer)
            } else {
                self = UInt64(exactly: value).map { .unsigned($0) } ?? .double(Double(value))
            }
        }

        /// A value that isn't finite can't be written as JSON.
        public init(_ value: Double) { self = .double(value) }

        /// The value as an `Int`; nil if the number has a fraction or is too large.
        public var int: Int? {
            switch self {
            case .integer(let value): Int(exactly: value)
            case .unsigned(let value): Int(exactly: value)
            case .double(let value): Int(exactly: value)
            }
        }

        /// The nearest `Double`.
        public var double: Double {
            switch self {
            case .integer(let value): Double(value)
            case .unsigned(let value): Double(value)
            case .double(let value): value
            }
        }
    }
}

extension JSON.Number: Hashable {
    // The first type that holds the value exactly, so that equal values compare equal.
    private var canonical: (integer: Int64?, unsigned: UInt64?, double: Double?) {
        switch self {
        case .integer(let value): (value, nil, nil)
        case .unsigned(let value): Int64(exactly: value).map { ($0, nil, nil) } ?? (nil, value, nil)
        case .double(let value):
            if let integer = Int64(exactly: value) {
                (integer, nil, nil)
            } else {
                UInt64(exactly: value).map { (nil, $0, nil) } ?? (nil, nil, value)
            }
        }
    }

    public static func == (left: Self, right: Self) -> Bool { left.canonical == right.canonical }

    public func hash(into hasher: inout Hasher) {
        let (integer, unsigned, double) = canonical
        hasher.combine(integer)
        hasher.combine(unsigned)
        hasher.combine(double)
    }
}
