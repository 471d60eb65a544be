// Generated from comics.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct CharactersListAnswer: Codable, Hashable, Sendable {
    public var code: Int
    public var attributionText: String?
    public var data: CharacterPage
}
