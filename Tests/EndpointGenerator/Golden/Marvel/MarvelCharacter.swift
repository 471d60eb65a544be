// Generated from marvel.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct MarvelCharacter: Codable, Hashable, Sendable {
    public var id: Int
    public var resourceURI: String
    public var modified: String?
    public var thumbnail: MarvelImage?
    public var name: String
    public var description: String
    public var comics: MarvelList?
    public var urls: [MarvelLink]?
}
