/// The way through the pages of a list: where it leads, and whether it may be gone. It asks for nothing itself.
struct PageCourse<Request: PaginatedRequest> {
    let limits: PageLimits
    private(set) var pageCount = 0
    private(set) var elementCount = 0
    private var emptyPagesInARow = 0
    private var seen: Set<PageFingerprint> = []

    /// From so many pages on, only one that doubles their number is remembered: little memory, which still ends any circle.
    private static var memory: Int { 1 << 14 }

    init(limits: PageLimits, first: Request) {
        self.limits = limits
        if let fingerprint = PageFingerprint(first) { seen.insert(fingerprint) }
    }

    /// Whether a page may be asked for, as far as the limits go.
    var isOpen: Bool { pageCount < limits.maxPages ?? .max && elementCount < limits.maxElements ?? .max }

    /// How many pages may come yet, if each has as many elements as that.
    func openPageCount(ofSize size: Int) -> Int {
        let pages = max(0, max(0, limits.maxPages ?? .max) - pageCount)
        guard let limit = limits.maxElements else { return pages }
        return min(pages, (max(0, limit) - elementCount).pages(of: size) ?? pages)
    }

    /// Where the list goes on, and what is wrong with that: said when it is asked for, as the page that led there is good.
    struct Step {
        var next: PagePosition<Request>?
        var error: (any Error)?
    }

    mutating func advance(from position: PagePosition<Request>, after reply: Response<Request.Response>, newElements: Int) -> Step {
        pageCount += 1
        elementCount += newElements
        // One whose elements were all left out isn't empty.
        emptyPagesInARow = reply.value.elements.isEmpty && reply.value.sentCount <= 0 ? emptyPagesInARow + 1 : 0
        do {
            guard let request = try position.request.next(after: reply) else { return Step() }
            let number = position.number == .max ? .max : position.number + 1
            var step = Step(next: PagePosition(request: request, number: number, skipped: 0))
            if isOpen {
                do { try check(request, after: position, reply) } catch { step.error = error }
            }
            return step
        } catch {
            // The page that doesn't say what follows has to be asked again.
            var same = position
            same.skipped = reply.value.elements.count
            return Step(next: same, error: error)
        }
    }

    private mutating func check(_ next: Request, after position: PagePosition<Request>, _ reply: Response<Request.Response>) throws {
        if emptyPagesInARow > limits.maxEmptyPages {
            throw APIError(.paging, "Page \(position.number) is empty, and yet there should be more.")
        }
        if let fingerprint = PageFingerprint(next) {
            if seen.contains(fingerprint) {
                throw APIError(.paging, "The pages go round in a circle: after page \(position.number) comes one that was there before.")
            }
            if seen.count < Self.memory || pageCount.nonzeroBitCount == 1 { seen.insert(fingerprint) }
        }
        if let cost = limits.maxCost {
            // One at least, as there is a next page.
            let (total, overflow) = pageCount.addingReportingOverflow(max(1, position.request.remainingPages(after: reply) ?? 1))
            if overflow || total > cost { throw APIError(.quota, "The list costs at least \(total) calls, and may cost \(cost).") }
        }
    }
}

/// Pages that were asked for before they are wanted, in the order in which they will be. Whoever lets go of it ends their calls.
final class PagesAhead<Request: PaginatedRequest> {
    private typealias Flight = (page: PageFingerprint, task: Task<Response<Request.Response>, any Error>)
    private let source: PageSource<Request>
    private var flights: [Flight] = []

    init(source: PageSource<Request>) { self.source = source }

    deinit { cancel() }

    var count: Int { flights.count }

    /// Asks for one more page. False where it can't be told apart from others.
    func append(_ request: Request) -> Bool {
        guard let page = PageFingerprint(request) else { return false }
        flights.append((page, Task { [source] in try await source.reply(to: request) }))
        return true
    }

    /// Ends the calls, unless the first of them is for the page of that request: what was guessed is no page of the list then.
    func keep(ifNextIs request: Request) {
        guard let first = flights.first, first.page != PageFingerprint(request) else { return }
        cancel()
    }

    /// The answer to the request: of the call that is on its way, or of one that is made now.
    func reply(to request: Request) async throws -> Response<Request.Response> {
        keep(ifNextIs: request)
        guard !flights.isEmpty else { return try await source.reply(to: request) }
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
