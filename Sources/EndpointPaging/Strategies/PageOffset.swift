/// Identifies a page by an offset in the query, which is the number of elements before the page: `?offset=40`.
///
/// The next page begins after the elements that the service sent, which may be fewer than requested.
public struct PageOffset<Response: PaginatedResponse & Sendable>: PagingStrategy, Codable, Hashable where Response.Element: Sendable {
    /// The name of the query item.
    public var name: String
    /// The number of elements in a full page. It is used to calculate the remaining pages, for ``Page/remainingPages`` and to prefetch
    /// several pages. Unused if the pages state their size.
    public var size: PageSize?
    /// The number of elements before the page; nil for the page that the endpoint itself requests.
    public var offset: Int?

    /// The first page of a list.
    public init(name: String = "offset", size: PageSize? = nil) {
        self.name = name
        self.size = size
    }

    public var isCrossOrigin: Bool { false }

    public func apply(to list: inout Route) {
        size?.apply(to: &list)
        if let offset { list.setPageItem(name, to: offset) }
    }

    public func check(_ response: EndpointClient.Response<Response>, in list: Route) throws {
        let offset = current(in: list)
        let actual = (response.value as? any OffsetResponse)?.offset ?? response.listRange?.bounds?.lowerBound
        if response.sentCount != 0, let actual, actual != offset {
            throw response.paging("begins at offset \(actual), but offset \(offset) was requested")
        }
    }

    public func next(after response: EndpointClient.Response<Response>, in list: Route) throws -> Self? {
        let end = try ListEnd(response)
        if try end.isLast(after: .known(current(in: list))) { return nil }
        guard let next = at(current(in: list).addingReportingOverflow(end.sent)) else {
            throw response.paging("has \(end.sent) elements, and the offset of the next page is out of range")
        }
        return next
    }

    public func remainingPages(after response: EndpointClient.Response<Response>, in list: Route) -> Int? {
        guard let end = try? ListEnd(response) else { return nil }
        return end.remainingPages(after: .known(current(in: list)), size: size(response, in: list))
    }

    public func page(_ distance: Int, after response: EndpointClient.Response<Response>, in list: Route) -> Self? {
        guard distance > 0, let remaining = remainingPages(after: response, in: list), distance <= remaining,
            let size = size(response, in: list), let next = try? next(after: response, in: list)
        else { return nil }
        let (length, tooLong) = size.multipliedReportingOverflow(by: distance - 1)
        return tooLong ? nil : at(next.current(in: list).addingReportingOverflow(length))
    }

    private func size(_ response: EndpointClient.Response<Response>, in list: Route) -> Int? {
        ListEnd<Response>.pageSize(of: response.value) ?? size?.count(in: list)
    }

    private func current(in list: Route) -> Int { offset ?? list[pageItem: name].flatMap { Int($0) } ?? 0 }

    private func at(_ offset: (partialValue: Int, overflow: Bool)) -> Self? {
        if offset.overflow { return nil }
        var page = self
        page.offset = offset.partialValue
        return page
    }
}

extension PagingStrategy {
    /// Pages by offset: `?offset=40`, or another name. A list begins at 0, unless the endpoint's own query specifies another offset.
    public static func offset<R: PaginatedResponse & Sendable>(_ name: String = "offset", size: PageSize? = nil) -> Self
    where Self == PageOffset<R>, R.Element: Sendable {
        PageOffset(name: name, size: size)
    }
}
