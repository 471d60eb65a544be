/// One page of a list, as it comes out of ``APIClient/pages(of:limits:ahead:calling:)``.
public struct Page<Request: PaginatedRequest>: Sendable {
    /// From 1, wherever in the list it was begun; a list that is resumed goes on counting.
    public let number: Int
    public let request: Request
    public let value: Request.Response
    /// Of the response.
    public let headers: HTTPHeaders
    /// The page's elements, without those that were handled before the list was resumed.
    public let elements: [Request.Response.Element]
    /// Where the list goes on after this page; nil after the last one.
    public let next: PagePosition<Request>?
    /// How many more pages there are in the list, so how many more calls it costs; nil where that isn't known. The limits don't count.
    public let remainingPages: Int?

    public var hasNextPage: Bool { next != nil }

    init(_ reply: Response<Request.Response>, at position: PagePosition<Request>, next: PagePosition<Request>?) {
        number = position.number
        request = position.request
        value = reply.value
        headers = reply.headers
        elements = position.skipped > 0 ? Array(reply.value.elements.dropFirst(position.skipped)) : reply.value.elements
        self.next = next
        remainingPages = next == nil ? 0 : position.request.remainingPages(after: reply)
    }
}

/// A place in a list, to go on from: in another loop, after a failure, or, where the request is Codable, in another process.
///
///     var done = [Character]()
///     var position: PagePosition<CharacterList>? = PagePosition(.characters())
///     while let current = position {
///         let list = await client.elements(from: current).collect()
///         done += list.elements
///         position = list.position
///     }
///
/// It holds the whole request: what is secret in that is secret here.
public struct PagePosition<Request: PaginatedRequest>: Sendable {
    /// For the page that comes next.
    public var request: Request
    /// Of that page, from 1.
    public var number: Int
    /// How many of that page's elements were handled already.
    public var skipped: Int

    /// The beginning of a list.
    public init(_ request: Request) {
        self.init(request: request, number: 1, skipped: 0)
    }

    init(request: Request, number: Int, skipped: Int) {
        self.request = request
        self.number = number
        self.skipped = skipped
    }
}

extension PagePosition: Codable where Request: Codable {}
extension PagePosition: Equatable where Request: Equatable {}
extension PagePosition: Hashable where Request: Hashable {}

/// How far the pages of a list are followed. They are counted from where a loop begins.
///
/// Whatever the limits, a page that leads to one that was there before is an ``APIError`` of code `paging`, and no endless loop.
public struct PageLimits: Hashable, Sendable {
    /// No more pages than these are asked for. nil for all.
    public var maxPages: Int?
    /// No page is asked for when so many elements are there. Pages are given whole, elements to that number. nil for all.
    public var maxElements: Int?
    /// How many pages in a row may be empty and yet lead to another; one more is an ``APIError`` of code `paging`. 0, though some services
    /// that look for something by and by send such pages.
    public var maxEmptyPages: Int
    /// How many calls the list may cost, retries aside: where the first page tells that it costs more, there is no second call but an
    /// ``APIError`` of code `quota`. Where no page tells, the list ends so after that many. nil for any number.
    public var maxCost: Int?

    public init(maxPages: Int? = nil, maxElements: Int? = nil, maxEmptyPages: Int = 0, maxCost: Int? = nil) {
        self.maxPages = maxPages
        self.maxElements = maxElements
        self.maxEmptyPages = maxEmptyPages
        self.maxCost = maxCost
    }
}
