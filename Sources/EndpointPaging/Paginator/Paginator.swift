public import Observation

/// Loads a list for a screen: page one on a refresh, and another page whenever the user reaches the end.
///
/// <!-- not compiled: SwiftUI is on Apple's platforms only -->
///
///     @State private var characters = client.paginator(of: .characters())
///
///     List(characters.elements) { character in
///         Text(character.name).onAppear { if character.id == characters.elements.last?.id { characters.loadNextPage() } }
///     }
///     .refreshable { await characters.refresh().value }
///
/// 1. Page one replaces all elements when it arrives; any other page is appended.
/// 2. There is one call at a time. While a page loads, ``loadNextPage()`` returns the task of that page.
/// 3. A refresh cancels the call in flight, and ignores its response.
/// 4. ``cancel()`` ends the call in flight without an error, for example when the screen disappears.
/// 5. After the last page, ``loadNextPage()`` makes no call.
/// 6. ``loadNewer()`` inserts elements that are newer than page one before the others, if the list's request finds them
///    (``PaginatedRequest/previous(before:)``). A ``PageLink`` does this if the pages have a link with `rel="prev"`.
/// 7. A failed call ends the load and leaves the elements as they are; ``loadNextPage()`` then loads the same page again. It also does so
///    after a page without a valid next page, such as one whose link can't be followed. Pages that repeat, or that exceed a limit, end the
///    list.
///
/// A paginator is observable. It also reports to ``onEvent``, and to ``events`` and other streams. When it is released, its call is
/// cancelled and its streams end.
@MainActor @Observable
public final class Paginator<Request: PaginatedRequest> {
    /// The type of the list's elements.
    public typealias Element = Request.Response.Element

    /// The elements of all pages so far, at most ``PageLimits/maxElements``.
    public private(set) var elements: [Element] = []
    /// The number of the last page that arrived, from 1; 0 before the first page.
    public private(set) var page = 0
    /// Whether ``loadNextPage()`` has a page to load: true before the first page.
    public private(set) var hasNextPage = true
    /// Whether ``loadNewer()`` has a page to load: false before page one, or if page one doesn't show where newer elements are.
    public private(set) var canLoadNewer = false
    /// Whether a page is loading, by a refresh, by ``loadNextPage()`` or by ``loadNewer()``.
    public private(set) var isLoading = false
    /// The last failure; nil again when the next load starts.
    public private(set) var error: (any Error)?

    /// Called with each event, after the properties have changed.
    @ObservationIgnored public var onEvent: (@MainActor (PaginatorEvent<Element>) -> Void)?

    @ObservationIgnored private let source: PageSource<Request>
    @ObservationIgnored private let first: Request
    @ObservationIgnored private var course: PageCourse<Request>
    /// The position of the next page; nil after the last one.
    @ObservationIgnored private var position: PagePosition<Request>?
    /// The position of newer elements; nil if it isn't known.
    @ObservationIgnored private var newer: PagePosition<Request>?
    @ObservationIgnored private var load: OwnedTask?
    @ObservationIgnored private var loadCount = 0
    @ObservationIgnored private var isLoadingNewer = false
    /// The loads that wait for the page in flight, by whether they load newer elements, and how often loads were cancelled.
    @ObservationIgnored private var queued: [Bool: Task<Void, Never>] = [:]
    @ObservationIgnored private var cancelCount = 0
    @ObservationIgnored private var bindings: [OwnedTask] = []
    @ObservationIgnored let listeners = Listeners<PaginatorEvent<Element>>()
    @ObservationIgnored let updates = Listeners<[Element]>()
    // Events that haven't been reported yet. A listener may cause more events while it handles one.
    @ObservationIgnored private var untold: [PaginatorEvent<Element>] = []
    @ObservationIgnored private var isTelling = false

    init(source: PageSource<Request>, first: Request, limits: PageLimits) {
        self.source = source
        self.first = first
        course = PageCourse(limits: limits)
        position = course.isOpen ? PagePosition(first) : nil
        hasNextPage = position != nil
    }

    /// Loads page one. The task ends when the response has arrived, or when another refresh has replaced it.
    @discardableResult
    public func refresh() -> Task<Void, Never> {
        course = PageCourse(limits: course.limits)
        guard course.isOpen else { return Task {} }
        let start = PagePosition(first)
        position = start
        return load(start)
    }

    /// Loads the next page: page one at first, and the same page again after a failed call. While a page is loading, this returns that page's
    /// task. After the last page, it does nothing.
    @discardableResult
    public func loadNextPage() -> Task<Void, Never> {
        if let load { return isLoadingNewer ? after(load.task, isNewer: false) : load.task }
        guard let position else { return Task {} }
        return load(position)
    }

    /// Loads one page of elements that are newer than the first one, and inserts it before the others. An empty page changes nothing, and the
    /// next call requests it again. While a page is loading, the method waits for that page. If newer elements can't be requested, it does
    /// nothing.
    @discardableResult
    public func loadNewer() -> Task<Void, Never> {
        if let load { return isLoadingNewer ? load.task : after(load.task, isNewer: true) }
        guard let newer, room > 0 else { return Task {} }
        return load(newer, isNewer: true)
    }

    /// How many elements the limit still allows.
    private var room: Int { max(0, (course.limits.maxElements ?? .max) - elements.count) }

    /// Loads another page once the page in flight has arrived, unless the load is cancelled before that.
    private func after(_ load: Task<Void, Never>, isNewer: Bool) -> Task<Void, Never> {
        if let task = queued[isNewer] { return task }
        let task = Task { [weak self, cancelCount] in
            await load.value
            guard let self, self.cancelCount == cancelCount else { return }
            queued[isNewer] = nil
            if !Task.isCancelled { await (isNewer ? loadNewer() : loadNextPage()).value }
        }
        queued[isNewer] = task
        return task
    }

