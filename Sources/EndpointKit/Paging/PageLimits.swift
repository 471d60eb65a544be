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
