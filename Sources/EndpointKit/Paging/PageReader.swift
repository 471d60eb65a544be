/// Reads a list page by page, for one loop:
///
/// 1. Stop at a limit, and where an earlier page led nowhere.
/// 2. Ask for the page, or wait for it where it was asked for ahead.
/// 3. See where it leads.
/// 4. Ask ahead for those that come after it, as far as they can be known.
final class PageReader<Request: PaginatedRequest> {
    /// Where the list goes on; nil at its end.
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
        let reply = try await pages.reply(to: position.request)
        let count = max(0, reply.value.elements.count - max(0, position.skipped))
        let step = course.advance(from: position, after: reply, newElements: count)
        (self.position, error) = (step.next, step.error)
        if let next = step.next, step.error == nil { lookAhead(to: next.request, after: position.request, reply) }
        if step.next == nil { end() }
        return Page(reply, at: position, next: step.next)
    }

    private func lookAhead(to next: Request, after request: Request, _ reply: Response<Request.Response>) {
        guard prefetch > 0 else { return }
        pages.keep(ifNextIs: next)
        let count = min(prefetch, course.openPageCount(ofSize: reply.value.elements.count))
        while pages.count < count {
            let distance = pages.count + 1
            guard let page = distance == 1 ? next : request.page(distance, after: reply), pages.append(page) else { return }
        }
    }

    private func end() {
        isOver = true
        pages.cancel()
    }
}

/// What makes the calls for the pages of a list.
struct PageSource<Request: PaginatedRequest>: Sendable {
    let client: APIClient
    let calling: @Sendable (Call<Request.Response>) -> Call<Request.Response>

    /// Away from whatever actor wants it, as it is decoded there.
    @concurrent
    func result(of request: Request) async -> Result<Response<Request.Response>, any Error> {
        do { return .success(try await reply(to: request)) } catch { return .failure(error) }
    }

    func reply(to request: Request) async throws -> Response<Request.Response> {
        var reply = try await calling(client.call(request)).response
        // What is relative to it has to be found, whatever the transport.
        if reply.http.address == nil { reply.http.address = try client.request(for: request).urlText }
        return reply
    }
}

/// Tells pages apart by what is sent for them, so that nothing is asked of the type of their request.
struct PageFingerprint: Hashable {
    private let value: Int

    /// nil for a request whose body can't be looked at: its pages can't be told apart.
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
