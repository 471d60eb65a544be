public import EndpointKit

/// A page of characters.
public typealias CharacterPage = DataWrapper<Character>
/// A page of comics.
public typealias ComicPage = DataWrapper<Comic>
/// A page of creators.
public typealias CreatorPage = DataWrapper<Creator>
/// A page of events.
public typealias EventPage = DataWrapper<Event>
/// A page of series.
public typealias SeriesPage = DataWrapper<Series>
/// A page of stories.
public typealias StoryPage = DataWrapper<Story>

/// The earlier name of the client, from the time when there were only endpoints for characters.
public typealias CharactersClient = MarvelClient

/// The client for Marvel's API.
///
///     let client = MarvelClient(configuration: MarvelConfiguration(publicKey: publicKey, privateKey: privateKey))
///     let page = try await client.characters(CharacterFilter(nameStartsWith: "Spi"), limit: 50).value
///     page.results.first?.name
///     let creators = try await client.creators(of: .event(29)).value
///
/// Each call returns one page, of at most 100 elements. For a whole list with all its pages:
///
///     for try await character in client.elements(of: .characters()) { print(character.name) }
///     let comics = try await client.elements(of: .comics(of: .character(1_009_610))).collect().get()
public final class MarvelClient: APIClient, @unchecked Sendable {
    /// Gets a page of the characters that `filter` selects.
    public func characters(
        of parent: Parent<Character>? = nil, _ filter: CharacterFilter = CharacterFilter(), offset: Int = 0, limit: Int = 20
    ) -> Call<CharacterPage> {
        call(MarvelEndpoint.characters(of: parent, filter, offset: offset, limit: limit))
    }
    /// Gets a page with one character. An unknown id is a 404.
    public func character(id: Int) -> Call<CharacterPage> { call(MarvelEndpoint.character(id: id)) }

    /// Gets a page of the comics that `filter` selects.
    public func comics(
        of parent: Parent<Comic>? = nil, _ filter: ComicFilter = ComicFilter(), offset: Int = 0, limit: Int = 20
    ) -> Call<ComicPage> {
        call(MarvelEndpoint.comics(of: parent, filter, offset: offset, limit: limit))
    }
    /// Gets a page with one comic. An unknown id is a 404.
    public func comic(id: Int) -> Call<ComicPage> { call(MarvelEndpoint.comic(id: id)) }

    /// Gets a page of the creators that `filter` selects.
    public func creators(
        of parent: Parent<Creator>? = nil, _ filter: CreatorFilter = CreatorFilter(), offset: Int = 0, limit: Int = 20
    ) -> Call<CreatorPage> {
        call(MarvelEndpoint.creators(of: parent, filter, offset: offset, limit: limit))
    }
    /// Gets a page with one creator. An unknown id is a 404.
    public func creator(id: Int) -> Call<CreatorPage> { call(MarvelEndpoint.creator(id: id)) }

    /// Gets a page of the events that `filter` selects.
    public func events(
        of parent: Parent<Event>? = nil, _ filter: EventFilter = EventFilter(), offset: Int = 0, limit: Int = 20
    ) -> Call<EventPage> {
        call(MarvelEndpoint.events(of: parent, filter, offset: offset, limit: limit))
    }
    /// Gets a page with one event. An unknown id is a 404.
    public func event(id: Int) -> Call<EventPage> { call(MarvelEndpoint.event(id: id)) }

    /// Gets a page of the series that `filter` selects.
    public func series(
        of parent: Parent<Series>? = nil, _ filter: SeriesFilter = SeriesFilter(), offset: Int = 0, limit: Int = 20
    ) -> Call<SeriesPage> {
        call(MarvelEndpoint.series(of: parent, filter, offset: offset, limit: limit))
    }
    /// Gets a page with one series. An unknown id is a 404.
    public func series(id: Int) -> Call<SeriesPage> { call(MarvelEndpoint.oneSeries(id: id)) }

    /// Gets a page of the stories that `filter` selects.
    public func stories(
        of parent: Parent<Story>? = nil, _ filter: StoryFilter = StoryFilter(), offset: Int = 0, limit: Int = 20
    ) -> Call<StoryPage> {
        call(MarvelEndpoint.stories(of: parent, filter, offset: offset, limit: limit))
    }
    /// Gets a page with one story. An unknown id is a 404.
    public func story(id: Int) -> Call<StoryPage> { call(MarvelEndpoint.story(id: id)) }

    /// Gets the bytes of an image, without credentials.
    public func image(of thumbnail: Thumbnail, variant: ImageVariant = .full) -> Call<Data> {
        data(ImageEndpoint(thumbnail, variant: variant))
    }
}
