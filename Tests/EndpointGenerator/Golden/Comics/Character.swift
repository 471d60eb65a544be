// Generated from comics.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public struct Character: Codable, Hashable, Sendable {
    public var id: Int
    public var name: String
    public var description: String?
    public var thumbnail: Image?
    public var resourceURI: String?
    public var kind: Kind?
    public var isbn: Isbn?
    public var tag: Tag?

    nonisolated public enum Isbn: Codable, Hashable, Sendable {
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

    nonisolated public struct Kind: OpenEnum {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let character: Self = "character"
    }

    nonisolated public struct Tag: OpenEnum {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let hero: Self = "hero"
        public static let villain: Self = "villain"
    }
}
