// Generated from marvel.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public enum CatalogueEndpoint: AuthenticatedEndpoint, RoutedEndpoint {
    case characters(
        name: String?, nameStartsWith: String?, comics: [Int]?, series: [Int]?, orderBy: CharactersOrderBy?, limit: Int?, offset: Int?
    )
    case character(id: Int)
    case characterComics(characterID: Int, orderBy: CharacterComicsOrderBy?, limit: Int?, offset: Int?)
    case comics(
        titleStartsWith: String?, format: CatalogueFormat?, noVariants: Bool?, creators: [Int]?, orderBy: ComicsOrderBy?, limit: Int?,
        offset: Int?
    )
    case creators(nameStartsWith: String?, orderBy: CreatorsOrderBy?, limit: Int?, offset: Int?)
    case getEvents(nameStartsWith: String?, orderBy: GetEventsOrderBy?, limit: Int?, offset: Int?)
    case series(titleStartsWith: String?, startYear: Int?, orderBy: SeriesOrderBy?, limit: Int?, offset: Int?)
    case stories(characters: [Int]?, orderBy: StoriesOrderBy?, limit: Int?, offset: Int?)

    public var route: Route {
        switch self {
        case .characters(let name, let nameStartsWith, let comics, let series, let orderBy, let limit, let offset):
            .get(
                "v1/public/characters",
                query: [
                    "name": name, "nameStartsWith": nameStartsWith, "comics": .commaSeparated(comics ?? []),
                    "series": .commaSeparated(series ?? []), "orderBy": orderBy, "limit": limit, "offset": offset,
                ])
        case .character(let id): .get("v1/public/characters/\(id)")
        case .characterComics(let characterID, let orderBy, let limit, let offset):
            .get("v1/public/characters/\(characterID)/comics", query: ["orderBy": orderBy, "limit": limit, "offset": offset])
        case .comics(let titleStartsWith, let format, let noVariants, let creators, let orderBy, let limit, let offset):
            .get(
                "v1/public/comics",
                query: [
                    "titleStartsWith": titleStartsWith, "format": format, "noVariants": noVariants,
                    "creators": .commaSeparated(creators ?? []), "orderBy": orderBy, "limit": limit, "offset": offset,
                ])
        case .creators(let nameStartsWith, let orderBy, let limit, let offset):
            .get("v1/public/creators", query: ["nameStartsWith": nameStartsWith, "orderBy": orderBy, "limit": limit, "offset": offset])
        case .getEvents(let nameStartsWith, let orderBy, let limit, let offset):
            .get("v1/public/events", query: ["nameStartsWith": nameStartsWith, "orderBy": orderBy, "limit": limit, "offset": offset])
        case .series(let titleStartsWith, let startYear, let orderBy, let limit, let offset):
            .get(
                "v1/public/series",
                query: ["titleStartsWith": titleStartsWith, "startYear": startYear, "orderBy": orderBy, "limit": limit, "offset": offset])
        case .stories(let characters, let orderBy, let limit, let offset):
            .get(
                "v1/public/stories",
                query: ["characters": .commaSeparated(characters ?? []), "orderBy": orderBy, "limit": limit, "offset": offset])
        }
    }

    public func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
        standard.replacing(BadStatusDecision.self, with: BadStatusDecision(decoding: [.any: MarvelRefusal.self]))
    }
}

