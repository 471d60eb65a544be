/// A request for one page of a list, which knows the request for the page after it.
///
///     struct Search: PaginatedRequest {
///         typealias Response = SearchPage
///         var text: String
///         var page = 1
///
///         var path: Path { "search" }
///         var query: Query { ["q": text, "page": page] }
///
///         func next(after reply: PageResponse) -> Search? {
///             reply.value.hasNextPage ? Search(text: text, page: page + 1) : nil
///         }
///     }
///     for try await result in client.elements(of: Search(text: "swift")) { show(result) }
///
/// For the usual ways to name a page nothing has to be written: ``Endpoint/paged(by:as:)`` makes one of any endpoint.
public protocol PaginatedRequest: Request where Response: PaginatedResponse, Response.Element: Sendable {
    /// The request for the page after the one that `reply` answers this with; nil after the last. The reply has the response's header fields,
    /// and its URL, also where the transport doesn't tell it.
    ///
    /// Asked once a page. Who follows the pages makes sure that they lead on: see ``PageLimits``.
    func next(after reply: PageResponse) throws -> Self?

    /// How many pages come after the one that `reply` is, where that is known from a total. nil by default.
    func remainingPages(after reply: PageResponse) -> Int?

    /// The request for the page that comes `distance` pages after the one that `reply` is, where it is known without those between; 1 is
    /// the next page. nil beyond the last, and by default. It is a guess that is checked: each page is what ``next(after:)`` says.
    func page(_ distance: Int, after reply: PageResponse) -> Self?
}

extension PaginatedRequest {
    public func remainingPages(after reply: PageResponse) -> Int? { nil }
    public func page(_ distance: Int, after reply: PageResponse) -> Self? { nil }
}

extension PaginatedRequest {
    /// A page as it came, with the head of its response: what the next page may be found by.
    public typealias PageResponse = EndpointKit.Response<Response>
}
