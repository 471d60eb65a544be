/// How a service identifies the pages of its lists. A value identifies one page, and equal values identify the same page. ``PageNumber``,
/// ``PageOffset``, ``PageCursor`` and ``PageLink`` are built in; your own strategy may put the page into a header field or into the body.
///
/// `list` is always the endpoint's own route, so every page has the endpoint's own parameters, unless the strategy removes them. It is
/// resolved once for each list.
public protocol PagingStrategy<Response>: Hashable, Sendable {
    /// The type of the pages.
    associatedtype Response: PaginatedResponse, Sendable where Response.Element: Sendable

    /// Turns the route of the list into the route of this page.
    func apply(to list: inout Route)

    /// The page after this one, given this page's `response`; nil after the last page. See ``PaginatedRequest/next(after:)``.
    func next(after response: PageResponse, in list: Route) throws -> Self?

    /// The page before this one, given this page's `response`; nil, the default, if there is none. See
    /// ``PaginatedRequest/previous(before:)``.
    func previous(before response: PageResponse, in list: Route) throws -> Self?

    /// See ``PaginatedRequest/check(_:)``.
    func check(_ response: PageResponse, in list: Route) async throws

    /// See ``PaginatedRequest/remainingPages(after:)``.
    func remainingPages(after response: PageResponse, in list: Route) -> Int?

    /// See ``PaginatedRequest/page(_:after:)``.
    func page(_ distance: Int, after response: PageResponse, in list: Route) throws -> Self?

    /// Whether the service has moved the page to an origin other than that of its list. In that case, only those parts of the endpoint's
    /// request are sent that ``RedirectPolicy`` allows, and neither adapters nor authentication are applied.
    var isCrossOrigin: Bool { get }
}

extension PagingStrategy {
    /// A decoded page with its response, from which the next page is determined.
    public typealias PageResponse = EndpointClient.Response<Response>

    public func previous(before response: PageResponse, in list: Route) throws -> Self? { nil }
    public func check(_ response: PageResponse, in list: Route) throws {}
    public func remainingPages(after response: PageResponse, in list: Route) -> Int? { nil }
    public func page(_ distance: Int, after response: PageResponse, in list: Route) -> Self? { nil }
}

extension Route {
    /// The query item that identifies a page, from the endpoint's query or from the query of its URL.
    subscript(pageItem name: String) -> String? {
        query[name] ?? baseURL.flatMap { Query(encoded: URIReference($0.absoluteString).query.map(String.init) ?? "")[name] }
    }

    /// Replaces the endpoint's own item, and leaves everything else as it was written.
    mutating func setPageItem(_ name: String, to value: some QueryValue) {
        if let url = baseURL {
            var reference = URIReference(url.absoluteString)
            if let own = reference.query.take(), let bare = URL(string: reference.text) {
                baseURL = bare
                var joined = Query(encoded: String(own))
                joined.append(query)
                query = joined
            }
        }
        var item = Query()
        value.append(to: &item, name: name)
        query.replaceAll(named: name, with: item)
    }
}
