public import EndpointKit

/// Selects and sorts characters. Properties that are nil or empty aren't sent.
public struct CharacterFilter: Hashable, Codable, Sendable {
    /// The exact name.
    public var name: String?
    public var nameStartsWith: String?
    public var modifiedSince: Date?
    /// The ids of comics. Selects characters that appear in any of them.
    public var comics: [Int] = []
    public var series: [Int] = []
    public var events: [Int] = []
    public var stories: [Int] = []
    public var orderBy: CharacterOrder?

    public init(
        name: String? = nil, nameStartsWith: String? = nil, modifiedSince: Date? = nil, comics: [Int] = [], series: [Int] = [],
        events: [Int] = [], stories: [Int] = [], orderBy: CharacterOrder? = nil
    ) {
        self.name = name
        self.nameStartsWith = nameStartsWith
        self.modifiedSince = modifiedSince
        self.comics = comics
        self.series = series
        self.events = events
        self.stories = stories
        self.orderBy = orderBy
    }

    var query: Query {
        [
            "name": name, "nameStartsWith": nameStartsWith, "modifiedSince": modifiedSince, "comics": .commaSeparated(comics),
            "series": .commaSeparated(series), "events": .commaSeparated(events), "stories": .commaSeparated(stories), "orderBy": orderBy,
        ]
    }
}

public enum CharacterOrder: String, QueryValue, CaseIterable, Codable {
    case name, modified
    case nameDescending = "-name"
    case modifiedDescending = "-modified"
}
