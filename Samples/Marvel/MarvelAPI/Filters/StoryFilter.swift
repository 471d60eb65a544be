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
    public var orderBy: ListOrder<Self>?

    public init() {}

    public static var orders: [ListOrder<Self>] { [.id, .modified] }

    var query: Query {
        [
            "modifiedSince": modifiedSince, "comics": .commaSeparated(comics), "series": .commaSeparated(series),
            "events": .commaSeparated(events), "creators": .commaSeparated(creators), "characters": .commaSeparated(characters),
            "orderBy": orderBy,
        ]
    }
}

extension ListOrder<StoryFilter> {
    /// Sorts by the id, the lowest first.
    public static var id: Self { Self(keys: ["id"]) }
}
