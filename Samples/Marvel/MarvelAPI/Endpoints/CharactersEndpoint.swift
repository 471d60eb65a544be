public import EndpointKit

/// The six endpoints of the API for characters.
public enum CharactersEndpoint: RoutedEndpoint, AuthenticatedEndpoint, Codable {
    /// Characters by a filter.
    case list(CharacterFilter = CharacterFilter(), offset: Int = 0, limit: Int = 20)
    /// A page with one character, or 404.
    case character(id: Int)
    /// The comics in which a character appears.
    case comics(ofCharacter: Int, ComicFilter = ComicFilter(), offset: Int = 0, limit: Int = 20)
    /// The events in which a character appears.
    case events(ofCharacter: Int, EventFilter = EventFilter(), offset: Int = 0, limit: Int = 20)
    /// The series in which a character appears.
    case series(ofCharacter: Int, SeriesFilter = SeriesFilter(), offset: Int = 0, limit: Int = 20)
    /// The stories in which a character appears.
    case stories(ofCharacter: Int, StoryFilter = StoryFilter(), offset: Int = 0, limit: Int = 20)

    /// The values of `limit` that the service accepts.
    public static let limits = 1...100

    public var route: Route {
        switch self {
        case .list(let filter, let offset, let limit):
            .get("characters", query: filter.query.page(offset: offset, limit: limit))
        case .character(let id):
            .get("characters/\(id)")
        case .comics(let id, let filter, let offset, let limit):
            .get("characters/\(id)/comics", query: filter.query.page(offset: offset, limit: limit))
        case .events(let id, let filter, let offset, let limit):
            .get("characters/\(id)/events", query: filter.query.page(offset: offset, limit: limit))
        case .series(let id, let filter, let offset, let limit):
            .get("characters/\(id)/series", query: filter.query.page(offset: offset, limit: limit))
        case .stories(let id, let filter, let offset, let limit):
            .get("characters/\(id)/stories", query: filter.query.page(offset: offset, limit: limit))
        }
    }
}

extension Query {
    fileprivate func page(offset: Int, limit: Int) -> Query {
        var query = self
        query.append(["offset": offset, "limit": limit])
        return query
    }
}
