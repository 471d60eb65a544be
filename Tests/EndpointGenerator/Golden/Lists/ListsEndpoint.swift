// Generated from lists.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public enum ListsEndpoint: RoutedEndpoint {
    case listNumbers(page: Int?, perPage: Int?)
    case listZeros(pageNumber: Int?, pageSize: Int?)
    case listUnknowns(page: Int?, limit: Int?, kind: String?)
    case listOffsets(offset: Int?, limit: Int?)
    case listCursors(cursor: String?, limit: Int?)
    case listTokens(pageToken: String?, kinds: String?)
    case listLasts(after: String?, limit: Int?)
    case listLinks(page: Int?, perPage: Int?)
    case addresses(limit: Int?)
    case listMany(page: Int?, perPage: Int?)
    case getDocument(page: Int?)
    case listLost(cursor: String?)

    public var route: Route {
        switch self {
        case .listNumbers(let page, let perPage): .get("numbers", query: ["page": page, "per_page": perPage])
        case .listZeros(let pageNumber, let pageSize): .get("zeros", query: ["pageNumber": pageNumber, "pageSize": pageSize])
        case .listUnknowns(let page, let limit, let kind): .get("unknown", query: ["page": page, "limit": limit, "kind": kind])
        case .listOffsets(let offset, let limit): .get("offsets", query: ["offset": offset, "limit": limit])
        case .listCursors(let cursor, let limit): .get("cursors", query: ["cursor": cursor, "limit": limit])
        case .listTokens(let pageToken, let kinds): .get("tokens", query: ["pageToken": pageToken, "kinds": kinds])
        case .listLasts(let after, let limit): .get("last", query: ["after": after, "limit": limit])
        case .listLinks(let page, let perPage): .get("links", query: ["page": page, "per_page": perPage])
        case .addresses(let limit): .get("addresses", query: ["limit": limit])
        case .listMany(let page, let perPage): .get("many", query: ["page": page, "per_page": perPage])
        case .getDocument(let page): .get("document", query: ["page": page])
        case .listLost(let cursor): .get("lost", query: ["cursor": cursor])
        }
    }
}

