/// A value whose type differs between resources.
enum MixedValue: Encodable, Sendable {
    case text(String)
    case integer(Int)
    case fraction(Double)
    /// Written as null, unlike an optional, whose key is left out.
    case null

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .integer(let number): try container.encode(number)
        case .fraction(let number): try container.encode(number)
        case .null: try container.encodeNil()
        }
    }

    /// The value as text, for filters.
    var text: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .fraction(let number): String(number)
        case .null: ""
        }
    }
}
