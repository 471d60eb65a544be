/// A value whose kind changes from one resource to the next.
enum MixedValue: Encodable, Sendable {
    case text(String)
    case integer(Int)
    case fraction(Double)
    /// Written out, other than an optional, whose key is left out.
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

    /// The same text whichever kind it is: what a filter compares.
    var text: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .fraction(let number): String(number)
        case .null: ""
        }
    }
}
