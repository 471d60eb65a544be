/// Identifies a page by its number in the query: `?page=2`.
public struct PageNumber<Response: PaginatedResponse & Sendable>: PagingStrategy, Codable, Hashable where Response.Element: Sendable {
    /// The name of the query item.
    public var name: String
    /// The number of the first page, where the endpoint's own query names none. 1 by default.
    public var first: Int
    /// The number of the page; nil for the page that the endpoint itself requests.
    public var number: Int?
    // The size of a full page, from the first answer, as the last page may be shorter.
    private var size: Int?

    /// The first page of a list.
    public init(name: String = "page", first: Int = 1) {
        self.name = name
        self.first = first
    }

    public func apply(to list: inout Route) {
        if let number { list.setPageItem(name, to: number) }
    }

    public func next(after response: EndpointKit.Response<Response>, in list: Route) throws -> Self? {
        guard response.value.hasNextPage, missingCount(after: response, in: list) != 0 else { return nil }
        guard let next = page(ahead: 1, after: response, in: list) else {
            throw APIError(.paging, "The next page has no number: \(current(in: list)) is the largest possible.")
        }
        return next
    }

    public func remainingPages(after response: EndpointKit.Response<Response>, in list: Route) -> Int? {
        guard response.value.hasNextPage else { return 0 }
        return missingCount(after: response, in: list)?.pages(of: fullSize(response))
    }

    public func page(_ distance: Int, after response: EndpointKit.Response<Response>, in list: Route) -> Self? {
        guard distance > 0, let remaining = remainingPages(after: response, in: list), distance <= remaining else { return nil }
        return page(ahead: distance, after: response, in: list)
    }

    private func current(in list: Route) -> Int { number ?? list[pageItem: name].flatMap { Int($0) } ?? first }

    private func fullSize(_ response: EndpointKit.Response<Response>) -> Int { size ?? response.value.sentCount }

    private func page(ahead distance: Int, after response: EndpointKit.Response<Response>, in list: Route) -> Self? {
        let (number, overflow) = current(in: list).addingReportingOverflow(distance)
        guard !overflow else { return nil }
        var page = self
        page.number = number
        page.size = fullSize(response)
        return page
    }

    /// The number of elements after this page; nil where the total isn't known.
    private func missingCount(after response: EndpointKit.Response<Response>, in list: Route) -> Int? {
        guard let total = (response.value as? any CountedResponse)?.totalCount else { return nil }
        let (pages, underflow) = current(in: list).subtractingReportingOverflow(first)
        let (before, overflow) = max(0, pages).multipliedReportingOverflow(by: max(0, fullSize(response)))
        if underflow || overflow || before >= total { return 0 }
        return max(0, total - before - max(0, response.value.sentCount))
    }
}

extension PagingStrategy {
    /// Pages by number: `?page=2`, or another name. A list begins with page `first`, unless the endpoint's own query names another.
    public static func number<R: PaginatedResponse & Sendable>(_ name: String = "page", first: Int = 1) -> Self
    where Self == PageNumber<R>, R.Element: Sendable {
        PageNumber(name: name, first: first)
    }
}

extension Int {
    /// How many pages of `size` this many elements fill; nil for a size of 0.
    func pages(of size: Int) -> Int? {
        guard self > 0 else { return 0 }
        return size > 0 ? (self - 1) / size + 1 : nil
    }
}
