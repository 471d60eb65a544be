public import EndpointKit

/// All resources of one kind that a filter selects, page by page.
public typealias MarvelList<Resource: MarvelResource> = PagedRequest<MarvelEndpoint, PageOffset<DataWrapper<Resource>>>
/// A list of characters, page by page.
public typealias CharacterList = MarvelList<Character>
/// A list of comics, page by page.
public typealias ComicList = MarvelList<Comic>
/// A list of creators, page by page.
public typealias CreatorList = MarvelList<Creator>
/// A list of events, page by page.
public typealias EventList = MarvelList<Event>
/// A list of series, page by page.
public typealias SeriesList = MarvelList<Series>
/// A list of stories, page by page.
public typealias StoryList = MarvelList<Story>

// Each list begins at `offset`. Pages have 100 elements by default, the maximum that the service sends, so that a list needs few calls.

extension PaginatedRequest {
    /// The list of the resources that `filter` selects, for code that treats all kinds alike.
    public static func list<Resource>(
        of parent: Parent<Resource>? = nil, _ filter: Resource.Filter = Resource.Filter(), offset: Int = 0, limit: Int = 100
    ) -> Self where Self == MarvelList<Resource> {
        Resource.list(of: parent, filter, offset: offset, limit: limit).paged(by: .offset())
    }

    /// The list of the characters that `filter` selects.
    public static func characters(
        of parent: Parent<Character>? = nil, _ filter: CharacterFilter = CharacterFilter(), offset: Int = 0, limit: Int = 100
    ) -> Self where Self == CharacterList {
        .list(of: parent, filter, offset: offset, limit: limit)
    }

    /// The list of the comics that `filter` selects.
    public static func comics(of parent: Parent<Comic>? = nil, _ filter: ComicFilter = .init(), offset: Int = 0, limit: Int = 100) -> Self
    where Self == ComicList { .list(of: parent, filter, offset: offset, limit: limit) }

    /// The list of the creators that `filter` selects.
    public static func creators(
        of parent: Parent<Creator>? = nil, _ filter: CreatorFilter = CreatorFilter(), offset: Int = 0, limit: Int = 100
    ) -> Self where Self == CreatorList {
        .list(of: parent, filter, offset: offset, limit: limit)
    }

    /// The list of the events that `filter` selects.
    public static func events(of parent: Parent<Event>? = nil, _ filter: EventFilter = .init(), offset: Int = 0, limit: Int = 100) -> Self
    where Self == EventList { .list(of: parent, filter, offset: offset, limit: limit) }

    /// The list of the series that `filter` selects.
    public static func series(of parent: Parent<Series>? = nil, _ filter: SeriesFilter = .init(), offset: Int = 0, limit: Int = 100) -> Self
    where Self == SeriesList { .list(of: parent, filter, offset: offset, limit: limit) }

    /// The list of the stories that `filter` selects.
    public static func stories(of parent: Parent<Story>? = nil, _ filter: StoryFilter = .init(), offset: Int = 0, limit: Int = 100) -> Self
    where Self == StoryList { .list(of: parent, filter, offset: offset, limit: limit) }
}
