/// A page by its number, in the query: `?page=2`.
public struct PageNumber<Response: PaginatedResponse & Sendable>: PagingStrategy, Codable, Hashable where Response.Element: Sendable {
    /// Of the query item.
    public var name: String
    /// What the first page of a list is called, where the endpoint names none.
    public var first: Int
    /// nil for the page that the endpoint itself asks for.
    public var number: Int?
    // Known from the first answer on: of the last page it can't be told.
    private var size: Int?

    public init(name: String = "page", first: Int = 1) {
        self.name = name
        self.first = first
    }

    public func apply(to list: inout Route) {
        if let number { list.setPageItem(name, to: number) }
    }

    public func next(after reply: EndpointKit.Response<Response>, in list: Route) throws -> Self? {
        guard reply.value.hasNextPage, missingCount(after: reply, in: list) != 0 else { return nil }
        guard let next = page(ahead: 1, after: reply, in: list) else {
            throw APIError(.paging, "There is no number after \(current(in: list)) for the next page.")
        }
        return next
    }

    public func remainingPages(after reply: EndpointKit.Response<Response>, in list: Route) -> Int? {
        guard reply.value.hasNextPage else { return 0 }
        return missingCount(after: reply, in: list)?.pages(of: fullSize(reply))
    }

    public func page(_ distance: Int, after reply: EndpointKit.Response<Response>, in list: Route) -> Self? {
        guard distance > 0, let remaining = remainingPages(after: reply, in: list), distance <= remaining else { return nil }
        return page(ahead: distance, after: reply, in: list)
    }

    private func current(in list: Route) -> Int { number ?? list[pageItem: name].flatMap { Int($0) } ?? first }

    private func fullSize(_ reply: EndpointKit.Response<Response>) -> Int { size ?? reply.value.sentCount }

    private func page(ahead distance: Int, after reply: EndpointKit.Response<Response>, in list: Route) -> Self? {
        let (number, overflow) = current(in: list).addingReportingOverflow(distance)
        guard !overflow else { return nil }
        var page = self
        page.number = number
        page.size = fullSize(reply)
        return page
    }

    /// Of the list's elements, those that come after this page; nil where the total isn't known.
    private func missingCount(after reply: EndpointKit.Response<Response>, in list: Route) -> Int? {
        guard let total = (reply.value as? any CountedResponse)?.totalCount else { return nil }
        let (pages, underflow) = current(in: list).subtractingReportingOverflow(first)
        let (before, overflow) = max(0, pages).multipliedReportingOverflow(by: max(0, fullSize(reply)))
        if underflow || overflow || before >= total { return 0 }
        return max(0, total - before - max(0, reply.value.sentCount))
    }
}

extension PagingStrategy {
    /// `?page=2`, under any name. The first page of a list is `first`, unless the endpoint's own query says with which one to begin.
    public static func number<R: PaginatedResponse & Sendable>(_ name: String = "page", first: Int = 1) -> Self
    where Self == PageNumber<R>, R.Element: Sendable {
        PageNumber(name: name, first: first)
    }
}

extension Int {
    /// How many pages of that size so many elements take; nil where nothing can be said, as of a page without any.
    func pages(of size: Int) -> Int? {
        guard self > 0 else { return 0 }
        return size > 0 ? (self - 1) / size + 1 : nil
    }
}
