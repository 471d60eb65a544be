/// The endpoints of the API, by the name that EndpointKit's documentation gives them.
public typealias CharactersEndpoint = MarvelEndpoint
/// The client for the API, by the name that EndpointKit's documentation gives it.
public typealias CharactersClient = MarvelClient

extension MarvelEndpoint {
    /// Characters by a filter.
    public static func list(_ filter: CharacterFilter = CharacterFilter(), offset: Int = 0, limit: Int = 20) -> Self {
        .characters(filter, offset: offset, limit: limit)
    }
}
