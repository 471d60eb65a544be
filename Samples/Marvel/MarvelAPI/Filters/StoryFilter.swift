public import EndpointKit

/// Selects and sorts the stories of a character. Properties that are nil or empty aren't sent.
public struct StoryFilter: Hashable, Codable, Sendable {
    public var modifiedSince: Date?
    /// The ids of comics. Selects stories that are part of any of them.
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
