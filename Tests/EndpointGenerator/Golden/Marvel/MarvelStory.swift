// Generated from marvel.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct MarvelStory: Codable, Hashable, Sendable {
    public var id: Int
    public var resourceURI: String
    public var modified: String?
    public var thumbnail: MarvelImage?
    public var title: String
    public var description: String?
    public var type: String?
}
