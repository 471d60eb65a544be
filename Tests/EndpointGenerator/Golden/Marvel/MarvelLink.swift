// Generated from marvel.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct MarvelLink: Codable, Hashable, Sendable {
    public var type: String
    public var url: String
}
