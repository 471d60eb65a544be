/// A page's request with its route. The route is read only once, so that the route that was compared is also the one that is sent.
struct ResolvedPage<Page: PaginatedRequest>: Request {
    typealias Response = Page.Response

    let request: Page
    let resolvedRoute: Route
    /// Equal for requests for the same page. nil if the request can't be compared because its body is a stream or a file.
    let reference: PageReference?
    /// The elements that the page's lossy arrays skip.
    let lossy = LossyLog()

    /// - Parameter course: the origin where the list began, and whether the list has left it.
    init(_ request: Page, on course: PageOrigins) {
        self.request = request
        var route = request.resolvedRoute
        // A custom request may use an address that the service sent.
        if course.isAway(route) {
            route.link = .away
            course.removeRepeated(from: &route)
        }
        if let list = request as? any ListRequest {
            reference = list.reference
        } else if let request = request as? any Hashable {
            reference = PageReference(AnyHashable(request))
        } else {
            reference = Self.reference(of: &route)
        }
        resolvedRoute = route
    }

    private static func reference(of route: inout Route) -> PageReference? {
        var headers = route.headers
        headers.removeFields { fresh.contains($0.name.lowercased()) }
        var parts: [AnyHashable] = [route.method.rawValue, route.baseURL?.absoluteString, route.path.encoded, route.query, headers]
        if let body = route.body {
            // The same error occurs again when the request is built.
            guard let entity = try? body.entity(), case .data(let data) = entity.content else { return nil }
            route.body = MadeBody(body: body, made: entity)
            parts.append(data)
        }
        return PageReference(AnyHashable(parts))
    }

    /// Fields that identify a request rather than what it requests.
    private static var fresh: [String] {
        ["x-request-id", "request-id", "x-correlation-id", "idempotency-key", "traceparent", "tracestate", "date"]
    }

    /// A body that has already been made. If the client writes bodies with its own convention, the body is made again.
    private struct MadeBody: HTTPBody {
        let body: any HTTPBody
        let made: HTTPBodyEntity
        func entity() -> HTTPBodyEntity { made }
        func entity(by convention: JSONConvention) throws -> HTTPBodyEntity {
            convention.isStandard ? made : try body.entity(by: convention)
        }
    }

    // MARK: Of the request itself

    var path: Path { resolvedRoute.path }
    var method: HTTPMethod { resolvedRoute.method }
    var timeout: Duration? { request.timeout }
    var isAuthenticated: Bool { request.isAuthenticated }
    var credentials: [CredentialUse] { request.credentials }
    var isIdempotent: Bool { request.isIdempotent }
    static var _declaresIdempotence: Bool { Page._declaresIdempotence }
    var adapters: [any RequestAdapter] { request.adapters }
    var json: JSONConvention? { request.json }
    func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] { request.decisions(from: standard) }
    var subject: any Endpoint { request.subject }
    var accept: String { request.accept }
    func decode(_ response: HTTPResponse, with decoder: ResponseDecoder) throws -> Response {
        try lossy.noting { try request.decode(response, with: decoder) }
    }
}

/// A request for a page that shares the list's route.
protocol ListRequest {
    /// The same request with a newly read route of its list, which applies to all later pages.
    ///
    /// - Parameter convention: the client's convention, which an encoded query uses.
    func resolved(by convention: JSONConvention) -> Self
    /// Equal for requests for the same page.
    var reference: PageReference { get }
}

/// Identifies a page of a list.
// Unchecked, because it is made from requests, which are Sendable.
struct PageReference: Hashable, @unchecked Sendable {
    private let value: AnyHashable

    init(_ value: AnyHashable) { self.value = value }
}
