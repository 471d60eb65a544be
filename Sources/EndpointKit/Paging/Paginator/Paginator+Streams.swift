internal import Synchronization

extension Paginator {
    /// All events from now on, in their order. Each access gives another stream, which ends when the paginator is released.
    public var events: AsyncStream<PaginatorEvent<Element>> { listeners.stream { $0 } }

    /// The elements now, and again whenever they change. A slow listener gets only the latest.
    public var elementUpdates: AsyncStream<[Element]> { updates.stream(first: elements, buffering: .bufferingNewest(1)) { $0 } }

    /// Whether a page is loading now, and again whenever that changes. A slow listener gets only the latest.
    public var loadingUpdates: AsyncStream<Bool> {
        listeners.stream(first: isLoading, buffering: .bufferingNewest(1)) { event in
            if case .loading(let isLoading) = event { isLoading } else { nil }
        }
    }

    /// All failures from now on. The stream doesn't end with one.
    public var errors: AsyncStream<any Error> {
        listeners.stream { event in
            if case .failed(let error) = event { error } else { nil }
        }
    }
}

extension Paginator {
    /// Refreshes at each element of `triggers`, until they end or the paginator is released.
    public func bind<Triggers: AsyncSequence & Sendable>(refresh triggers: Triggers) { bind(triggers) { $0.refresh() } }

    /// Loads the next page at each element of `triggers`, until they end or the paginator is released.
    public func bind<Triggers: AsyncSequence & Sendable>(nextPage triggers: Triggers) { bind(triggers) { $0.loadNextPage() } }

    private func bind<Triggers: AsyncSequence & Sendable>(_ triggers: Triggers, _ act: @escaping @MainActor (Paginator) -> Void) {
        own(
            Task { [weak self] in
                // An error ends the triggers like their regular end.
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
    /// The list that begins with `request`, for a screen. It makes no call before the first ``Paginator/refresh()`` or
    /// ``Paginator/loadNextPage()``.
    ///
    /// - Parameters:
    ///   - request: the request for the first page.
    ///   - limits: how many pages and elements the list may have.
    ///   - calling: changes each page's call: `{ $0.retrying(.never).tagged("list") }`.
    @MainActor
    public final func paginator<Request: PaginatedRequest>(
        of request: Request, limits: PageLimits = PageLimits(),
        calling: @escaping @Sendable (Call<Request.Response>) -> Call<Request.Response> = { $0 }
    ) -> Paginator<Request> {
        Paginator(source: PageSource(client: self, calling: calling), first: request, limits: limits)
    }
}

/// The listeners to the events of one source. Their streams end when it is released.
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

    /// A stream of `first` and then of the transformed events from now on. By default it buffers all of them for a slow listener.
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
