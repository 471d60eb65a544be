/// Reads a list page by page, for one loop:
///
/// 1. Stop at a limit, or throw the error that the previous page's next position caused.
/// 2. Load the page, or wait for its prefetch.
/// 3. Find the next position.
/// 4. Prefetch the following pages that are known.
final class PageReader<Request: PaginatedRequest> {
    /// The position of the next page; nil at the end of the list.
    private(set) var position: PagePosition<Request>?
    private let prefetch: Int
    private let pages: PagesAhead<Request>
    private var course: PageCourse<Request>
    private let client: APIClient
    private var isBegun = false
    private var isOver = false
    private var error: (any Error)?
    /// The resolved request of `position`.
    private var nextPage: ResolvedPage<Request>?

    init(_ sequence: PageSequence<Request>) {
        position = sequence.start
        prefetch = sequence.prefetch
        pages = PagesAhead(source: sequence.source)
        client = sequence.source.client
        course = PageCourse(limits: sequence.limits)
    }

    func next() async throws -> Page<Request>? {
        guard !isOver else { return nil }
        do {
            guard course.isOpen else {
                end()
                return nil
            }
            if let error { throw error }
            guard let position else { return nil }
            return try await page(at: position)
        } catch {
            if course.isCircle { position = nil }
            end()
            throw error
        }
    }

    private func page(at position: PagePosition<Request>) async throws -> Page<Request> {
        let position = isBegun ? position : position.begun(in: client)
        isBegun = true
        let page = nextPage ?? position.page
        let response = try await pages.response(to: page)
        try await page.request.check(response)
        let count = max(0, response.value.elements.count - max(0, position.skipped))
        let step = course.advance(from: position, to: page, after: response, newElements: count)
        (self.position, nextPage, error) = (step.next, step.page, step.error)
        if let next = step.next, let page = step.page, step.error == nil {
            lookAhead(to: page, next.origins, after: position.request, response)
        }
        if step.next == nil, step.error == nil { end() }
        return Page(response, at: position, next: step.next)
    }

    private func lookAhead(
        to next: ResolvedPage<Request>, _ origins: PageOrigins, after request: Request, _ response: Response<Request.Response>
    ) {
        guard prefetch > 0 else { return }
        pages.keep(ifNextIs: next)
        let count = min(prefetch, course.openPageCount(ofSize: response.value.elements.count))
        if pages.count == 0, count > 0, !pages.append(next) { return }
        while pages.count < count {
            guard let page = try? request.page(pages.count + 1, after: response), pages.append(ResolvedPage(page, on: origins)) else {
                return
            }
        }
    }

    private func end() {
        isOver = true
        pages.cancel()
    }
}

/// Makes the calls for the pages of a list.
struct PageSource<Request: PaginatedRequest>: Sendable {
    let client: APIClient
    let calling: @Sendable (Call<Request.Response>) -> Call<Request.Response>

    func response(to page: ResolvedPage<Request>) async throws -> Response<Request.Response> {
        var response = try await calling(client.call(page)).response
        response.lossy = page.lossy
        return response
    }
}
