public import EndpointKit

/// Selects and sorts the series. Properties that are nil, and empty lists, aren't sent.
public struct SeriesFilter: ListFilter {
    /// The exact title.
    public var title: String?
    /// The beginning of the title.
    public var titleStartsWith: String?
    /// The year in which the series began.
    public var startYear: Int?
    /// The kind of series.
    public var seriesType: SeriesType?
    /// Selects series with an issue of this format.
    public var contains: ComicFormat?
    public var modifiedSince: Date?
    /// The ids of creators. Selects series on which any of them worked.
    public var creators: [Int] = []
    /// The ids of characters, any of which must match.
    public var characters: [Int] = []
    /// The ids of comics, any of which must match.
    public var comics: [Int] = []
    /// The ids of events, any of which must match.
    public var events: [Int] = []
    /// The ids of stories, any of which must match.
    public var stories: [Int] = []
    public var orderBy: ListOrder<Self>?

    public init() {}

    public static var orders: [ListOrder<Self>] { [.title, .startYear, .modified] }

    var query: Query {
        [
            "title": title, "titleStartsWith": titleStartsWith, "startYear": startYear, "seriesType": seriesType,
            // The service expects the format in lower case.
            "contains": contains?.rawValue.lowercased(), "modifiedSince": modifiedSince, "creators": .commaSeparated(creators),
            "characters": .commaSeparated(characters),
            "comics": .commaSeparated(comics), "events": .commaSeparated(events), "stories": .commaSeparated(stories), "orderBy": orderBy,
        ]
    }
}

extension ListOrder<SeriesFilter> {
    /// Sorts by the title.
    public static var title: Self { Self(keys: ["title"]) }
    /// Sorts by the first year, the earliest first.
    public static var startYear: Self { Self(keys: ["startYear"]) }
}
