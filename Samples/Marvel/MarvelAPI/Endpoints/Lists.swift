public import EndpointKit

/// All characters that a filter selects, page by page.
public typealias CharacterList = PagedRequest<CharactersEndpoint, PageOffset<CharacterPage>>
/// All comics of a character, page by page.
public typealias ComicList = PagedRequest<CharactersEndpoint, PageOffset<ComicPage>>
/// All events of a character, page by page.
public typealias EventList = PagedRequest<CharactersEndpoint, PageOffset<EventPage>>
/// All series of a character, page by page.
public typealias SeriesList = PagedRequest<CharactersEndpoint, PageOffset<SeriesPage>>
/// All stories of a character, page by page.
public typealias StoryList = PagedRequest<CharactersEndpoint, PageOffset<StoryPage>>

// Each list begins at `offset`. Pages have 100 elements by default, the most that the service sends, so that a list needs few calls.

extension PaginatedRequest where Self == CharacterList {
    /// The list of the characters that `filter` selects.
    public static func characters(_ filter: CharacterFilter = CharacterFilter(), offset: Int = 0, limit: Int = 100) -> Self {
        CharactersEndpoint.list(filter, offset: offset, limit: limit).paged(by: .offset())
    }
}

extension PaginatedRequest where Self == ComicList {
    /// The list of a character's comics.
    public static func comics(
        ofCharacter id: Int, _ filter: ComicFilter = ComicFilter(), offset: Int = 0, limit: Int = 100
    ) -> Self {
        CharactersEndpoint.comics(ofCharacter: id, filter, offset: offset, limit: limit).paged(by: .offset())
    }
}

extension PaginatedRequest where Self == EventList {
    /// The list of a character's events.
    public static func events(
        ofCharacter id: Int, _ filter: EventFilter = EventFilter(), offset: Int = 0, limit: Int = 100
    ) -> Self {
        CharactersEndpoint.events(ofCharacter: id, filter, offset: offset, limit: limit).paged(by: .offset())
    }
}

extension PaginatedRequest where Self == SeriesList {
    /// The list of a character's series.
    public static func series(
        ofCharacter id: Int, _ filter: SeriesFilter = SeriesFilter(), offset: Int = 0, limit: Int = 100
    ) -> Self {
        CharactersEndpoint.series(ofCharacter: id, filter, offset: offset, limit: limit).paged(by: .offset())
    }
}

extension PaginatedRequest where Self == StoryList {
    /// The list of a character's stories.
    public static func stories(
        ofCharacter id: Int, _ filter: StoryFilter = StoryFilter(), offset: Int = 0, limit: Int = 100
    ) -> Self {
        CharactersEndpoint.stories(ofCharacter: id, filter, offset: offset, limit: limit).paged(by: .offset())
    }
}
