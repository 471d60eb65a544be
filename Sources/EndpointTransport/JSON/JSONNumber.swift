extension JSON {
    /// A JSON number in the most exact type that holds it. Numbers of the same value are equal in any case.
    public enum Number: Sendable {
        /// An integer of up to 64 bits with a sign.
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

        /// The same value as `Int`; nil for a number with a fraction, or one that is too large.
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
