public import Observation

/// The elements of a list as a screen shows them: page one on a refresh, and another page each time the end comes into sight.
///
///     @State private var characters = client.paginator(of: .characters())
///
///     List(characters.elements) { character in
///         Text(character.name).onAppear { if character.id == characters.elements.last?.id { characters.loadNextPage() } }
///     }
///     .refreshable { await characters.refresh().value }
///
/// 1. Page one takes the place of all elements when it comes, any other page is added to them.
/// 2. There is one call at a time. A next page that is asked for meanwhile is the one that comes.
/// 3. A refresh goes before whatever loads: that call is cancelled, and its answer, if it comes all the same, ignored.
/// 4. Where there is no next page, none is asked for.
/// 5. An error ends the loading, and leaves the elements as they are; the next trigger, whichever it is, asks for the same page again.
///
/// It can be observed, followed as ``events`` and other streams, or heard by ``onEvent``. When it is let go of, its call is cancelled and its
/// streams end.
@MainActor @Observable
public final class Paginator<Request: PaginatedRequest> {
    public typealias Element = Request.Response.Element

    public private(set) var elements: [Element] = []
    /// The number of the last page that came, from 1; 0 before the first.
    public private(set) var page = 0
    /// Whether there is a page for ``loadNextPage()`` to ask for: true before the first.
    public private(set) var hasNextPage = true
    public private(set) var isLoading = false
    /// What went wrong last; nil from when the page is asked for again.
    public private(set) var error: (any Error)?

    /// Called with each event, after the properties have changed.
    @ObservationIgnored public var onEvent: (@MainActor (PaginatorEvent<Element>) -> Void)?

    @ObservationIgnored private let source: PageSource<Request>
    @ObservationIgnored private let first: Request
    @ObservationIgnored private var course: PageCourse<Request>
    /// What the next trigger asks for; nil after the last page.
    @ObservationIgnored private var position: PagePosition<Request>?
    @ObservationIgnored private var load: OwnedTask?
    @ObservationIgnored private var loadCount = 0
    @ObservationIgnored private var bindings: [OwnedTask] = []
    @ObservationIgnored let listeners = Listeners<PaginatorEvent<Element>>()
    // Those that weren't told yet: what is told may lead to more.
    @ObservationIgnored private var untold: [PaginatorEvent<Element>] = []
    @ObservationIgnored private var isTelling = false

    init(source: PageSource<Request>, first: Request, limits: PageLimits) {
        self.source = source
        self.first = first
        course = PageCourse(limits: limits, first: first)
        position = course.isOpen ? PagePosition(first) : nil
        hasNextPage = position != nil
    }

    /// Asks for page one. The task is over when its answer has come, or another refresh took its place.
    @discardableResult
    public func refresh() -> Task<Void, Never> {
        course = PageCourse(limits: course.limits, first: first)
        guard course.isOpen else { return Task {} }
        let start = PagePosition(first)
        position = start
        return load(start)
    }

    /// Asks for the next page: page one at first, the same page again after an error. Does nothing while a page loads, and after the last; the
    /// task is that of the page that loads.
    @discardableResult
    public func loadNextPage() -> Task<Void, Never> {
        if let load { return load.task }
        guard let position else { return Task {} }
        return load(position)
    }

    /// Keeps a task for as long as there is this paginator.
    func own(_ task: Task<Void, Never>) { bindings.append(OwnedTask(task)) }

    // MARK: One page

    private func load(_ position: PagePosition<Request>) -> Task<Void, Never> {
        load?.task.cancel()
        loadCount += 1
        let task = Task { [weak self, source, number = loadCount] in
            let result = await source.result(of: position.request)
            guard let self, number == loadCount else { return }
            finish(at: position, with: result)
        }
        load = OwnedTask(task)
        error = nil
        if !isLoading {
            isLoading = true
            tell([.loading(true)])
        }
        return task
    }

    private func finish(at position: PagePosition<Request>, with result: Result<Response<Request.Response>, any Error>) {
        load = nil
        isLoading = false
        var events: [PaginatorEvent<Element>] = []
        switch result {
        case .success(let reply):
            let isFirst = course.pageCount == 0
            let step = course.advance(from: position, after: reply, newElements: reply.value.elements.count)
            if isFirst { elements = reply.value.elements } else { elements += reply.value.elements }
            if let limit = course.limits.maxElements, elements.count > limit { elements.removeLast(elements.count - max(0, limit)) }
            page = position.number
            self.position = step.error == nil && course.isOpen ? step.next : nil
            error = step.error
            events.append(.elements(elements))
        case .failure(let failure):
            error = failure
        }
        hasNextPage = self.position != nil
        if let error { events.append(.failed(error)) }
        tell(events + [.loading(false)])
    }

    private func tell(_ events: [PaginatorEvent<Element>]) {
        untold += events
        guard !isTelling else { return }
        isTelling = true
        defer { isTelling = false }
        while !untold.isEmpty {
            let event = untold.removeFirst()
            listeners.tell(event)
            onEvent?(event)
        }
    }
}

/// A task that is cancelled when nobody holds it any more.
final class OwnedTask: Sendable {
    let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) { self.task = task }

    deinit { task.cancel() }
}
