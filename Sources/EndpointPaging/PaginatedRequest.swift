/// A request for one page of a list, which can build the request for the next page.
///
///     nonisolated struct Search: PaginatedRequest {
///         typealias Response = SearchPage
///         var text: String
///         var page = 1
///
///         var path: Path { "search" }
///         var query: Query { ["q": text, "page": page] }
///
///         func next(after response: PageResponse) -> Search? {
///             response.value.hasNextPage ? Search(text: text, page: page + 1) : nil
///         }
///     }
///     for try await result in client.elements(of: Search(text: "swift")) { show(result) }
///
/// Numbers, offsets, cursors and links are built in: `paged(by:as:)` turns any endpoint into a paginated request.
///
/// If a request goes to an origin other than that of the first page, the service is assumed to have named that origin: neither this request
/// nor later ones get credentials or adapters.
///
/// A request that equals an earlier one in the list causes an error. Requests that aren't `Hashable` are compared by method, URL, body and
/// header fields, except fields that are new in every request, such as `X-Request-ID` and `Idempotency-Key`.
public protocol PaginatedRequest<Element>: Request where Response: PaginatedResponse {
    /// The type of the list's elements, which is inferred from the pages.
    associatedtype Element: Sendable = Response.Element where Element == Response.Element

    /// The request for the page after `response`, the response to this request; nil after the last page. The response contains the request as
    /// it was sent, and always has a URL, even if the transport doesn't report one.
    ///
    /// Called once for each page. The caller checks that the pages don't repeat: see ``PageLimits``.
    func next(after response: PageResponse) throws -> Self?

    /// The request for the page before `response`, the response to this request; nil, the default, if there is none. For the response to the
    /// first page, it is the request for newer elements: ``Paginator/loadNewer()``.
    func previous(before response: PageResponse) throws -> Self?

    /// Throws if `response` isn't the requested page, so that none of its elements is delivered. Does nothing by default.
    func check(_ response: PageResponse) async throws

    /// How many pages follow `response`, if a total is known. nil by default.
    func remainingPages(after response: PageResponse) -> Int?

    /// The request for the page `distance` pages after `response`, if it is known without the pages in between; 1 is the next page. nil
    /// beyond the last page, and nil by default. Only prefetching uses it, and an error ends the prefetching. A prefetched page is used only
    /// if ``next(after:)`` leads to it.
    func page(_ distance: Int, after response: PageResponse) throws -> Self?
}

extension PaginatedRequest {
    public func previous(before response: PageResponse) throws -> Self? { nil }
    public func check(_ response: PageResponse) throws {}
    public func remainingPages(after response: PageResponse) -> Int? { nil }
    public func page(_ distance: Int, after response: PageResponse) -> Self? { nil }
}

extension PaginatedRequest {
    /// A decoded page with its response, from which the next page is determined.
    public typealias PageResponse = EndpointClient.Response<Response>
}