extension ListsClient {
    public func listNumbers(page: Int? = nil, perPage: Int? = nil) -> Call<ListNumbersAnswer> {
        call(ListsEndpoint.listNumbers(page: page, perPage: perPage))
    }
    /// The elements of all pages.
    public func allNumbers(
        perPage: Int? = nil, limits: PageLimits = PageLimits()
    ) -> ElementSequence<PagedRequest<ListsEndpoint, PageNumber<ListNumbersAnswer>>> {
        elements(of: ListsEndpoint.listNumbers(page: nil, perPage: perPage).paged(by: .number()), limits: limits)
    }
    public func listZeros(pageNumber: Int? = nil, pageSize: Int? = nil) -> Call<ListZerosAnswer> {
        call(ListsEndpoint.listZeros(pageNumber: pageNumber, pageSize: pageSize))
    }
    /// The elements of all pages.
    public func allZeros(
        pageSize: Int? = nil, limits: PageLimits = PageLimits()
    ) -> ElementSequence<PagedRequest<ListsEndpoint, PageNumber<ListZerosAnswer>>> {
        elements(
            of: ListsEndpoint.listZeros(pageNumber: nil, pageSize: pageSize).paged(by: .number("pageNumber", first: 0)), limits: limits)
    }
    public func listUnknowns(page: Int? = nil, limit: Int? = nil, kind: String? = nil) -> Call<[Thing]> {
        call(ListsEndpoint.listUnknowns(page: page, limit: limit, kind: kind))
    }
    /// The elements of all pages.
    ///
    /// - Parameter page: the number of the first page.
    public func allUnknowns(
        page: Int, limit: Int? = nil, kind: String? = nil, limits: PageLimits = PageLimits()
    ) -> ElementSequence<PagedRequest<ListsEndpoint, PageNumber<[Thing]>>> {
        elements(of: ListsEndpoint.listUnknowns(page: page, limit: limit, kind: kind).paged(by: .number()), limits: limits)
    }
    public func listOffsets(offset: Int? = nil, limit: Int? = nil) -> Call<ListOffsetsAnswer> {
        call(ListsEndpoint.listOffsets(offset: offset, limit: limit))
    }
    /// The elements of all pages.
    public func allOffsets(
        limit: Int? = nil, limits: PageLimits = PageLimits()
    ) -> ElementSequence<PagedRequest<ListsEndpoint, PageOffset<ListOffsetsAnswer>>> {
        elements(of: ListsEndpoint.listOffsets(offset: nil, limit: limit).paged(by: .offset()), limits: limits)
    }
    public func listCursors(cursor: String? = nil, limit: Int? = nil) -> Call<ListCursorsAnswer> {
        call(ListsEndpoint.listCursors(cursor: cursor, limit: limit))
    }
    /// The elements of all pages.
    public func allCursors(
        limit: Int? = nil, limits: PageLimits = PageLimits()
    ) -> ElementSequence<PagedRequest<ListsEndpoint, PageCursor<ListCursorsAnswer>>> {
        elements(of: ListsEndpoint.listCursors(cursor: nil, limit: limit).paged(by: .cursor()), limits: limits)
    }
    public func listTokens(pageToken: String? = nil, kinds: String? = nil) -> Call<ListTokensAnswer> {
        call(ListsEndpoint.listTokens(pageToken: pageToken, kinds: kinds))
    }
    /// The elements of all pages.
    public func allTokens(
        kinds: String? = nil, limits: PageLimits = PageLimits()
    ) -> ElementSequence<PagedRequest<ListsEndpoint, PageCursor<ListTokensAnswer>>> {
        elements(of: ListsEndpoint.listTokens(pageToken: nil, kinds: kinds).paged(by: .cursor("pageToken")), limits: limits)
    }
    public func listLasts(after: String? = nil, limit: Int? = nil) -> Call<ListLastsAnswer> {
        call(ListsEndpoint.listLasts(after: after, limit: limit))
    }
    /// The elements of all pages.
    public func allLasts(
        limit: Int? = nil, limits: PageLimits = PageLimits()
    ) -> ElementSequence<PagedRequest<ListsEndpoint, PageCursor<ListLastsAnswer>>> {
        elements(of: ListsEndpoint.listLasts(after: nil, limit: limit).paged(by: .cursor("after")), limits: limits)
    }
    public func listLinks(page: Int? = nil, perPage: Int? = nil) -> Call<[Thing]> {
        call(ListsEndpoint.listLinks(page: page, perPage: perPage))
    }
    /// The elements of all pages.
    public func allLinks(
        perPage: Int? = nil, limits: PageLimits = PageLimits()
    ) -> ElementSequence<PagedRequest<ListsEndpoint, PageLink<[Thing]>>> {
        elements(of: ListsEndpoint.listLinks(page: nil, perPage: perPage).paged(by: .link()), limits: limits)
    }
    public func addressesList(limit: Int? = nil) -> Call<AddressesListAnswer> { call(ListsEndpoint.addresses(limit: limit)) }
    /// The elements of all pages.
    public func addressesListElements(
        limit: Int? = nil, limits: PageLimits = PageLimits()
    ) -> ElementSequence<PagedRequest<ListsEndpoint, PageLink<AddressesListAnswer>>> {
        elements(of: ListsEndpoint.addresses(limit: limit).paged(by: .link()), limits: limits)
    }
    public func listMany(page: Int? = nil, perPage: Int? = nil) -> Call<ListManyAnswer> {
        call(ListsEndpoint.listMany(page: page, perPage: perPage))
    }
    public func getDocument(page: Int? = nil) -> Call<GetDocumentAnswer> { call(ListsEndpoint.getDocument(page: page)) }
    public func listLost(cursor: String? = nil) -> Call<ListLostAnswer> { call(ListsEndpoint.listLost(cursor: cursor)) }
}
