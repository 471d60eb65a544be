/// A request for one page of the list that an endpoint returns. `Endpoint.paged(by:as:)` creates it.
public struct PagedRequest<Base: Endpoint, Reference: PagingStrategy>: PaginatedRequest {
    public typealias Response = Reference.Response

    /// The endpoint that returns the list. It is the same for every page.
    public var base: Base {
        didSet { list = nil }
    }
    /// The position of this page in the list. The built-in strategies are `Codable`, so you can store them to resume a list whose endpoint
    /// isn't `Codable`.
    public var page: Reference
    /// The endpoint's route, once a loop over the list has begun.
    private var list: Route?

    init(base: Base, page: Reference) {
        self.base = base
        self.page = page
    }

    public func next(after response: PageResponse) throws -> Self? { try page.next(after: response, in: listRoute).map(at) }

    public func previous(before response: PageResponse) throws -> Self? {
        try page.previous(before: response, in: listRoute).map(at)
    }

    public func check(_ response: PageResponse) async throws { try await page.check(response, in: listRoute) }

    public func remainingPages(after response: PageResponse) -> Int? { page.remainingPages(after: response, in: listRoute) }

    public func page(_ distance: Int, after response: PageResponse) throws -> Self? {
        try page.page(distance, after: response, in: listRoute).map(at)
    }

    private func at(_ page: Reference) -> Self {
        var request = self
        request.page = page
        return request
    }

    // MARK: The page's request

    private var listRoute: Route { list ?? base.resolvedRoute }

    public var resolvedRoute: Route {
        var route = listRoute
        page.apply(to: &route)
        if page.isCrossOrigin { route.link = .away }
        return route
    }
    public var baseURL: URL? { resolvedRoute.baseURL }
    public var path: Path { resolvedRoute.path }
    public var method: HTTPMethod { resolvedRoute.method }
    public var query: Query { resolvedRoute.query }
    public var headers: HTTPHeaders { resolvedRoute.headers }
    public var body: (any HTTPBody)? { resolvedRoute.body }
    public var timeout: Duration? { base.timeout }
    public var isAuthenticated: Bool { base.isAuthenticated }
    public var credentials: [CredentialUse] { base.credentials }
    public var isIdempotent: Bool { base.isIdempotent }
    public static var _declaresIdempotence: Bool { Base._declaresIdempotence }
    public var adapters: [any RequestAdapter] { base.adapters }
    public var json: JSONConvention? { base.json }
    public func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] { base.decisions(from: standard) }

    public var subject: any Endpoint { base.subject }

    // MARK: The page's response

    public var accept: String {
        if let request = base as? any Request, let accept = accept(of: request) { return accept }
        return ResponseFormat<Response>.ofType?.accept ?? "*/*"
    }

    // A cast decides this at run time, because a restored request knows only its types. `paged(by:as:)` checks that the response can be
    // decoded.
    public func decode(_ response: HTTPResponse, with decoder: ResponseDecoder) throws -> Response {
        if let request = base as? any Request, let value = try decoded(by: request, response, with: decoder) { return value }
        guard let format = ResponseFormat<Response>.ofType else { throw APIError.unmakable(Response.self, response) }
        return try format.value(of: response, with: decoder)
    }

    // A request for another response type is treated as a plain endpoint.
    private func accept<R: Request>(of request: R) -> String? { R.Response.self == Response.self ? request.accept : nil }

    private func decoded<R: Request>(by request: R, _ response: HTTPResponse, with decoder: ResponseDecoder) throws -> Response? {
        guard R.Response.self == Response.self else { return nil }
        return try request.decode(response, with: decoder) as? Response
    }
}

extension PagedRequest: ListRequest {
    func resolved(by convention: JSONConvention) -> Self {
        var (request, list) = (self, base.resolvedRoute)
        // The list's query items are named by the service's convention.
        list.query.write(by: base.json ?? convention)
        request.list = list
        return request
    }

    var reference: PageReference { PageReference(AnyHashable(page)) }
}

// Each loop creates `list` again, so it is neither stored nor compared.

extension PagedRequest: Codable where Base: Codable, Reference: Codable {
    private enum CodingKeys: CodingKey {
        case base, page
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(base: try members.decode(Base.self, forKey: .base), page: try members.decode(Reference.self, forKey: .page))
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(base, forKey: .base)
        try members.encode(page, forKey: .page)
    }
}

extension PagedRequest: Equatable where Base: Equatable {
    public static func == (a: Self, b: Self) -> Bool { a.base == b.base && a.page == b.page }
}

extension PagedRequest: Hashable where Base: Hashable {
    public func hash(into hasher: inout Hasher) {
        hasher.combine(base)
        hasher.combine(page)
    }
}

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

    /// A request for a list whose response is both ``ResponseConvertible`` and `Decodable`. The response is made by ``ResponseConvertible``.
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
