// Generated from comics.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public enum ComicsEndpoint: AuthenticatedEndpoint, RoutedEndpoint {
    case charactersList(nameStartsWith: String?, comics: [Int]?, orderBy: CharactersListOrderBy?, limit: Int?, offset: Int?)
    case character(id: Int)

    public var route: Route {
        switch self {
        case .charactersList(let nameStartsWith, let comics, let orderBy, let limit, let offset):
            .get(
                "v1/public/characters",
                query: [
                    "nameStartsWith": nameStartsWith, "comics": .commaSeparated(comics ?? []), "orderBy": orderBy, "limit": limit,
                    "offset": offset,
                ])
        case .character(let id): .get("v1/public/characters/\(id)")
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
    /// Lists characters, from all pages.
    public func charactersListElements(
        nameStartsWith: String? = nil, comics: [Int]? = nil, orderBy: CharactersListOrderBy? = nil, limit: Int? = nil,
        limits: PageLimits = PageLimits()
    ) -> ElementSequence<PagedRequest<ComicsEndpoint, PageOffset<CharactersListAnswer>>> {
        elements(
            of: ComicsEndpoint.charactersList(
                nameStartsWith: nameStartsWith, comics: comics, orderBy: orderBy, limit: limit, offset: nil
            ).paged(by: .offset()), limits: limits)
    }
    public func character(id: Int) -> Call<Character> { call(ComicsEndpoint.character(id: id)) }
}
