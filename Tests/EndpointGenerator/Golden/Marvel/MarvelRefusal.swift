// Generated from marvel.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public struct MarvelRefusal: Codable, Error, Hashable {
    public var code: Code?
    public var status: String?
    public var message: String?

    nonisolated public enum Code: Codable, Hashable, Sendable {
        case number(Int)
        case text(String)
        /// Any other value.
        case other(JSON)

        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(Int.self) {
                self = .number(value)
            } else if let value = try? container.decode(String.self) {
                self = .text(value)
            } else {
                self = .other(try container.decode(JSON.self))
            }
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .number(let value): try container.encode(value)
            case .text(let value): try container.encode(value)
            case .other(let value): try container.encode(value)
            }
        }
    }
}

nonisolated extension MarvelRefusal: CustomStringConvertible {
    public var description: String { message ?? status ?? "" }
}
