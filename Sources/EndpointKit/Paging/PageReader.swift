/// Reads a list page by page, for one loop:
///
/// 1. Stop at a limit, and throw the error of an earlier page's next position.
/// 2. Load the page, or wait for its prefetch.
/// 3. Find the next position.
/// 4. Prefetch the pages after it, as far as they are known.
final class PageReader<Request: PaginatedRequest> {
    /// The position of the next page; nil at the end of the list.
    private(set) var position: PagePosition<Request>?
    private let prefetch: Int
    private let pages: PagesAhead<Request>
    private var course: PageCourse<Request>
    private var isOver = false
    private var error: (any Error)?

    init(_ sequence: PageSequence<Request>) {
        position = sequence.start
        prefetch = sequence.prefetch
        pages = PagesAhead(source: sequence.source)
        course = PageCourse(limits: sequence.limits, first: sequence.start.request)
    }

    func next() async throws -> Page<Request>? {
        guard !isOver, let position else { return nil }
        do {
            return try await page(at: position)
        } catch {
            end()
            throw error
        }
    }

    private func page(at position: PagePosition<Request>) async throws -> Page<Request>? {
        if let error { throw error }
        guard course.isOpen else {
            end()
            return nil
        }
        let response = try await pages.response(to: position.request)
        let count = max(0, response.value.elements.count - max(0, position.skipped))
        let step = course.advance(from: position, after: response, newElements: count)
        (self.position, error) = (step.next, step.error)
        if let next = step.next, step.error == nil { lookAhead(to: next.request, after: position.request, response) }
        if step.next == nil { end() }
        return Page(response, at: position, next: step.next)
    }

    private func lookAhead(to next: Request, after request: Request, _ response: Response<Request.Response>) {
        guard prefetch > 0 else { return }
        pages.keep(ifNextIs: next)
        let count = min(prefetch, course.openPageCount(ofSize: response.value.elements.count))
        while pages.count < count {
            let distance = pages.count + 1
            guard let page = distance == 1 ? next : request.page(distance, after: response), pages.append(page) else { return }
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

    /// Runs outside the caller's actor, because it decodes the page.
    @concurrent
    func result(of request: Request) async -> Result<Response<Request.Response>, any Error> {
        do { return .success(try await response(to: request)) } catch { return .failure(error) }
    }

    func response(to request: Request) async throws -> Response<Request.Response> {
        var response = try await calling(client.call(request)).response
        let asked = try client.request(for: request)
        response.asked = asked
        // Relative links need the URL, also with a transport that doesn't report it.
        if response.http.address == nil { response.http.address = asked.urlText }
        try request.check(response)
        return response
    }
}

/// Compares pages by what is sent for them, so that their request type needn't be Hashable.
struct PageFingerprint: Hashable {
    private let value: Int

    /// nil for a request whose body isn't data: its pages can't be compared.
    init?(_ request: some Endpoint) {
        let route = request.resolvedRoute
        var hasher = Hasher()
        hasher.combine(route.method.rawValue)
        hasher.combine(route.baseURL?.absoluteString)
        hasher.combine(route.path.encoded)
        hasher.combine(route.query)
        hasher.combine(route.headers)
        if let body = route.body {
            guard let entity = try? body.entity(), case .data(let data) = entity.content else { return nil }
            hasher.combine(data)
        }
        value = hasher.finalize()
    }
}
