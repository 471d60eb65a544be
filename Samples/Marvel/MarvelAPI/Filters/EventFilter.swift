public import EndpointKit

/// Selects and sorts the events. Properties that are nil, and empty lists, aren't sent.
public struct EventFilter: ListFilter {
    /// The exact name.
    public var name: String?
    /// The beginning of the name.
    public var nameStartsWith: String?
    public var modifiedSince: Date?
    /// The ids of creators. Selects events on which any of them worked.
    public var creators: [Int] = []
    /// The ids of characters, any of which must match.
    public var characters: [Int] = []
    /// The ids of series, any of which must match.
    public var series: [Int] = []
    /// The ids of comics, any of which must match.
    public var comics: [Int] = []
    /// The ids of stories, any of which must match.
    public var stories: [Int] = []
    public var orderBy: ListOrder<Self>?

    public init() {}

    public static var orders: [ListOrder<Self>] { [.name, .startDate, .modified] }

    var query: Query {
        [
            "name": name, "nameStartsWith": nameStartsWith, "modifiedSince": modifiedSince, "creators": .commaSeparated(creators),
            "characters": .commaSeparated(characters),
            "series": .commaSeparated(series), "comics": .commaSeparated(comics), "stories": .commaSeparated(stories), "orderBy": orderBy,
        ]
    }
}

extension ListOrder<EventFilter> {
    /// Sorts by the name.
    public static var name: Self { Self(keys: ["name"]) }
    /// Sorts by the start, the earliest first.
    public static var startDate: Self { Self(keys: ["startDate"]) }
}
