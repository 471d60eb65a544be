// Generated from comics.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public enum ComicsEndpoint: AuthenticatedEndpoint, RoutedEndpoint {
    case charactersList(nameStartsWith: String?, comics: [Int]?, orderBy: CharactersListOrderBy?, limit: Int?, offset: Int?)
    case getV1PublicCharactersByCharacterID(characterId: Int)

    public var route: Route {
        switch self {
        case .charactersList(let nameStartsWith, let comics, let orderBy, let limit, let offset):
            .get(
                "v1/public/characters",
                query: [
                    "nameStartsWith": nameStartsWith, "comics": .commaSeparated(comics ?? []), "orderBy": orderBy, "limit": limit,
                    "offset": offset,
                ])
        case .getV1PublicCharactersByCharacterID(let characterId): .get("v1/public/characters/\(characterId)")
        }
    }

    public func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
        let errors: ErrorTypes =
            switch self {
            case .charactersList: [.clientErrors: Problem.self]
            default: [:]
            }
        return standard.replacing(BadStatusDecision.self, with: BadStatusDecision(decoding: errors))
    }
}

extension ComicsClient {
    /// Lists characters.
    public func charactersList(
        nameStartsWith: String? = nil, comics: [Int]? = nil, orderBy: CharactersListOrderBy? = nil, limit: Int? = nil, offset: Int? = nil
    ) -> Call<CharactersListAnswer> {
        call(ComicsEndpoint.charactersList(nameStartsWith: nameStartsWith, comics: comics, orderBy: orderBy, limit: limit, offset: offset))
    }
    public func getV1PublicCharactersByCharacterID(characterId: Int) -> Call<Character> {
        call(ComicsEndpoint.getV1PublicCharactersByCharacterID(characterId: characterId))
    }
}
