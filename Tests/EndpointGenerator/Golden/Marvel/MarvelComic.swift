// Generated from marvel.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public struct MarvelComic: Codable, Hashable, Sendable {
    public var id: Int
    public var resourceURI: String
    public var modified: String?
    public var thumbnail: MarvelImage?
    public var title: String
    public var issueNumber: Double
    public var description: String?
    public var format: String?
    public var pageCount: Int?
    public var isbn: Isbn?
    public var prices: [Price]?
    public var series: MarvelSummary?

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

    nonisolated public struct Price: Codable, Hashable, Sendable {
        public var type: String
        public var price: Double
    }
}
