/// The course through the pages of a list: the next position, and whether limits and rules allow it. It makes no calls itself.
struct PageCourse<Request: PaginatedRequest> {
    let limits: PageLimits
    private(set) var pageCount = 0
    private(set) var elementCount = 0
    private var emptyPagesInARow = 0
    /// Whether the last page has to be loaded again, which counts once.
    private var isSamePage = false
    private var seen: Set<PageFingerprint> = []

    /// From this many pages on, only those are remembered whose number is a power of two: that takes little memory and still finds any
    /// loop.
    private static var memory: Int { 1 << 12 }

    init(limits: PageLimits, first: Request) {
        self.limits = limits
        if let fingerprint = PageFingerprint(first) { seen.insert(fingerprint) }
    }

    /// Whether the limits allow another page.
    var isOpen: Bool { pageCount < limits.maxPages ?? .max && elementCount < limits.maxElements ?? .max }

    /// How many more pages the limits allow, if each has `size` elements.
    func openPageCount(ofSize size: Int) -> Int {
        let pages = max(0, max(0, limits.maxPages ?? .max) - pageCount)
        guard let limit = limits.maxElements else { return pages }
        return min(pages, (max(0, limit) - elementCount).pages(of: size) ?? pages)
    }

    /// The next position, and its error. The error is thrown when the next page is asked for, as the page before is good.
    struct Step {
        var next: PagePosition<Request>?
        var error: (any Error)?
        /// Whether `next` is the page that was loaded, because it didn't tell the page after it.
        var isSamePage = false
    }

    mutating func advance(from position: PagePosition<Request>, after response: Response<Request.Response>, newElements: Int) -> Step {
        elementCount += newElements
        if !isSamePage {
            pageCount += 1
            // A page whose elements were all skipped isn't empty.
            emptyPagesInARow = response.value.elements.isEmpty && response.value.sentCount <= 0 ? emptyPagesInARow + 1 : 0
        }
        isSamePage = false
        do {
            guard let request = try position.request.next(after: response) else { return Step() }
            let number = position.number == .max ? .max : position.number + 1
            var step = Step(next: PagePosition(request: request, number: number, skipped: 0))
            if isOpen {
                do { try check(request, after: position, response) } catch { step.error = error }
            }
            return step
        } catch {
            // The page that doesn't name the next one has to be loaded again.
            isSamePage = true
            var same = position
            same.skipped = response.value.elements.count
            return Step(next: same, error: error, isSamePage: true)
        }
    }

    private mutating func check(_ next: Request, after position: PagePosition<Request>, _ response: Response<Request.Response>) throws {
        if emptyPagesInARow > limits.maxEmptyPages {
            throw APIError(.paging, "Page \(position.number) is empty, but the service says that more pages follow.")
        }
        if let fingerprint = PageFingerprint(next) {
            if seen.contains(fingerprint) {
                throw APIError(.paging, "The pages repeat: page \(position.number) leads to an earlier page.")
            }
            if seen.count < Self.memory || pageCount.nonzeroBitCount == 1 { seen.insert(fingerprint) }
        }
        if let cost = limits.maxCost {
            // At least one, as there is a next page.
            let (total, overflow) = pageCount.addingReportingOverflow(max(1, position.request.remainingPages(after: response) ?? 1))
            if overflow || total > cost { throw APIError(.quota, "The list needs at least \(total) calls, and its limit is \(cost).") }
        }
    }
}

/// Prefetched pages, in the order in which the loop will ask for them. Their calls are cancelled when it is released.
final class PagesAhead<Request: PaginatedRequest> {
    private typealias Flight = (page: PageFingerprint, task: Task<Response<Request.Response>, any Error>)
    private let source: PageSource<Request>
    private var flights: [Flight] = []

    init(source: PageSource<Request>) { self.source = source }

    deinit { cancel() }

    var count: Int { flights.count }

    /// Prefetches one more page. False where its request can't be compared with others.
    func append(_ request: Request) -> Bool {
        guard let page = PageFingerprint(request) else { return false }
        flights.append((page, Task { [source] in try await source.response(to: request) }))
        return true
    }

    /// Cancels the calls unless the first of them is for `request`: otherwise the guessed pages aren't those of the list.
    func keep(ifNextIs request: Request) {
        guard let first = flights.first, first.page != PageFingerprint(request) else { return }
        cancel()
    }

    /// The response to the request, from the call in flight or from a new one.
    func response(to request: Request) async throws -> Response<Request.Response> {
        keep(ifNextIs: request)
        guard !flights.isEmpty else { return try await source.response(to: request) }
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