    /// Cancels the call in flight without an error, for example when the screen disappears. The elements stay. ``loadNextPage()`` then
    /// loads the cancelled page, which is page one after a refresh.
    public func cancel() {
        cancelCount += 1
        queued = [:]
        guard let load else { return }
        load.task.cancel()
        self.load = nil
        // The cancelled call's response is ignored.
        loadCount += 1
        isLoading = false
        hasNextPage = position != nil
        tell([.loading(false)])
    }

    /// Retains a task, which is cancelled when the paginator is released.
    func own(_ task: Task<Void, Never>) { bindings.append(OwnedTask(task)) }

    // MARK: One page

    private func load(_ position: PagePosition<Request>, isNewer: Bool = false) -> Task<Void, Never> {
        load?.task.cancel()
        loadCount += 1
        isLoadingNewer = isNewer
        let position = course.pageCount == 0 && !isNewer ? position.begun(in: source.client) : position
        let page = position.page
        let task = Task { [weak self, source, number = loadCount] in
            let result: Result<Response<Request.Response>, any Error>
            do {
                let response = try await source.response(to: page)
                try await page.request.check(response)
                result = .success(response)
            } catch { result = .failure(error) }
            guard let self, number == loadCount else { return }
            if isNewer { prepend(page, at: position, with: result) } else { finish(page, at: position, with: result) }
        }
        load = OwnedTask(task)
        error = nil
        if !isLoading {
            isLoading = true
            tell([.loading(true)])
        }
        return task
    }

    private func finish(
        _ page: ResolvedPage<Request>, at position: PagePosition<Request>, with result: Result<Response<Request.Response>, any Error>
    ) {
        load = nil
        isLoading = false
        var events: [PaginatorEvent<Element>] = []
        switch result {
        case .success(let response):
            let isFirst = course.pageCount == 0
            // A page that is loaded again adds only its new elements.
            var added = Array(response.value.elements.dropFirst(max(0, position.skipped)))
            let step = course.advance(from: position, to: page, after: response, newElements: added.count)
            let count = isFirst ? 0 : elements.count
            if let limit = course.limits.maxElements { added = Array(added.prefix(max(0, limit - count))) }
            if isFirst {
                elements = added
                newer = before(page, at: position, response)
            } else {
                elements += added
            }
            self.page = position.number
            self.position = course.isOpen && (step.error == nil || step.isSamePage) ? step.next : nil
            if room == 0 { (newer, self.position) = (nil, nil) }
            error = step.error
            events.append(isFirst ? .replaced(added) : .appended(added))
        case .failure(let failure):
            error = failure
            if course.isCircle { self.position = nil }
        }
        (hasNextPage, canLoadNewer) = (self.position != nil, newer != nil)
        if let error { events.append(.failed(error)) }
        tell(events + [.loading(false)])
    }

    /// The position of elements that are newer than a page; nil if the page doesn't name it, or names an address that can't be followed.
    private func before(
        _ page: ResolvedPage<Request>, at position: PagePosition<Request>, _ response: Response<Request.Response>
    ) -> PagePosition<Request>? {
        guard let request = try? page.request.previous(before: response) else { return nil }
        let position = position.moved(to: request, after: response)
        guard (try? position.checkSecurity(of: position.page, after: response)) != nil else { return nil }
        return position
    }

    private func prepend(
        _ page: ResolvedPage<Request>, at position: PagePosition<Request>, with result: Result<Response<Request.Response>, any Error>
    ) {
        load = nil
        isLoading = false
        var events: [PaginatorEvent<Element>] = []
        switch result {
        case .success(let response):
            // Takes the elements nearest to the present ones, so that none is missing in between.
            let added = Array(response.value.elements.suffix(room))
            if response.value.elements.isEmpty { break }
            elements = added + elements
            newer = added.count < response.value.elements.count ? nil : before(page, at: position, response)
            if room == 0 { newer = nil }
            // After a cancelled refresh, page one still replaces the elements.
            if room == 0, course.pageCount > 0 { self.position = nil }
            (hasNextPage, canLoadNewer) = (self.position != nil, newer != nil)
            events.append(.prepended(added))
        case .failure(let failure):
            error = failure
            events.append(.failed(failure))
        }
        tell(events + [.loading(false)])
    }

    private func tell(_ events: [PaginatorEvent<Element>]) {
        untold += events
        guard !isTelling else { return }
        isTelling = true
        defer { isTelling = false }
        while !untold.isEmpty {
            let event = untold.removeFirst()
            switch event {
            case .replaced, .appended, .prepended: updates.tell(elements)
            case .loading, .failed: break
            }
            listeners.tell(event)
            onEvent?(event)
        }
    }
}

/// A task that is cancelled when the last reference to it is released.
final class OwnedTask: Sendable {
    let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) { self.task = task }

    deinit { task.cancel() }
}

/// An event of a ``Paginator``. When a page arrives, its elements are reported first, and then the end of the load.
/// An event contains the elements of one page, so a slow listener buffers each element only once. ``Paginator/elements`` and
/// ``Paginator/elementUpdates`` contain all elements.
public enum PaginatorEvent<Element: Sendable>: Sendable {
    /// A load started or ended.
    case loading(Bool)
    /// Page one has arrived: these elements replace all others.
    case replaced([Element])
    /// Another page has arrived: these elements follow the others.
    case appended([Element])
    /// Newer elements have arrived, and precede the others.
    case prepended([Element])
    /// A page has failed. The end of the load is reported next, and streams continue.
    case failed(any Error)
}
