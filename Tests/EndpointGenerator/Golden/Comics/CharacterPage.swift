// Generated from comics.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct CharacterPage: Codable, Hashable, Sendable {
    public var offset: Int?
    public var total: Int
    public var results: [Character]
}
