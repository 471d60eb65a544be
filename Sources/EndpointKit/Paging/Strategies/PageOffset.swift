/// Identifies a page by the number of elements before it in the query: `?offset=40`.
///
/// The size of a page is the endpoint's own parameter, such as a `limit`. The next page begins after the elements that the service sent,
/// which may be fewer than the limit.
public struct PageOffset<Response: PaginatedResponse & Sendable>: PagingStrategy, Codable, Hashable where Response.Element: Sendable {
    /// The name of the query item.
    public var name: String
    /// The number of elements before the page; nil for the page that the endpoint itself requests.
    public var offset: Int?

    /// The first page of a list.
    public init(name: String = "offset") { self.name = name }

    public func apply(to list: inout Route) {
        if let offset { list.setPageItem(name, to: offset) }
    }

    public func check(_ response: EndpointKit.Response<Response>, in list: Route) throws {
        let offset = current(in: list)
        if response.value.sentCount != 0, let actual = (response.value as? any OffsetResponse)?.offset, actual != offset {
            throw APIError(
                .paging, "The service sent the page at offset \(actual) instead of the one at offset \(offset).")
        }
    }

    public func next(after response: EndpointKit.Response<Response>, in list: Route) throws -> Self? {
        let page = response.value
        let offset = current(in: list)
        guard page.hasNextPage, missingCount(after: response, in: list) != 0 else { return nil }
        let (end, overflow) = offset.addingReportingOverflow(page.sentCount)
        if overflow || page.sentCount < 0 {
            throw APIError(.paging, "The offset of the next page is out of range: \(page.sentCount) elements follow offset \(offset).")
        }
        return at(end)
    }

    public func remainingPages(after response: EndpointKit.Response<Response>, in list: Route) -> Int? {
        guard response.value.hasNextPage else { return 0 }
        return missingCount(after: response, in: list)?.pages(of: response.value.sentCount)
    }

    public func page(_ distance: Int, after response: EndpointKit.Response<Response>, in list: Route) -> Self? {
        guard distance > 0, let remaining = remainingPages(after: response, in: list), distance <= remaining else { return nil }
        let (length, tooLong) = response.value.sentCount.multipliedReportingOverflow(by: distance)
        let (offset, tooFar) = current(in: list).addingReportingOverflow(length)
        return tooLong || tooFar ? nil : at(offset)
    }

    private func current(in list: Route) -> Int { offset ?? list[pageItem: name].flatMap { Int($0) } ?? 0 }

    private func at(_ offset: Int) -> Self {
        var page = self
        page.offset = offset
        return page
    }

    /// The number of elements after this page; nil where the total isn't known.
    private func missingCount(after response: EndpointKit.Response<Response>, in list: Route) -> Int? {
        guard let total = (response.value as? any CountedResponse)?.totalCount else { return nil }
        let offset = max(0, current(in: list))
        return offset >= total ? 0 : max(0, total - offset - max(0, response.value.sentCount))
    }
}

extension PagingStrategy {
    /// Pages by offset: `?offset=40`, or another name. A list begins at 0, unless the endpoint's own query names another offset.
    public static func offset<R: PaginatedResponse & Sendable>(_ name: String = "offset") -> Self
    where Self == PageOffset<R>, R.Element: Sendable {
        PageOffset(name: name)
    }
}
