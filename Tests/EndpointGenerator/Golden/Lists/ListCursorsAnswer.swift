// Generated from lists.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct ListCursorsAnswer: Codable, Hashable, Sendable {
    public var items: [Thing]?
    public var meta: Meta?

    nonisolated public struct Meta: Codable, Hashable, Sendable {
        public var nextCursor: String?

        private enum CodingKeys: String, CodingKey {
            case nextCursor = "next_cursor"
        }
    }
}
