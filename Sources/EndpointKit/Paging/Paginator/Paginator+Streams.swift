internal import Synchronization

extension Paginator {
    /// Everything that happens from now on, in its order. Any number of streams may be had, at any time; none ends before the paginator does.
    public var events: AsyncStream<PaginatorEvent<Element>> { listeners.stream { $0 } }

    /// The elements there are, and again whenever they change. A listener that is slow finds the latest.
    public var elementUpdates: AsyncStream<[Element]> {
        listeners.stream(first: elements, buffering: .bufferingNewest(1)) { event in
            if case .elements(let elements) = event { elements } else { nil }
        }
    }

    /// Whether a page loads, and again whenever that changes. A listener that is slow finds the latest.
    public var loadingUpdates: AsyncStream<Bool> {
        listeners.stream(first: isLoading, buffering: .bufferingNewest(1)) { event in
            if case .loading(let isLoading) = event { isLoading } else { nil }
        }
    }

    /// Each failure from now on.
    public var errors: AsyncStream<any Error> {
        listeners.stream { event in
            if case .failed(let error) = event { error } else { nil }
        }
    }
}

extension Paginator {
    /// Refreshes with each element of `triggers`, until they end, or the paginator does.
    public func bind<Triggers: AsyncSequence & Sendable>(refresh triggers: Triggers) { bind(triggers) { $0.refresh() } }

    /// Asks for the next page with each element of `triggers`, until they end, or the paginator does.
    public func bind<Triggers: AsyncSequence & Sendable>(nextPage triggers: Triggers) { bind(triggers) { $0.loadNextPage() } }

    private func bind<Triggers: AsyncSequence & Sendable>(_ triggers: Triggers, _ act: @escaping @MainActor (Paginator) -> Void) {
        own(
            Task { [weak self] in
                // What ends them with an error ends them.
                do {
                    for try await _ in triggers {
                        guard let self else { return }
                        act(self)
                    }
                } catch {}
            })
    }
}

extension APIClient {
    /// The list that begins with `request`, for a screen: nothing is asked for before the first ``Paginator/refresh()`` or
    /// ``Paginator/loadNextPage()``.
    ///
    /// - Parameter calling: what becomes of each page's call: `{ $0.retrying(.never).tagged("list") }`.
    @MainActor
    public final func paginator<Request: PaginatedRequest>(
        of request: Request, limits: PageLimits = PageLimits(),
        calling: @escaping @Sendable (Call<Request.Response>) -> Call<Request.Response> = { $0 }
    ) -> Paginator<Request> {
        Paginator(source: PageSource(client: self, calling: calling), first: request, limits: limits)
    }
}

/// Whoever follows the events of one source. Their streams end with it.
final class Listeners<Event: Sendable>: Sendable {
    private struct State {
        var lastID = 0
        var tell: [Int: @Sendable (Event) -> Void] = [:]
        var finish: [Int: @Sendable () -> Void] = [:]
    }
    private let state = Mutex(State())

    deinit {
        for finish in state.withLock({ $0.finish.values }) { finish() }
    }

    func tell(_ event: Event) {
        for tell in state.withLock({ $0.tell.values }) { tell(event) }
    }

    /// A stream of what `transform` makes of the events from now on, after `first`. Who is slow finds all of them, unless the policy says
    /// otherwise.
    func stream<Value: Sendable>(
        first: Value? = nil, buffering policy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded,
        _ transform: @escaping @Sendable (Event) -> Value?
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: policy)
        if let first { continuation.yield(first) }
        let id = state.withLock { state in
            state.lastID += 1
            state.tell[state.lastID] = { event in
                if let value = transform(event) { continuation.yield(value) }
            }
            state.finish[state.lastID] = { continuation.finish() }
            return state.lastID
        }
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        return stream
    }

    private func remove(_ id: Int) {
        state.withLock { state in
            state.tell[id] = nil
            state.finish[id] = nil
        }
    }
}
