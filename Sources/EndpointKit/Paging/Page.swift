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