extension MarvelCatalogueClient {
    /// Lists characters.
    public func characters(
        name: String? = nil, nameStartsWith: String? = nil, comics: [Int]? = nil, series: [Int]? = nil, orderBy: CharactersOrderBy? = nil,
        limit: Int? = nil, offset: Int? = nil
    ) -> Call<MarvelCharacterPage> {
        call(
            CatalogueEndpoint.characters(
                name: name, nameStartsWith: nameStartsWith, comics: comics, series: series, orderBy: orderBy, limit: limit, offset: offset
            ))
    }
    /// Lists characters, from all pages.
    public func allCharacters(
        name: String? = nil, nameStartsWith: String? = nil, comics: [Int]? = nil, series: [Int]? = nil, orderBy: CharactersOrderBy? = nil,
        limit: Int? = nil, limits: PageLimits = PageLimits()
    ) -> ElementSequence<PagedRequest<CatalogueEndpoint, PageOffset<MarvelCharacterPage>>> {
        elements(
            of: CatalogueEndpoint.characters(
                name: name, nameStartsWith: nameStartsWith, comics: comics, series: series, orderBy: orderBy, limit: limit, offset: nil
            ).paged(by: .offset()), limits: limits)
    }
    /// Gets a page with one character.
    public func character(id: Int) -> Call<MarvelCharacterPage> { call(CatalogueEndpoint.character(id: id)) }
    /// Lists the comics in which a character appears.
    public func characterComics(
        characterID: Int, orderBy: CharacterComicsOrderBy? = nil, limit: Int? = nil, offset: Int? = nil
    ) -> Call<MarvelComicPage> {
        call(CatalogueEndpoint.characterComics(characterID: characterID, orderBy: orderBy, limit: limit, offset: offset))
    }
    /// Lists the comics in which a character appears, from all pages.
    public func allCharacterComics(
        characterID: Int, orderBy: CharacterComicsOrderBy? = nil, limit: Int? = nil, limits: PageLimits = PageLimits()
    ) -> ElementSequence<PagedRequest<CatalogueEndpoint, PageOffset<MarvelComicPage>>> {
        elements(
            of: CatalogueEndpoint.characterComics(
                characterID: characterID, orderBy: orderBy, limit: limit, offset: nil
            ).paged(by: .offset()), limits: limits)
    }
    /// Lists comics.
    public func comics(
        titleStartsWith: String? = nil, format: CatalogueFormat? = nil, noVariants: Bool? = nil, creators: [Int]? = nil,
        orderBy: ComicsOrderBy? = nil, limit: Int? = nil, offset: Int? = nil
    ) -> Call<MarvelComicPage> {
        call(
            CatalogueEndpoint.comics(
                titleStartsWith: titleStartsWith, format: format, noVariants: noVariants, creators: creators, orderBy: orderBy,
                limit: limit, offset: offset
            ))
    }
    /// Lists comics, from all pages.
    public func allComics(
        titleStartsWith: String? = nil, format: CatalogueFormat? = nil, noVariants: Bool? = nil, creators: [Int]? = nil,
        orderBy: ComicsOrderBy? = nil, limit: Int? = nil, limits: PageLimits = PageLimits()
    ) -> ElementSequence<PagedRequest<CatalogueEndpoint, PageOffset<MarvelComicPage>>> {
        elements(
            of: CatalogueEndpoint.comics(
                titleStartsWith: titleStartsWith, format: format, noVariants: noVariants, creators: creators, orderBy: orderBy,
                limit: limit, offset: nil
            ).paged(by: .offset()), limits: limits)
    }
    /// Lists creators.
    public func creators(
        nameStartsWith: String? = nil, orderBy: CreatorsOrderBy? = nil, limit: Int? = nil, offset: Int? = nil
    ) -> Call<MarvelCreatorPage> {
        call(CatalogueEndpoint.creators(nameStartsWith: nameStartsWith, orderBy: orderBy, limit: limit, offset: offset))
    }
    /// Lists creators, from all pages.
    public func allCreators(
        nameStartsWith: String? = nil, orderBy: CreatorsOrderBy? = nil, limit: Int? = nil, limits: PageLimits = PageLimits()
    ) -> ElementSequence<PagedRequest<CatalogueEndpoint, PageOffset<MarvelCreatorPage>>> {
        elements(
            of: CatalogueEndpoint.creators(
                nameStartsWith: nameStartsWith, orderBy: orderBy, limit: limit, offset: nil
            ).paged(by: .offset()), limits: limits)
    }
    /// Lists events.
    public func getEvents(
        nameStartsWith: String? = nil, orderBy: GetEventsOrderBy? = nil, limit: Int? = nil, offset: Int? = nil
    ) -> Call<MarvelEventPage> {
        call(CatalogueEndpoint.getEvents(nameStartsWith: nameStartsWith, orderBy: orderBy, limit: limit, offset: offset))
    }
    /// Lists events, from all pages.
    public func allEvents(
        nameStartsWith: String? = nil, orderBy: GetEventsOrderBy? = nil, limit: Int? = nil, limits: PageLimits = PageLimits()
    ) -> ElementSequence<PagedRequest<CatalogueEndpoint, PageOffset<MarvelEventPage>>> {
        elements(
            of: CatalogueEndpoint.getEvents(
                nameStartsWith: nameStartsWith, orderBy: orderBy, limit: limit, offset: nil
            ).paged(by: .offset()), limits: limits)
    }
    /// Lists series.
    public func series(
        titleStartsWith: String? = nil, startYear: Int? = nil, orderBy: SeriesOrderBy? = nil, limit: Int? = nil, offset: Int? = nil
    ) -> Call<MarvelSeriesPage> {
        call(
            CatalogueEndpoint.series(
                titleStartsWith: titleStartsWith, startYear: startYear, orderBy: orderBy, limit: limit, offset: offset
            ))
    }
    /// Lists series, from all pages.
    public func allSeries(
        titleStartsWith: String? = nil, startYear: Int? = nil, orderBy: SeriesOrderBy? = nil, limit: Int? = nil,
        limits: PageLimits = PageLimits()
    ) -> ElementSequence<PagedRequest<CatalogueEndpoint, PageOffset<MarvelSeriesPage>>> {
        elements(
            of: CatalogueEndpoint.series(
                titleStartsWith: titleStartsWith, startYear: startYear, orderBy: orderBy, limit: limit, offset: nil
            ).paged(by: .offset()), limits: limits)
    }
    /// Lists stories.
    public func stories(
        characters: [Int]? = nil, orderBy: StoriesOrderBy? = nil, limit: Int? = nil, offset: Int? = nil
    ) -> Call<MarvelStoryPage> {
        call(CatalogueEndpoint.stories(characters: characters, orderBy: orderBy, limit: limit, offset: offset))
    }
    /// Lists stories, from all pages.
    public func allStories(
        characters: [Int]? = nil, orderBy: StoriesOrderBy? = nil, limit: Int? = nil, limits: PageLimits = PageLimits()
    ) -> ElementSequence<PagedRequest<CatalogueEndpoint, PageOffset<MarvelStoryPage>>> {
        elements(
            of: CatalogueEndpoint.stories(
                characters: characters, orderBy: orderBy, limit: limit, offset: nil
            ).paged(by: .offset()), limits: limits)
    }
}
