/// A page by the cursor or token that the page before it has in its body: `?cursor=eyJpZCI6NDB9`.
public struct PageCursor<Response: CursorResponse & Sendable>: PagingStrategy, Codable, Hashable where Response.Element: Sendable {
    /// Of the query item.
    public var name: String
    /// nil for the page that the endpoint itself asks for.
    public var cursor: String?

    public init(name: String = "cursor") { self.name = name }

    public func apply(to list: inout Route) {
        if let cursor { list.setPageItem(name, to: cursor) }
    }

    public func next(after reply: EndpointKit.Response<Response>, in list: Route) -> Self? {
        guard reply.value.hasNextPage, let cursor = reply.value.nextCursor, !cursor.isEmpty else { return nil }
        var page = self
        page.cursor = cursor
        return page
    }
}

extension PagingStrategy {
    /// `?cursor=…`, under any name.
    public static func cursor<R: CursorResponse & Sendable>(_ name: String = "cursor") -> Self
    where Self == PageCursor<R>, R.Element: Sendable {
        PageCursor(name: name)
    }
}
