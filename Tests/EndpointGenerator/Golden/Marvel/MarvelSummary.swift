// Generated from marvel.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct MarvelSummary: Codable, Hashable, Sendable {
    public var resourceURI: String
    public var name: String
    public var role: String?
    public var type: String?
}
