public import EndpointKit

// Names from before the other endpoints were there; callers have them.

/// The endpoints of the API.
public typealias CharactersEndpoint = MarvelEndpoint
/// The client for the API.
public typealias CharactersClient = MarvelClient

extension MarvelEndpoint {
    /// Characters by a filter.
    public static func list(_ filter: CharacterFilter = CharacterFilter(), offset: Int = 0, limit: Int = 20) -> Self {
        .characters(filter, offset: offset, limit: limit)
    }
    /// The comics of a character.
    public static func comics(ofCharacter id: Int, _ filter: ComicFilter = ComicFilter(), offset: Int = 0, limit: Int = 20) -> Self {
        .comics(of: .character(id), filter, offset: offset, limit: limit)
    }
    /// The events of a character.
    public static func events(ofCharacter id: Int, _ filter: EventFilter = EventFilter(), offset: Int = 0, limit: Int = 20) -> Self {
        .events(of: .character(id), filter, offset: offset, limit: limit)
    }
    /// The series of a character.
    public static func series(ofCharacter id: Int, _ filter: SeriesFilter = SeriesFilter(), offset: Int = 0, limit: Int = 20) -> Self {
        .series(of: .character(id), filter, offset: offset, limit: limit)
    }
    /// The stories of a character.
    public static func stories(ofCharacter id: Int, _ filter: StoryFilter = StoryFilter(), offset: Int = 0, limit: Int = 20) -> Self {
        .stories(of: .character(id), filter, offset: offset, limit: limit)
    }
}

extension MarvelClient {
    /// Gets a page of a character's comics.
    public func comics(ofCharacter id: Int, _ filter: ComicFilter = ComicFilter(), offset: Int = 0, limit: Int = 20) -> Call<ComicPage> {
        comics(of: .character(id), filter, offset: offset, limit: limit)
    }
    /// Gets a page of a character's events.
    public func events(ofCharacter id: Int, _ filter: EventFilter = EventFilter(), offset: Int = 0, limit: Int = 20) -> Call<EventPage> {
        events(of: .character(id), filter, offset: offset, limit: limit)
    }
    /// Gets a page of a character's series.
    public func series(ofCharacter id: Int, _ filter: SeriesFilter = SeriesFilter(), offset: Int = 0, limit: Int = 20) -> Call<SeriesPage> {
        series(of: .character(id), filter, offset: offset, limit: limit)
    }
    /// Gets a page of a character's stories.
    public func stories(ofCharacter id: Int, _ filter: StoryFilter = StoryFilter(), offset: Int = 0, limit: Int = 20) -> Call<StoryPage> {
        stories(of: .character(id), filter, offset: offset, limit: limit)
    }
}

extension PaginatedRequest {
    /// The list of a character's comics.
    public static func comics(ofCharacter id: Int, _ filter: ComicFilter = ComicFilter(), offset: Int = 0, limit: Int = 100) -> Self
    where Self == ComicList { .list(of: .character(id), filter, offset: offset, limit: limit) }
    /// The list of a character's events.
    public static func events(ofCharacter id: Int, _ filter: EventFilter = EventFilter(), offset: Int = 0, limit: Int = 100) -> Self
    where Self == EventList { .list(of: .character(id), filter, offset: offset, limit: limit) }
    /// The list of a character's series.
    public static func series(ofCharacter id: Int, _ filter: SeriesFilter = SeriesFilter(), offset: Int = 0, limit: Int = 100) -> Self
    where Self == SeriesList { .list(of: .character(id), filter, offset: offset, limit: limit) }
    /// The list of a character's stories.
    public static func stories(ofCharacter id: Int, _ filter: StoryFilter = StoryFilter(), offset: Int = 0, limit: Int = 100) -> Self
    where Self == StoryList { .list(of: .character(id), filter, offset: offset, limit: limit) }
}

public typealias CharacterOrder = ListOrder<CharacterFilter>
public typealias ComicOrder = ListOrder<ComicFilter>
public typealias EventOrder = ListOrder<EventFilter>
public typealias SeriesOrder = ListOrder<SeriesFilter>
public typealias StoryOrder = ListOrder<StoryFilter>

extension ListOrder {
    /// The reverse of ``modified``.
    public static var modifiedDescending: Self { modified.descending }
}

extension ListOrder<CharacterFilter> {
    /// The reverse of `name`.
    public static var nameDescending: Self { name.descending }
}

extension ListOrder<ComicFilter> {
    /// The reverse of `onSale`.
    public static var onSaleDescending: Self { onSale.descending }
    /// The reverse of `title`.
    public static var titleDescending: Self { title.descending }
}
