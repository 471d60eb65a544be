/// Identifies a page by its number in the query: `?page=2`.
///
/// It counts the elements that the service sends, so pages may differ in size. A list that begins at a later page ends at its total only if
/// its pages state their size (``SizedResponse``); otherwise it ends with an empty page.
public struct PageNumber<Response: PaginatedResponse & Sendable>: PagingStrategy, Codable where Response.Element: Sendable {
    /// The name of the query item.
    public var name: String
    /// The number of the first page, unless the endpoint's own query specifies one. 1 by default.
    public var first: Int
    /// The number of elements in a full page. It is used to calculate the remaining pages, for ``Page/remainingPages`` and to prefetch
    /// several pages. Unused if the pages state their size.
    public var size: PageSize?
    /// The number of the page; nil for the page that the endpoint itself requests.
    public var number: Int? {
        didSet { before = nil }
    }
    /// How many elements the service has sent on earlier pages; nil if the list began at a later page.
    private var before: Int?

    /// The first page of a list.
    public init(name: String = "page", first: Int = 1, size: PageSize? = nil) {
        self.name = name
        self.first = first
        self.size = size
    }

    public var isCrossOrigin: Bool { false }

    public func apply(to list: inout Route) {
        size?.apply(to: &list)
        if let number { list.setPageItem(name, to: number) }
    }

    public func next(after response: EndpointClient.Response<Response>, in list: Route) throws -> Self? {
        let end = try ListEnd(response)
        let before = before(response, in: list)
        if try end.isLast(after: before), !hasMoreThanCounted(end, before, in: list) { return nil }
        guard var next = page(ahead: 1, in: list) else {
            throw response.paging("has the largest possible number, but isn't the last")
        }
        if case .known(let before) = before {
            let (sum, overflow) = before.addingReportingOverflow(end.sent)
            if overflow { throw response.paging("has \(end.sent) elements after \(before), which is more than can be counted") }
            next.before = sum
        }
        return next
    }

    /// Whether a full page reaches the total only because earlier pages had more elements than their stated size, such as pinned elements,
    /// which the total may not include.
    private func hasMoreThanCounted(_ end: ListEnd<Response>, _ before: ListEnd<Response>.Before, in list: Route) -> Bool {
        guard case .known(let before) = before, let size = end.pageSize, end.sent >= size else { return false }
        let (pages, underflow) = current(in: list).subtractingReportingOverflow(first)
        let (expected, overflow) = pages.multipliedReportingOverflow(by: size)
        return !underflow && !overflow && (before > expected || end.sent > size)
    }

    public func remainingPages(after response: EndpointClient.Response<Response>, in list: Route) -> Int? {
        guard let end = try? ListEnd(response) else { return nil }
        return end.remainingPages(after: before(response, in: list), size: end.pageSize ?? size?.count(in: list))
    }

    public func page(_ distance: Int, after response: EndpointClient.Response<Response>, in list: Route) -> Self? {
        guard distance > 0, let remaining = remainingPages(after: response, in: list), distance <= remaining else { return nil }
        return page(ahead: distance, in: list)
    }

    private func current(in list: Route) -> Int { number ?? list[pageItem: name].flatMap { Int($0) } ?? first }

    private func page(ahead distance: Int, in list: Route) -> Self? {
        let (number, overflow) = current(in: list).addingReportingOverflow(distance)
        guard !overflow else { return nil }
        var page = self
        page.number = number
        return page
    }

    private func before(_ response: EndpointClient.Response<Response>, in list: Route) -> ListEnd<Response>.Before {
        let number = current(in: list)
        if let before { return .known(before) }
        if number == first { return .known(0) }
        guard let size = ListEnd<Response>.pageSize(of: response.value) else { return .unknown }
        let (pages, underflow) = number.subtractingReportingOverflow(first)
        let (before, overflow) = pages.multipliedReportingOverflow(by: size)
        return underflow || overflow || before < 0 ? .unknown : .calculated(before)
    }

    // The elements before a page aren't part of its identity.
    public static func == (a: Self, b: Self) -> Bool {
        (a.name, a.first, a.number) == (b.name, b.first, b.number) && a.size == b.size
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(number)
    }
}

extension PagingStrategy {
    /// Pages by number: `?page=2`, or another name. A list begins with page `first`, unless the endpoint's own query specifies another page.
    public static func number<R: PaginatedResponse & Sendable>(
        _ name: String = "page", first: Int = 1, size: PageSize? = nil
    ) -> Self where Self == PageNumber<R>, R.Element: Sendable {
        PageNumber(name: name, first: first, size: size)
    }
}
