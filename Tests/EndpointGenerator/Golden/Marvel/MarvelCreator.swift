// Generated from marvel.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct MarvelCreator: Codable, Hashable, Sendable {
    public var id: Int
    public var resourceURI: String
    public var modified: String?
    public var thumbnail: MarvelImage?
    public var fullName: String
    public var firstName: String?
    public var lastName: String?
    public var suffix: String?
}
