extension APIClient {
    /// The pages of the list that begins with `request`.
    ///
    ///     for try await page in client.pages(of: .characters()) { show(page.elements) }
    ///
    /// - Parameters:
    ///   - request: the request for the first page.
    ///   - limits: how many pages, elements and calls the list may have.
    ///   - prefetch: how many pages to load before the loop requests them; 0 for none. With 1, the next page is loaded as soon as the
    ///     previous one has arrived. With more, several pages are loaded at the same time if a total shows that they exist. Pages are always
    ///     delivered in order.
    ///   - calling: changes each page's call: `{ $0.retrying(.never).tagged("list") }`.
    public final func pages<Request: PaginatedRequest>(
        of request: Request, limits: PageLimits = PageLimits(), prefetch: Int = 0,
        calling: @escaping @Sendable (Call<Request.Response>) -> Call<Request.Response> = { $0 }
    ) -> PageSequence<Request> {
        pages(from: PagePosition(request), limits: limits, prefetch: prefetch, calling: calling)
    }

    /// The pages from `position` on. An earlier sequence returned this position, perhaps in an earlier process. The other parameters are
    /// those of ``pages(of:limits:prefetch:calling:)``.
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

    /// The elements from `position` on. The other parameters are those of ``pages(of:limits:prefetch:calling:)``.
    public final func elements<Request: PaginatedRequest>(
        from position: PagePosition<Request>, limits: PageLimits = PageLimits(), prefetch: Int = 0,
        calling: @escaping @Sendable (Call<Request.Response>) -> Call<Request.Response> = { $0 }
    ) -> ElementSequence<Request> {
        pages(from: position, limits: limits, prefetch: prefetch, calling: calling).elements
    }
}

extension APIError.Code {
    /// The pages of a list can't be followed: a page leads to an earlier one or to a forbidden address, too many pages are empty, or the page
    /// number or the offset doesn't advance.
    public static let paging = APIError.Code(rawValue: "paging")
}
