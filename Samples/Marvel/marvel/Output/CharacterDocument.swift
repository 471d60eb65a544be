internal import EndpointKit
internal import MarvelAPI

/// A page as one JSON document, with the attribution in it.
struct CharacterDocument: Encodable {
    private let attribution: String
    private let offset: Int
    private let limit: Int
    private let total: Int
    private let leftOut: [LeftOut]
    private let results: [Element]

    private struct LeftOut: Encodable {
        var index: Int
        var keyPath: String
        var reason: String
    }

    private struct Element: Encodable {
        var id: Int
        var name: String
        var description: String?
        /// In UTC.
        var modified: String?
        var image: String?
        var comics: Int
        var series: Int
        var stories: Int
        var events: Int
    }

    init(_ page: CharacterPage) {
        attribution = page.attributionText
        offset = page.data.offset
        limit = page.data.limit
        total = page.data.total
        leftOut = page.leftOut.map { LeftOut(index: $0.index, keyPath: $0.keyPath, reason: $0.reason) }
        results = page.results.map { character in
            Element(
                id: character.id, name: character.name, description: character.description,
                modified: character.modified.flatMap(ISO8601.format), image: character.thumbnail?.url()?.absoluteString,
                comics: character.comics.available, series: character.series.available, stories: character.stories.available,
                events: character.events.available)
        }
    }

    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}
