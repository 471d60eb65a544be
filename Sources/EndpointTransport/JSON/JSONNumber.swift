extension JSON {
    /// A number as exactly as it is known.
    public enum Number: Sendable {
        case integer(Int64)
        /// Too large for `integer`.
        case unsigned(UInt64)
        case double(Double)

        /// The nearest `Double`, for an integer of more than 64 bits.
        public init(_ value: some FixedWidthInteger) {
            if let integer = Int64(exactly: value) {
                self = .integer(integer)
            } else {
                self = UInt64(exactly: value).map { .unsigned($0) } ?? .double(Double(value))
            }
        }

        public init(_ value: Double) { self = .double(value) }

        public var int: Int? {
            switch self {
            case .integer(let value): Int(exactly: value)
            case .unsigned(let value): Int(exactly: value)
            case .double(let value): Int(exactly: value)
            }
        }

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
    // An integer wherever it is one.
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
