public import EndpointKit

/// Selects and sorts the stories. Properties that are nil, and empty lists, aren't sent.
public struct StoryFilter: ListFilter {
    public var modifiedSince: Date?
    /// The ids of comics. Selects stories that are part of any of them.
    public var comics: [Int] = []
    /// The ids of series, any of which must match.
    public var series: [Int] = []
    /// The ids of events, any of which must match.
    public var events: [Int] = []
    /// The ids of creators, any of which must match.
    public var creators: [Int] = []
    /// The ids of characters, any of which must match.
    public var characters: [Int] = []
    public var orderBy: StoryOrder?

    public init() {}

    var query: Query {
        [
            "modifiedSince": modifiedSince, "comics": .commaSeparated(comics), "series": .commaSeparated(series),
            "events": .commaSeparated(events), "creators": .commaSeparated(creators), "characters": .commaSeparated(characters),
            "orderBy": orderBy,
        ]
    }
}

/// The orders of stories, ascending unless the name says otherwise.
public enum StoryOrder: String, QueryValue, CaseIterable, Codable {
    /// By these values, the lowest first.
    case id, modified
    /// The reverse of ``id``.
    case idDescending = "-id"
    /// The reverse of ``modified``.
    case modifiedDescending = "-modified"
}
