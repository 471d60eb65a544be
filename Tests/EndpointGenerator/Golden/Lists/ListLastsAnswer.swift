// Generated from lists.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct ListLastsAnswer: Codable, Hashable, Sendable {
    public var data: [Thing]
    public var hasMore: Bool

    private enum CodingKeys: String, CodingKey {
        case data
        case hasMore = "has_more"
    }
}
