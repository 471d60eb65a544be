internal import EndpointKit
internal import MarvelAPI

/// A character in the JSON outputs.
struct CharacterRecord: Encodable {
    private let id: Int
    private let name: String
    private let description: String?
    /// The date in UTC.
    private let modified: String?
    private let image: String?
    private let comics: Int
    private let series: Int
    private let stories: Int
    private let events: Int

    init(_ character: MarvelAPI.Character) {
        id = character.id
        name = character.name
        description = character.description
        modified = character.modified.flatMap(ISO8601.format)
        image = character.thumbnail?.url()?.absoluteString
        comics = character.comics.available
        series = character.series.available
        stories = character.stories.available
        events = character.events.available
    }
}

extension Encodable {
    /// JSON without line breaks.
    func jsonLine() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
