// Generated from marvel.json. A changed file isn't overwritten: write extensions in files of your own.

nonisolated public struct MarvelComicPage: Codable, Hashable, Sendable {
    public var code: Int
    public var attributionText: String
    public var etag: String
    public var data: Content

    nonisolated public struct Content: Codable, Hashable, Sendable {
        public var offset: Int
        public var limit: Int
        public var total: Int
        public var count: Int
        public var results: [MarvelComic]
    }
}
