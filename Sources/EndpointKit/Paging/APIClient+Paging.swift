extension APIClient {
    /// The pages of the list that begins with `request`.
    ///
    ///     for try await page in client.pages(of: .characters()) { show(page.elements) }
    ///
    /// - Parameters:
    ///   - prefetch: how many pages may be on their way, or wait, before they are asked for. 1 is the next one, as soon as the one before has come;
    ///     more are asked for at the same time, where a total tells that they are there. They come in order, whatever this is.
    ///   - calling: what becomes of each page's call: `{ $0.retrying(.never).tagged("list") }`.
    public final func pages<Request: PaginatedRequest>(
        of request: Request, limits: PageLimits = PageLimits(), prefetch: Int = 0,
        calling: @escaping @Sendable (Call<Request.Response>) -> Call<Request.Response> = { $0 }
    ) -> PageSequence<Request> {
        pages(from: PagePosition(request), limits: limits, prefetch: prefetch, calling: calling)
    }

    /// The pages from there on.
    public final func pages<Request: PaginatedRequest>(
        from position: PagePosition<Request>, limits: PageLimits = PageLimits(), prefetch: Int = 0,
        calling: @escaping @Sendable (Call<Request.Response>) -> Call<Request.Response> = { $0 }
    ) -> PageSequence<Request> {
        PageSequence(source: PageSource(client: self, calling: calling), start: position, limits: limits, prefetch: prefetch)
    }

    /// The elements of the list that begins with `request`, from all its pages.
    ///
    ///     for try await character in client.elements(of: .characters()) { print(character.name) }
    ///     let some = try await client.elements(of: .characters(), limits: PageLimits(maxElements: 250)).collect().get()
    ///
    /// The parameters are those of ``pages(of:limits:prefetch:calling:)``.
    public final func elements<Request: PaginatedRequest>(
        of request: Request, limits: PageLimits = PageLimits(), prefetch: Int = 0,
        calling: @escaping @Sendable (Call<Request.Response>) -> Call<Request.Response> = { $0 }
    ) -> ElementSequence<Request> {
        pages(of: request, limits: limits, prefetch: prefetch, calling: calling).elements
    }

    /// The elements from there on.
    public final func elements<Request: PaginatedRequest>(
        from position: PagePosition<Request>, limits: PageLimits = PageLimits(), prefetch: Int = 0,
        calling: @escaping @Sendable (Call<Request.Response>) -> Call<Request.Response> = { $0 }
    ) -> ElementSequence<Request> {
        pages(from: position, limits: limits, prefetch: prefetch, calling: calling).elements
    }
}

extension APIError.Code {
    /// The pages of a list don't lead on: to one that was there before, from an empty one to more, to an address that can't be followed; or
    /// the offset doesn't advance.
    public static let paging = APIError.Code(rawValue: "paging")
}
