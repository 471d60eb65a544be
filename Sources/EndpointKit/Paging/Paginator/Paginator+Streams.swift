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
