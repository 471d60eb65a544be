/// An endpoint for a list, and one page of it. See ``Endpoint/paged(by:as:)``.
public struct PagedRequest<Base: Endpoint, Reference: PagingStrategy>: PaginatedRequest {
    public typealias Response = Reference.Response

    /// What the list is asked for with: the same for every page.
    public var base: Base
    /// Where this page is. Codable where it is one of the ready-made kinds: for who resumes a list whose endpoint isn't.
    public var page: Reference

    init(base: Base, page: Reference) {
        self.base = base
        self.page = page
    }

    public func next(after response: PageResponse) throws -> Self? {
        try page.next(after: response, in: base.resolvedRoute).map { PagedRequest(base: base, page: $0) }
    }

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

    // MARK: Its answer

    public var accept: String {
        if let request = base as? any Request, let accept = accept(of: request) { return accept }
        return Response.self is any Decodable.Type || Response.self is any JSONResponse.Type ? "application/json" : "*/*"
    }

    // By what the types are, as a request that is stored knows no more: whoever makes one was asked for a response that can be read.
    public func decode(_ response: HTTPResponse, with decoder: ResponseDecoder) throws -> Response {
        if let request = base as? any Request, let value = try decoded(by: request, response, with: decoder) { return value }
        if let type = Response.self as? any ResponseConvertible.Type, let value = try type.init(response: response) as? Response {
            return value
        }
        if let type = Response.self as? any Decodable.Type, let value = try decoder.decode(type, from: response) as? Response {
            return value
        }
        throw APIError(.decoding, "There is no way to make \(Response.self) of a response.", response: response)
    }

    // A request that answers with something else is an endpoint like any other.
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
    /// The list that this endpoint answers with, page by page. The first page is the one that the endpoint itself asks for.
    ///
    ///     let repositories: Route = .get("orgs/swiftlang/repos", query: ["per_page": 100])
    ///     for try await repository in client.elements(of: repositories.paged(by: .link(), as: [Repository].self)) { … }
    public func paged<Reference: PagingStrategy>(
        by reference: Reference, as type: Reference.Response.Type = Reference.Response.self
    ) -> PagedRequest<Self, Reference> where Reference.Response: Decodable {
        PagedRequest(base: self, page: reference)
    }

    /// The same, of a response that reads itself.
    public func paged<Reference: PagingStrategy>(
        by reference: Reference, as type: Reference.Response.Type = Reference.Response.self
    ) -> PagedRequest<Self, Reference> where Reference.Response: ResponseConvertible {
        PagedRequest(base: self, page: reference)
    }

    /// Of a type that is both, its own way counts.
    public func paged<Reference: PagingStrategy>(
        by reference: Reference, as type: Reference.Response.Type = Reference.Response.self
    ) -> PagedRequest<Self, Reference> where Reference.Response: ResponseConvertible & Decodable {
        PagedRequest(base: self, page: reference)
    }
}

extension Request {
    /// The list that this request answers with, page by page. The first page is the one that the request itself asks for.
    public func paged<Reference: PagingStrategy>(by reference: Reference) -> PagedRequest<Self, Reference>
    where Reference.Response == Response {
        PagedRequest(base: self, page: reference)
    }
}
