/// One page of a list, from ``APIClient/pages(of:limits:prefetch:calling:)``.
public struct Page<Request: PaginatedRequest>: Sendable {
    /// The number of the page, from 1 for the first page of the loop. A list that is resumed continues to count.
    public let number: Int
    /// The request that loaded the page.
    public let request: Request
    /// The decoded page.
    public let value: Request.Response
    /// The header fields of the response.
    public let headers: HTTPHeaders
    /// The elements of the page, without those that were handled before the list was resumed.
    public let elements: [Request.Response.Element]
    /// The position of the next page; nil after the last one.
    public let next: PagePosition<Request>?
    /// How many more pages the list has, and so how many more calls it needs, without regard to limits; nil where that isn't known.
    public let remainingPages: Int?

    /// Whether the list has a page after this one, without regard to limits.
    public var hasNextPage: Bool { next != nil }

    init(_ response: Response<Request.Response>, at position: PagePosition<Request>, next: PagePosition<Request>?) {
        number = position.number
        request = position.request
        value = response.value
        headers = response.headers
        elements = position.skipped > 0 ? Array(response.value.elements.dropFirst(position.skipped)) : response.value.elements
        self.next = next
        remainingPages = next == nil ? 0 : position.request.remainingPages(after: response)
    }
}

/// A place in a list, to resume from it: in another loop, after a failure, or, where the request is Codable, in another process.
///
///     var done = [Character]()
///     var position: PagePosition<CharacterList>? = PagePosition(.characters())
///     while let current = position {
///         let list = await client.elements(from: current).collect()
///         done += list.elements
///         position = list.position
///     }
///
/// It holds the whole request, with any secrets in it.
public struct PagePosition<Request: PaginatedRequest>: Sendable {
    /// The request for the next page.
    public var request: Request
    /// The number of that page, from 1.
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

/// Limits how far a list is followed. Pages and elements count from the start of a loop.
///
/// Even without limits, a page that leads to an earlier one is an ``APIError`` of code `paging` rather than an endless loop.
public struct PageLimits: Hashable, Sendable {
    /// The most pages to load. nil, the default, for all.
    public var maxPages: Int?
    /// The number of elements after which no more pages are loaded. Pages are always complete; elements end at this number. nil, the
    /// default, for all.
    public var maxElements: Int?
    /// How many empty pages in a row may lead to another page; one more is an ``APIError`` of code `paging`. 0 by default, though some
    /// services send such pages while they search.
    public var maxEmptyPages: Int
    /// The most calls that the list may need, without retries. A list that is known to need more fails with an ``APIError`` of code
    /// `quota`: before its second call if the first page has a total, else after this many calls. nil, the default, for any number.
    public var maxCost: Int?

    /// Takes the limits; by default all pages are loaded, and none may be empty but the last.
    public init(maxPages: Int? = nil, maxElements: Int? = nil, maxEmptyPages: Int = 0, maxCost: Int? = nil) {
        self.maxPages = maxPages
        self.maxElements = maxElements
        self.maxEmptyPages = maxEmptyPages
        self.maxCost = maxCost
    }
}
