// Generated from marvel.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct MarvelList: Codable, Hashable, Sendable {
    public var available: Int
    public var returned: Int
    public var collectionURI: String?
    public var items: [MarvelSummary]
}
