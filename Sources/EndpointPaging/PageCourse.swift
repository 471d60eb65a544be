/// Tracks the course through a list's pages: the next position, and whether limits and rules allow it. It makes no calls itself.
struct PageCourse<Request: PaginatedRequest> {
    let limits: PageLimits
    private(set) var pageCount = 0
    private(set) var elementCount = 0
    private var emptyPagesInARow = 0
    private var equalPagesInARow = 0
    /// Whether the last page has to be loaded again; both loads count as one page.
    private var isSamePage = false
    private var seen: Set<PageReference> = []
    private var lastBody = Data()
    /// Whether the pages repeat, so that the list can't be resumed.
    private(set) var isCircle = false

    /// From this page on, only pages whose number is a power of two are remembered. This takes little memory and still detects any loop.
    private static var memory: Int { 1 << 12 }

    init(limits: PageLimits) { self.limits = limits }

    /// Whether the limits allow another page.
    var isOpen: Bool { pageCount < limits.maxPages ?? .max && elementCount < limits.maxElements ?? .max }

    /// How many more pages the limits allow, if each has `size` elements.
    func openPageCount(ofSize size: Int) -> Int {
        let pages = max(0, max(0, limits.maxPages ?? .max) - pageCount)
        guard let limit = limits.maxElements, size > 0 else { return pages }
        let left = max(0, max(0, limit) - elementCount)
        return min(pages, left == 0 ? 0 : (left - 1) / size + 1)
    }

    /// The next position, or its error. The error is thrown only when the next page is requested, because the previous page is valid.
    struct Step {
        var next: PagePosition<Request>?
        /// The resolved request of `next`.
        var page: ResolvedPage<Request>?
        var error: (any Error)?
        /// Whether `next` is the page that was just loaded, because that page didn't name the one after it.
        var isSamePage = false
    }

    mutating func advance(
        from position: PagePosition<Request>, to page: ResolvedPage<Request>, after response: Response<Request.Response>, newElements: Int
    ) -> Step {
        elementCount += newElements
        if !isSamePage {
            pageCount += 1
            // A page isn't empty just because all its elements were skipped.
            let isEmpty = response.value.elements.isEmpty && response.sentCount ?? 0 <= 0
            let isEqual = !isEmpty && response.http.body == lastBody
            emptyPagesInARow = isEmpty ? emptyPagesInARow + 1 : 0
            equalPagesInARow = isEqual ? equalPagesInARow + 1 : 0
            lastBody = response.http.body
            note(page)
        }
        isSamePage = false
        do {
            guard let request = try page.request.next(after: response) else { return Step() }
            let next = position.moved(to: request, after: response)
            var step = Step(next: next)
            if isOpen {
                let nextPage = next.page
                step.page = nextPage
                do {
                    try next.checkSecurity(of: nextPage, after: response)
                    try check(nextPage, after: page, response)
                } catch { step.error = error }
                if isCircle { step.next = nil }
            }
            return step
        } catch {
            // The page didn't name the next one, so it has to be loaded again.
            isSamePage = true
            var same = position
            same.skipped = response.value.elements.count
            return Step(next: same, error: error, isSamePage: true)
        }
    }

    private mutating func note(_ page: ResolvedPage<Request>) {
        guard let reference = page.reference else { return }
        if seen.count < Self.memory || pageCount.nonzeroBitCount == 1 { seen.insert(reference) }
    }

    private mutating func check(
        _ next: ResolvedPage<Request>, after page: ResolvedPage<Request>, _ response: Response<Request.Response>
    ) throws {
        if emptyPagesInARow > max(0, limits.maxEmptyPages) {
            let before = limits.maxEmptyPages > 0 ? ", like the \(limits.maxEmptyPages) before it," : ","
            throw response.paging("is empty\(before) but the service says that more pages follow")
        }
        if equalPagesInARow > max(0, limits.maxEqualPages) {
            throw response.paging("equals the \(equalPagesInARow) pages before it, but the service says that more pages follow")
        }
        if let reference = next.reference, seen.contains(reference) {
            isCircle = true
            throw response.paging("leads to an earlier one")
        }
        if let cost = limits.maxCost {
            // At least one, because there is a next page.
            let (total, overflow) = pageCount.addingReportingOverflow(max(1, page.request.remainingPages(after: response) ?? 1))
            if overflow || total > cost {
                throw APIError(
                    .quota, "The list needs at least \(total) calls, and its limit is \(cost): PageLimits.maxCost.",
                    request: response.request, response: response.http)
            }
        }
    }
}

/// Prefetched pages, in the order in which the loop will request them. Releasing this object cancels their calls.
final class PagesAhead<Request: PaginatedRequest> {
    private typealias Flight = (page: PageReference, task: Task<Response<Request.Response>, any Error>)
    private let source: PageSource<Request>
    private var flights: [Flight] = []

    init(source: PageSource<Request>) { self.source = source }

    deinit { cancel() }

    var count: Int { flights.count }

    /// Prefetches one more page. Returns false if its request can't be compared with others.
    func append(_ page: ResolvedPage<Request>) -> Bool {
        guard let reference = page.reference else { return false }
        flights.append((reference, Task { [source] in try await source.response(to: page) }))
        return true
    }

    /// Cancels the calls unless the first one is for `page`: otherwise the guessed pages aren't those of the list.
    func keep(ifNextIs page: ResolvedPage<Request>) {
        guard let first = flights.first, first.page != page.reference else { return }
        cancel()
    }

    /// The response to the page's request, from a call in flight or from a new one.
    func response(to page: ResolvedPage<Request>) async throws -> Response<Request.Response> {
        keep(ifNextIs: page)
        guard !flights.isEmpty else { return try await source.response(to: page) }
        let task = flights.removeFirst().task
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    func cancel() {
        for flight in flights { flight.task.cancel() }
        flights = []
    }
}
