// Generated from lists.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct ListManyAnswer: Codable, Hashable, Sendable {
    public var rare: [Thing]
    public var common: [Thing]
}
