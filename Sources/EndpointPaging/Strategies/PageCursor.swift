/// Identifies a page by the cursor, or token, in the body of the previous page: `?cursor=eyJpZCI6NDB9`. A page without a cursor is the last
/// one, even if it has elements; a page with a cursor isn't the last one, even if it has no elements. A page without a cursor that declares
/// ``PaginatedResponse/hasNextPage`` as true is an error of code ``APIError/Code/paging``, unless ``endsWithoutCursor`` is true.
public struct PageCursor<Response: CursorResponse & Sendable>: PagingStrategy, Codable, Hashable where Response.Element: Sendable {
    /// The name of the query item.
    public var name: String
    /// Whether a page without a cursor ends the list even if it says that more pages follow. False by default. Set it to true for a service
    /// that means the end of the list by such a page.
    public var endsWithoutCursor: Bool
    /// The cursor; nil for the page that the endpoint itself requests.
    public var cursor: String?

    /// The first page of a list.
    public init(name: String = "cursor", endsWithoutCursor: Bool = false) {
        self.name = name
        self.endsWithoutCursor = endsWithoutCursor
    }

    // The position may have been stored by a version that lacked this setting.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        name = try members.decode(String.self, forKey: .name)
        endsWithoutCursor = try members.decodeIfPresent(Bool.self, forKey: .endsWithoutCursor) ?? false
        cursor = try members.decodeIfPresent(String.self, forKey: .cursor)
    }

    public var isCrossOrigin: Bool { false }

    public func apply(to list: inout Route) {
        if let cursor { list.setPageItem(name, to: cursor) }
    }

    public func next(after response: EndpointClient.Response<Response>, in list: Route) throws -> Self? {
        guard response.value.hasNextPage else { return nil }
        guard let next = response.value.nextCursor, !next.isEmpty else { return try response.end(isMeant: endsWithoutCursor) }
        // PageCourse checks the cursors of all later pages.
        if cursor == nil, list[pageItem: name].map(ExactText.init) == ExactText(next) {
            throw response.paging("names itself as the next page")
        }
        var page = self
        page.cursor = next
        return page
    }

    /// Cursors are equal if they have the same bytes.
    public static func == (a: Self, b: Self) -> Bool {
        ExactText(a.name) == ExactText(b.name) && a.cursor.map(ExactText.init) == b.cursor.map(ExactText.init)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactText(name))
        hasher.combine(cursor.map(ExactText.init))
    }
}

extension PagingStrategy {
    /// Pages by cursor: `?cursor=…`, or another name.
    ///
    /// - Parameters:
    ///   - name: the name of the query item.
    ///   - endsWithoutCursor: whether a page without a cursor ends the list even if it says that more pages follow, which is otherwise an
    ///     error.
    public static func cursor<R: CursorResponse & Sendable>(_ name: String = "cursor", endsWithoutCursor: Bool = false) -> Self
    where Self == PageCursor<R>, R.Element: Sendable {
        PageCursor(name: name, endsWithoutCursor: endsWithoutCursor)
    }
}
