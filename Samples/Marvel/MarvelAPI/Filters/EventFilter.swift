public import EndpointKit

/// Selects and sorts the events of a character. Properties that are nil or empty aren't sent.
public struct EventFilter: Hashable, Codable, Sendable {
    public var name: String?
    public var nameStartsWith: String?
    public var modifiedSince: Date?
    /// The ids of creators. Selects events in which any of them had a part.
    public var creators: [Int] = []
    public var series: [Int] = []
    public var comics: [Int] = []
    public var stories: [Int] = []
    public var orderBy: EventOrder?

    public init() {}

    var query: Query {
        [
            "name": name, "nameStartsWith": nameStartsWith, "modifiedSince": modifiedSince, "creators": .commaSeparated(creators),
            "series": .commaSeparated(series), "comics": .commaSeparated(comics), "stories": .commaSeparated(stories), "orderBy": orderBy,
        ]
    }
}

public enum EventOrder: String, QueryValue, CaseIterable, Codable {
    case name, startDate, modified
    case nameDescending = "-name"
    case startDateDescending = "-startDate"
    case modifiedDescending = "-modified"
}
