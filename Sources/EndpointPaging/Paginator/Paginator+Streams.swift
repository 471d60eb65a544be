extension Paginator {
    /// All events from now on, in order. Each access returns a new stream, which ends when the paginator is released.
    public var events: AsyncStream<PaginatorEvent<Element>> { listeners.stream { $0 } }

    /// The current elements, immediately and whenever they change. A slow listener gets only the latest elements.
    public var elementUpdates: AsyncStream<[Element]> { updates.stream(first: elements, buffering: .bufferingNewest(1)) { $0 } }

    /// Reports whether a page is loading, immediately and whenever this changes. A slow listener gets only the latest value.
    public var loadingUpdates: AsyncStream<Bool> {
        listeners.stream(first: isLoading, buffering: .bufferingNewest(1)) { event in
            if case .loading(let isLoading) = event { isLoading } else { nil }
        }
    }

    /// All failures from now on. A failure doesn't end the stream.
    public var errors: AsyncStream<any Error> {
        listeners.stream { event in
            if case .failed(let error) = event { error } else { nil }
        }
    }
}

extension Paginator {
    /// Refreshes for each element of `triggers`, until they end or the paginator is released.
    public func bind<Triggers: AsyncSequence & Sendable>(refresh triggers: Triggers) { bind(triggers) { $0.refresh() } }

    /// Loads the next page for each element of `triggers`, until they end or the paginator is released.
    public func bind<Triggers: AsyncSequence & Sendable>(nextPage triggers: Triggers) { bind(triggers) { $0.loadNextPage() } }

    private func bind<Triggers: AsyncSequence & Sendable>(_ triggers: Triggers, _ act: @escaping @MainActor (Paginator) -> Void) {
        own(
            Task { [weak self] in
                // An error in the triggers is treated as their regular end.
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
