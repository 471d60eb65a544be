// Generated from marvel.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct MarvelImage: Codable, Hashable, Sendable {
    public var path: String
    public var `extension`: String
}
