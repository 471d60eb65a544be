// Generated from lists.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct ListOffsetsAnswer: Codable, Hashable, Sendable {
    public var data: Content

    nonisolated public struct Content: Codable, Hashable, Sendable {
        public var offset: Int
        public var limit: Int
        public var total: Int
        public var results: [Thing]
    }
}
