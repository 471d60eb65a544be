public import EndpointKit

/// Which of a character's stories, and in which order. What is nil or empty isn't asked for.
public struct StoryFilter: Hashable, Codable, Sendable {
    public var modifiedSince: Date?
    /// Ids: stories that any of these are part of.
    public var comics: [Int] = []
    public var series: [Int] = []
    public var events: [Int] = []
    public var creators: [Int] = []
    public var orderBy: StoryOrder?

    public init() {}

    var query: Query {
        [
            "modifiedSince": modifiedSince, "comics": .commaSeparated(comics), "series": .commaSeparated(series),
            "events": .commaSeparated(events), "creators": .commaSeparated(creators), "orderBy": orderBy,
        ]
    }
}

public enum StoryOrder: String, QueryValue, CaseIterable, Codable {
    case id, modified
    case idDescending = "-id"
    case modifiedDescending = "-modified"
}
