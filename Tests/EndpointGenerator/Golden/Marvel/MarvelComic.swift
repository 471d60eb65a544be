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
    public var isbn: JSON?
    public var prices: [Price]?
    public var series: MarvelSummary?

    nonisolated public struct Price: Codable, Hashable, Sendable {
        public var type: String
        public var price: Double
    }
}
