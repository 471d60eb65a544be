// Generated from lists.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct ListNumbersAnswer: Codable, Hashable, Sendable {
    public var things: [Thing]
    public var page: Int
    public var totalPages: Int

    private enum CodingKeys: String, CodingKey {
        case things, page
        case totalPages = "total_pages"
    }
}
