public import EndpointKit

/// A page of characters.
public typealias CharacterPage = DataWrapper<Character>
/// A page of comics.
public typealias ComicPage = DataWrapper<Comic>
/// A page of events.
public typealias EventPage = DataWrapper<Event>
/// A page of series.
public typealias SeriesPage = DataWrapper<Series>
/// A page of stories.
public typealias StoryPage = DataWrapper<Story>

/// The client for Marvel's characters and their comics, events, series and stories.
///
///     let client = CharactersClient(configuration: MarvelConfiguration(publicKey: publicKey, privateKey: privateKey))
///     let page = try await client.characters(CharacterFilter(nameStartsWith: "Spi"), limit: 50).value
///     page.results.first?.name
///
/// Each call returns one page. For a whole list with all its pages:
///
///     for try await character in client.elements(of: .characters()) { print(character.name) }
///     let comics = try await client.elements(of: .comics(ofCharacter: 1_009_610)).collect().get()
public final class CharactersClient: APIClient, @unchecked Sendable {
    /// Gets a page of the characters that `filter` selects. `limit` is at most 100.
    public func characters(_ filter: CharacterFilter = CharacterFilter(), offset: Int = 0, limit: Int = 20) -> Call<CharacterPage> {
        call(CharactersEndpoint.list(filter, offset: offset, limit: limit))
    }

    /// Gets a page with one character. An unknown id is a 404.
    public func character(id: Int) -> Call<CharacterPage> {
        call(CharactersEndpoint.character(id: id))
    }

    /// Gets a page of a character's comics. `limit` is at most 100.
    public func comics(ofCharacter id: Int, _ filter: ComicFilter = ComicFilter(), offset: Int = 0, limit: Int = 20) -> Call<ComicPage> {
        call(CharactersEndpoint.comics(ofCharacter: id, filter, offset: offset, limit: limit))
    }

    /// Gets a page of a character's events. `limit` is at most 100.
    public func events(ofCharacter id: Int, _ filter: EventFilter = EventFilter(), offset: Int = 0, limit: Int = 20) -> Call<EventPage> {
        call(CharactersEndpoint.events(ofCharacter: id, filter, offset: offset, limit: limit))
    }

    /// Gets a page of a character's series. `limit` is at most 100.
    public func series(ofCharacter id: Int, _ filter: SeriesFilter = SeriesFilter(), offset: Int = 0, limit: Int = 20) -> Call<SeriesPage> {
        call(CharactersEndpoint.series(ofCharacter: id, filter, offset: offset, limit: limit))
    }

    /// Gets a page of a character's stories. `limit` is at most 100.
    public func stories(ofCharacter id: Int, _ filter: StoryFilter = StoryFilter(), offset: Int = 0, limit: Int = 20) -> Call<StoryPage> {
        call(CharactersEndpoint.stories(ofCharacter: id, filter, offset: offset, limit: limit))
    }

    /// Gets the bytes of an image, without credentials.
    public func image(of thumbnail: Thumbnail, variant: ImageVariant = .full) -> Call<Data> {
        data(ImageEndpoint(thumbnail, variant: variant))
    }
}
