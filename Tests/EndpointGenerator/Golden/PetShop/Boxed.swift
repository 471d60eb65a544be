// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.

/// A boxed value, so that a type may contain itself.
nonisolated public indirect enum Boxed<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    case boxed(Value)

    public init(_ value: Value) { self = .boxed(value) }
    public init(from decoder: any Decoder) throws { self = .boxed(try Value(from: decoder)) }
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

    public var value: Value {
        switch self {
        case .boxed(let value): value
        }
    }
}
