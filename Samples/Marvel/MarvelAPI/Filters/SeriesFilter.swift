public import EndpointKit

/// Selects and sorts the series of a character. Properties that are nil or empty aren't sent.
public struct SeriesFilter: Hashable, Codable, Sendable {
    public var title: String?
    public var titleStartsWith: String?
    public var startYear: Int?
    public var seriesType: SeriesType?
    /// Selects series with an issue of this format.
    public var contains: ComicFormat?
    public var modifiedSince: Date?
    /// The ids of creators. Selects series in which any of them had a part.
    public var creators: [Int] = []
    public var comics: [Int] = []
    public var events: [Int] = []
    public var stories: [Int] = []
    public var orderBy: SeriesOrder?

    public init() {}

    var query: Query {
        [
            "title": title, "titleStartsWith": titleStartsWith, "startYear": startYear, "seriesType": seriesType,
            // The service names a format in lower case when it is asked for one.
            "contains": contains?.rawValue.lowercased(), "modifiedSince": modifiedSince, "creators": .commaSeparated(creators),
            "comics": .commaSeparated(comics), "events": .commaSeparated(events), "stories": .commaSeparated(stories), "orderBy": orderBy,
        ]
    }
}

public enum SeriesOrder: String, QueryValue, CaseIterable, Codable {
    case title, startYear, modified
    case titleDescending = "-title"
    case startYearDescending = "-startYear"
    case modifiedDescending = "-modified"
}
