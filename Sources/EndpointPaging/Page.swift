/// One page of a list, from ``APIClient/pages(of:limits:prefetch:calling:)``.
public struct Page<Request: PaginatedRequest>: Sendable {
    /// The number of the page in the list, from 1. When a list is resumed, the numbering continues.
    public let number: Int
    /// The request that loaded the page.
    public let request: Request
    /// The same request as it was sent, after adapters, authentication and redirects. Its description hides secrets.
    public let sent: HTTPRequest
    /// How many elements the service sent, including those that could not be decoded; nil if this isn't known.
    public let sentCount: Int?
    /// The decoded page.
    public let value: Request.Response
    /// The header fields of the response.
    public let headers: HTTPHeaders
    /// The elements of the page, without those that were handled before the list was resumed.
    public let elements: [Request.Response.Element]
    /// The position of the next page; nil after the last one.
    public let next: PagePosition<Request>?
    /// How many more pages the list has, regardless of limits, and thus how many more calls it takes; nil if this isn't known.
    public let remainingPages: Int?

    /// Whether the list has a page after this one, regardless of limits.
    public var hasNextPage: Bool { next != nil }

    let position: PagePosition<Request>

    init(_ response: Response<Request.Response>, at position: PagePosition<Request>, next: PagePosition<Request>?) {
        self.position = position
        number = position.number
        request = position.request
        sent = response.request
        value = response.value
        sentCount = response.sentCount
        headers = response.headers
        elements = position.skipped > 0 ? Array(response.value.elements.dropFirst(position.skipped)) : response.value.elements
        self.next = next
        remainingPages = next == nil ? 0 : position.request.remainingPages(after: response)
    }
}

/// A position from which a list can be resumed: in another loop, after a failure, or in another process if the request is Codable.
///
///     var done = [Character]()
///     var position: PagePosition<CharacterList>? = PagePosition(.characters())
///     while let current = position {
///         let list = await client.elements(from: current, limits: PageLimits(maxPages: 10)).collect()
///         done += list.elements
///         if let failure = list.failure { throw failure }
///         position = list.position
///     }
///
/// It contains the whole request, including any secrets, and whether the list has left its origin, so store it as a whole. There is no
/// position after a page that repeats an earlier one.
public struct PagePosition<Request: PaginatedRequest>: Sendable {
    /// The request for the next page.
    public var request: Request
    /// The number of that page, from 1.
    public var number: Int
    /// How many of that page's elements have been handled.
    public var skipped: Int
    var origins = PageOrigins()

    /// The beginning of a list.
    public init(_ request: Request) {
        self.request = request
        number = 1
        skipped = 0
    }

    /// The resolved request for the page.
    var page: ResolvedPage<Request> { ResolvedPage(request, on: origins) }

    /// The position of the page to which the response to this page leads.
    func moved(to request: Request, after response: Response<Request.Response>) -> Self {
        var next = self
        (next.request, next.skipped) = (request, 0)
        next.number = number == .max ? .max : number + 1
        next.origins.note(response.sent)
        return next
    }

    func checkSecurity(of page: ResolvedPage<Request>, after response: Response<Request.Response>) throws {
        if origins.isLessSecure(page.resolvedRoute) {
            throw response.paging("has a next page that can't be followed: it leads from https to http")
        }
    }

    /// The same position with the client's origins and its convention for the list's endpoint.
    func begun(in client: APIClient) -> Self {
        var position = self
        position.origins.begin(at: client.home)
        if let request = (request as? any ListRequest)?.resolved(by: client.json) as? Request { position.request = request }
        return position
    }
}

extension PagePosition: Codable where Request: Codable {
    private enum CodingKeys: CodingKey {
        case request, number, skipped, origins
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        request = try members.decode(Request.self, forKey: .request)
        number = try members.decode(Int.self, forKey: .number)
        skipped = try members.decode(Int.self, forKey: .skipped)
        origins = try members.decodeIfPresent(PageOrigins.self, forKey: .origins) ?? PageOrigins()
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(request, forKey: .request)
        try members.encode(number, forKey: .number)
        try members.encode(skipped, forKey: .skipped)
        try members.encode(origins, forKey: .origins)
    }
}
extension PagePosition: Equatable where Request: Equatable {}
extension PagePosition: Hashable where Request: Hashable {}

/// Limits how far a list is followed. Pages and elements are counted from the start of a loop.
///
/// A page that leads to an earlier one causes an ``APIError`` of code `paging` even without limits. Limits are for loops that can't be
/// detected: a service that keeps naming new pages or ignores the page number, and requests that differ each time.
public struct PageLimits: Hashable, Sendable {
    /// The maximum number of pages to load. nil, the default, means all.
    public var maxPages: Int?
    /// The number of elements after which no more pages are loaded. Sequences of pages deliver whole pages; sequences of elements end at
    /// exactly this number. nil, the default, means all.
    public var maxElements: Int?
    /// How many consecutive empty pages may each lead to another page. One more causes an ``APIError`` of code `paging`. 10 by default,
    /// because some services filter their pages after counting.
    public var maxEmptyPages: Int
    /// How many consecutive pages may have the same body as the page before them. One more causes an ``APIError`` of code `paging`. 10 by
    /// default: two pages may have equal elements, but a service that ignores the page number sends the same page forever.
    public var maxEqualPages: Int
    /// The maximum number of calls that the list may take, without retries. A list that is known to take more fails with an ``APIError`` of
    /// code `quota`: before its second call if the first page states a total, otherwise after this many calls. 10,000 by default; nil means
    /// no limit.
    public var maxCost: Int?

    /// Creates limits; by default all pages are loaded, up to 10,000.
    public init(maxPages: Int? = nil, maxElements: Int? = nil, maxEmptyPages: Int = 10, maxEqualPages: Int = 10, maxCost: Int? = 10_000) {
        self.maxPages = maxPages
        self.maxElements = maxElements
        self.maxEmptyPages = maxEmptyPages
        self.maxEqualPages = maxEqualPages
        self.maxCost = maxCost
    }
}
