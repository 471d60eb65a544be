/// A request for one page of the list that an endpoint returns. `Endpoint.paged(by:as:)` makes it.
public struct PagedRequest<Base: Endpoint, Reference: PagingStrategy>: PaginatedRequest {
    public typealias Response = Reference.Response

    /// The endpoint that returns the list, the same for every page.
    public var base: Base
    /// The place of this page in the list. The ready-made kinds are `Codable`, so you can resume a list whose endpoint isn't.
    public var page: Reference

    init(base: Base, page: Reference) {
        self.base = base
        self.page = page
    }

    public func next(after response: PageResponse) throws -> Self? {
        try page.next(after: response, in: base.resolvedRoute).map { PagedRequest(base: base, page: $0) }
    }

    public func check(_ response: PageResponse) throws { try page.check(response, in: base.resolvedRoute) }

    public func remainingPages(after response: PageResponse) -> Int? {
        page.remainingPages(after: response, in: base.resolvedRoute)
    }

    public func page(_ distance: Int, after response: PageResponse) -> Self? {
        page.page(distance, after: response, in: base.resolvedRoute).map { PagedRequest(base: base, page: $0) }
    }

    // MARK: The page's request

    public var resolvedRoute: Route {
        var route = base.resolvedRoute
        page.apply(to: &route)
        if page.isCrossOrigin {
            route.headers = Redaction.standard.removed(from: route.headers)
            route.isAuthenticated = false
        }
        return route
    }
    public var baseURL: URL? { resolvedRoute.baseURL }
    public var path: Path { resolvedRoute.path }
    public var method: HTTPMethod { resolvedRoute.method }
    public var query: Query { resolvedRoute.query }
    public var headers: HTTPHeaders { resolvedRoute.headers }
    public var body: (any HTTPBody)? { resolvedRoute.body }
    public var timeout: Duration? { base.timeout }
    public var isAuthenticated: Bool { base.isAuthenticated && !page.isCrossOrigin }
    public var isIdempotent: Bool { base.isIdempotent }
    public static var declaresIdempotence: Bool { Base.declaresIdempotence }
    public var adapters: [any RequestAdapter] { page.isCrossOrigin ? [] : base.adapters }
    public func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] { base.decisions(from: standard) }

    public var subject: any Endpoint { base.subject }

    // MARK: The page's response

    public var accept: String {
        if let request = base as? any Request, let accept = accept(of: request) { return accept }
        return ResponseFormat<Response>.ofType?.accept ?? "*/*"
    }

    // A cast decides at run time, because a restored request has only its types. `paged(by:as:)` checks that the response can be decoded.
    public func decode(_ response: HTTPResponse, with decoder: ResponseDecoder) throws -> Response {
        if let request = base as? any Request, let value = try decoded(by: request, response, with: decoder) { return value }
        guard let format = ResponseFormat<Response>.ofType else { throw APIError.unmakable(Response.self, response) }
        return try format.value(of: response, with: decoder)
    }

    // A request for another type of response counts as a plain endpoint.
    private func accept<R: Request>(of request: R) -> String? { R.Response.self == Response.self ? request.accept : nil }

    private func decoded<R: Request>(by request: R, _ response: HTTPResponse, with decoder: ResponseDecoder) throws -> Response? {
        guard R.Response.self == Response.self else { return nil }
        return try request.decode(response, with: decoder) as? Response
    }
}

extension PagedRequest: Codable where Base: Codable, Reference: Codable {}
extension PagedRequest: Equatable where Base: Equatable, Reference: Equatable {}
extension PagedRequest: Hashable where Base: Hashable, Reference: Hashable {}

extension Endpoint {
    /// A request for the list that this endpoint returns, page by page. The endpoint itself is the request for the first page.
    ///
    ///     let repositories: Route = .get("orgs/swiftlang/repos", query: ["per_page": 100])
    ///     for try await repository in client.elements(of: repositories.paged(by: .link(), as: [Repository].self)) { show(repository) }
    public func paged<Reference: PagingStrategy>(
        by reference: Reference, as type: Reference.Response.Type = Reference.Response.self
    ) -> PagedRequest<Self, Reference> where Reference.Response: Decodable {
        PagedRequest(base: self, page: reference)
    }

    /// A request for a list whose response is ``ResponseConvertible``, page by page. The endpoint itself is the request for the first page.
    public func paged<Reference: PagingStrategy>(
        by reference: Reference, as type: Reference.Response.Type = Reference.Response.self
    ) -> PagedRequest<Self, Reference> where Reference.Response: ResponseConvertible {
        PagedRequest(base: self, page: reference)
    }

    /// A request for a list whose response is both: it is made as a ``ResponseConvertible``, not as a `Decodable`.
    public func paged<Reference: PagingStrategy>(
        by reference: Reference, as type: Reference.Response.Type = Reference.Response.self
    ) -> PagedRequest<Self, Reference> where Reference.Response: ResponseConvertible & Decodable {
        PagedRequest(base: self, page: reference)
    }
}

extension Request {
    /// A request for the list that this request returns, page by page. This request is the one for the first page.
    public func paged<Reference: PagingStrategy>(by reference: Reference) -> PagedRequest<Self, Reference>
    where Reference.Response == Response {
        PagedRequest(base: self, page: reference)
    }
}
