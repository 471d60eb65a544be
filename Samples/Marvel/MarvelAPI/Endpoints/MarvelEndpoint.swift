public import EndpointKit

/// The earlier name of the endpoints, from the time when there were only endpoints for characters.
public typealias CharactersEndpoint = MarvelEndpoint

/// The 39 endpoints of the API: six kinds of resource, each as one resource by its id, as a list, and as the list of a parent.
///
/// A list of comics has the same filter, pages and elements whether it contains all comics or those of an event. So each kind has one case
/// for its lists, with an optional parent, and 12 cases are enough. ``Parent`` knows which parents a list can have.
public enum MarvelEndpoint: RoutedEndpoint, AuthenticatedEndpoint, Codable {
    /// Characters by a filter.
    case characters(of: Parent<Character>? = nil, CharacterFilter = CharacterFilter(), offset: Int = 0, limit: Int = 20)
    /// A page with one character, or 404.
    case character(id: Int)
    /// Comics by a filter.
    case comics(of: Parent<Comic>? = nil, ComicFilter = ComicFilter(), offset: Int = 0, limit: Int = 20)
    /// A page with one comic, or 404.
    case comic(id: Int)
    /// Creators by a filter.
    case creators(of: Parent<Creator>? = nil, CreatorFilter = CreatorFilter(), offset: Int = 0, limit: Int = 20)
    /// A page with one creator, or 404.
    case creator(id: Int)
    /// Events by a filter.
    case events(of: Parent<Event>? = nil, EventFilter = EventFilter(), offset: Int = 0, limit: Int = 20)
    /// A page with one event, or 404.
    case event(id: Int)
    /// Series by a filter.
    case series(of: Parent<Series>? = nil, SeriesFilter = SeriesFilter(), offset: Int = 0, limit: Int = 20)
    /// A page with one series, or 404.
    case oneSeries(id: Int)
    /// Stories by a filter.
    case stories(of: Parent<Story>? = nil, StoryFilter = StoryFilter(), offset: Int = 0, limit: Int = 20)
    /// A page with one story, or 404.
    case story(id: Int)

    /// The values of `limit` that the service accepts.
    public static let limits = 1...100

    public var route: Route {
        switch self {
        case .characters(let parent, let filter, let offset, let limit): .list(of: parent, filter.query, offset, limit)
        case .character(let id): .get("characters/\(id)")
        case .comics(let parent, let filter, let offset, let limit): .list(of: parent, filter.query, offset, limit)
        case .comic(let id): .get("comics/\(id)")
        case .creators(let parent, let filter, let offset, let limit): .list(of: parent, filter.query, offset, limit)
        case .creator(let id): .get("creators/\(id)")
        case .events(let parent, let filter, let offset, let limit): .list(of: parent, filter.query, offset, limit)
        case .event(let id): .get("events/\(id)")
        case .series(let parent, let filter, let offset, let limit): .list(of: parent, filter.query, offset, limit)
        case .oneSeries(let id): .get("series/\(id)")
        case .stories(let parent, let filter, let offset, let limit): .list(of: parent, filter.query, offset, limit)
        case .story(let id): .get("stories/\(id)")
        }
    }
}

extension Route {
    /// A parent's list has no filter for the parent's kind, so this part of the filter isn't sent.
    fileprivate static func list<Child>(of parent: Parent<Child>?, _ filter: Query, _ offset: Int, _ limit: Int) -> Route {
        var query = filter
        if let parent { query.removeAll(named: parent.name) }
        query.append(["offset": offset, "limit": limit])
        return .get(parent.map { "\($0.name)/\($0.id)/\(Child.name)" } ?? "\(Child.name)", query: query)
    }
}
