/// Identifies a page by the cursor, or token, in the body of the page before it: `?cursor=eyJpZCI6NDB9`.
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

    public func next(after response: EndpointKit.Response<Response>, in list: Route) -> Self? {
        guard response.value.hasNextPage, let cursor = response.value.nextCursor, !cursor.isEmpty else { return nil }
        var page = self
        page.cursor = cursor
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
