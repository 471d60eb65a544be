// Generated from lists.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct ListLostAnswer: Codable, Hashable, Sendable {
    public var data: [Thing]?
}
