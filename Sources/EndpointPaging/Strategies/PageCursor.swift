/// Identifies a page by the cursor, or token, in the body of the previous page: `?cursor=eyJpZCI6NDB9`. A page without a cursor is the last
/// one, even if it has elements; a page with a cursor isn't the last one, even if it has no elements.
public struct PageCursor<Response: CursorResponse & Sendable>: PagingStrategy, Codable, Hashable where Response.Element: Sendable {
    /// The name of the query item.
    public var name: String
    /// The cursor; nil for the page that the endpoint itself requests.
    public var cursor: String?

    /// The first page of a list.
    public init(name: String = "cursor") { self.name = name }

    public func apply(to list: inout Route) {
        if let cursor { list.setPageItem(name, to: cursor) }
    }

    public func next(after response: EndpointClient.Response<Response>, in list: Route) throws -> Self? {
        guard response.value.hasNextPage, let next = response.value.nextCursor, !next.isEmpty else { return nil }
        // PageCourse checks the cursors of all later pages.
        if cursor == nil, next == list[pageItem: name] { throw response.paging("names itself as the next page") }
        var page = self
        page.cursor = next
        return page
    }
}

extension PagingStrategy {
    /// Pages by cursor: `?cursor=…`, or another name.
    public static func cursor<R: CursorResponse & Sendable>(_ name: String = "cursor") -> Self
    where Self == PageCursor<R>, R.Element: Sendable {
        PageCursor(name: name)
    }
}
