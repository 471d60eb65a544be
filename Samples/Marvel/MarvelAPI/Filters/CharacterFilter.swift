public import EndpointKit

/// Selects and sorts characters. Properties that are nil, and empty lists, aren't sent.
public struct CharacterFilter: ListFilter {
    /// The exact name.
    public var name: String?
    /// The beginning of the name.
    public var nameStartsWith: String?
    public var modifiedSince: Date?
    /// The ids of comics. Selects characters that appear in any of them.
    public var comics: [Int] = []
    /// The ids of series, any of which must match.
    public var series: [Int] = []
    /// The ids of events, any of which must match.
    public var events: [Int] = []
    /// The ids of stories, any of which must match.
    public var stories: [Int] = []
    public var orderBy: ListOrder<Self>?

    public init() {}

    public static var orders: [ListOrder<Self>] { [.name, .modified] }

    /// Selects everything by default.
    public init(
        name: String? = nil, nameStartsWith: String? = nil, modifiedSince: Date? = nil, comics: [Int] = [], series: [Int] = [],
        events: [Int] = [], stories: [Int] = [], orderBy: ListOrder<Self>? = nil
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

extension ListOrder<CharacterFilter> {
    /// Sorts by the name.
    public static var name: Self { Self(keys: ["name"]) }
}
