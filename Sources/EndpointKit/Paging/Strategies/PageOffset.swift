/// A page by how many elements come before it, in the query: `?offset=40`. How many a page has is the endpoint's own parameter, a `limit`
/// for instance; the next page begins after as many as the service sent, which may send fewer than it was asked for.
public struct PageOffset<Response: PaginatedResponse & Sendable>: PagingStrategy, Codable, Hashable where Response.Element: Sendable {
    /// Of the query item.
    public var name: String
    /// nil for the page that the endpoint itself asks for.
    public var offset: Int?

    public init(name: String = "offset") { self.name = name }

    public func apply(to list: inout Route) {
        if let offset { list.setPageItem(name, to: offset) }
    }

    public func next(after reply: EndpointKit.Response<Response>, in list: Route) throws -> Self? {
        let page = reply.value
        let offset = current(in: list)
        if page.sentCount > 0, let actual = (page as? any OffsetResponse)?.offset, actual != offset {
            throw APIError(
                .paging, "The offset doesn't advance as it should: the page at \(offset) was asked for, and that at \(actual) came.")
        }
        guard page.hasNextPage, missingCount(after: reply, in: list) != 0 else { return nil }
        let (end, overflow) = offset.addingReportingOverflow(page.sentCount)
        if overflow || page.sentCount < 0 {
            throw APIError(.paging, "The offset doesn't advance: \(page.sentCount) elements came after the first \(offset).")
        }
        return at(end)
    }

    public func remainingPages(after reply: EndpointKit.Response<Response>, in list: Route) -> Int? {
        guard reply.value.hasNextPage else { return 0 }
        return missingCount(after: reply, in: list)?.pages(of: reply.value.sentCount)
    }

    public func page(_ distance: Int, after reply: EndpointKit.Response<Response>, in list: Route) -> Self? {
        guard distance > 0, let remaining = remainingPages(after: reply, in: list), distance <= remaining else { return nil }
        let (length, tooLong) = reply.value.sentCount.multipliedReportingOverflow(by: distance)
        let (offset, tooFar) = current(in: list).addingReportingOverflow(length)
        return tooLong || tooFar ? nil : at(offset)
    }

    private func current(in list: Route) -> Int { offset ?? list[pageItem: name].flatMap { Int($0) } ?? 0 }

    private func at(_ offset: Int) -> Self {
        var page = self
        page.offset = offset
        return page
    }

    /// Of the list's elements, those that come after this page; nil where the total isn't known.
    private func missingCount(after reply: EndpointKit.Response<Response>, in list: Route) -> Int? {
        guard let total = (reply.value as? any CountedResponse)?.totalCount else { return nil }
        let offset = max(0, current(in: list))
        return offset >= total ? 0 : max(0, total - offset - max(0, reply.value.sentCount))
    }
}

extension PagingStrategy {
    /// `?offset=40`, under any name. A list begins at 0, unless the endpoint's own query says where.
    public static func offset<R: PaginatedResponse & Sendable>(_ name: String = "offset") -> Self
    where Self == PageOffset<R>, R.Element: Sendable {
        PageOffset(name: name)
    }
}
