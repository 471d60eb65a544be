// Generated from lists.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct ListTokensAnswer: Codable, Hashable, Sendable {
    public var tokens: [Thing]?
    public var nextPageToken: String
    public var warnings: [String]?
}
