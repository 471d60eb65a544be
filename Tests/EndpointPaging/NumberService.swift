import EndpointKit
import EndpointKitTesting
import Synchronization
import TestSupport
import Testing

/// Serves a list of numbers from 0 up, with every way to identify a page, and records the queries.
final class NumberService: Sendable {
    let total: Int
    private let state = Mutex((queries: [Query](), failures: [Int: HTTPStatus](), failingOffset: Int?.none))

    init(total: Int = 25) { self.total = total }

    var queries: [String] { state.withLock { $0.queries.map(\.encoded) } }
    var callCount: Int { state.withLock { $0.queries.count } }

    /// Answers one call, counted from 1, with a status.
    func fail(call: Int, with status: HTTPStatus = 500) { state.withLock { $0.failures[call] = status } }

    /// Answers every call for the page at this offset with a status, because prefetched calls arrive in any order.
    func fail(offset: Int) { state.withLock { $0.failingOffset = offset } }

    var transport: StubTransport { StubTransport { try self.answer($0) } }

    func answer(_ request: HTTPRequest) throws -> HTTPResponse {
        let failure = state.withLock { state -> HTTPStatus? in
            state.queries.append(request.query)
            if let offset = state.failingOffset, request.query["offset"] == "\(offset)" { return 500 }
            return state.failures[state.queries.count]
        }
        if let failure { return HTTPResponse(status: failure) }
        let size = request.query["limit"].flatMap { Int($0) } ?? 10
        switch request.path.encoded.split(separator: "/").last {
        case "offsets":
            let offset = request.query["offset"].flatMap { Int($0) } ?? 0
            return json(#"{"elements": \#(numbers(from: offset, size)), "total": \#(total), "offset": \#(offset), "limit": \#(size)}"#)
        case "pages":
            let page = request.query["page"].flatMap { Int($0) } ?? 1
            return json(#"{"elements": \#(numbers(from: (page - 1) * size, size)), "total": \#(total), "limit": \#(size)}"#)
        case "bare":
            let page = request.query["page"].flatMap { Int($0) } ?? 1
            return json("\(numbers(from: (page - 1) * size, size))")
        case "cursors":
            let start = request.query["cursor"].flatMap { Int($0) } ?? 0
            let next = start + size < total ? "\"\(start + size)\"" : "null"
            return json(#"{"elements": \#(numbers(from: start, size)), "next": \#(next)}"#)
        case "links":
            let page = request.query["page"].flatMap { Int($0) } ?? 1
            var response = json("\(numbers(from: (page - 1) * size, size))")
            if page * size < total { response.headers["Link"] = "<links?limit=\(size)&page=\(page + 1)>; rel=\"next\"" }
            return response
        default: return HTTPResponse(status: 404)
        }
    }

    private func numbers(from start: Int, _ count: Int) -> [Int] { Array((0..<total).dropFirst(max(0, start)).prefix(count)) }

    private func json(_ text: String) -> HTTPResponse { HTTPResponse(body: Data(text.utf8)) }
}

struct NumberPage: Decodable, Sendable, CountedResponse, OffsetResponse, SizedResponse {
    var elements: [Int]
    var total: Int?
    var offset: Int?
    var limit: Int?
    var pageSize: Int? { limit }
    var totalCount: Int? { total }
}

struct CursorPage: Decodable, Sendable, CursorResponse {
    var elements: [Int]
    var next: String?
    var nextCursor: String? { next }
}

typealias OffsetList = PagedRequest<Route, PageOffset<NumberPage>>
typealias CursorList = PagedRequest<Route, PageCursor<CursorPage>>
typealias LinkList = PagedRequest<Route, PageLink<[Int]>>

extension PaginatedRequest where Self == OffsetList {
    static func offsets(_ query: Query = ["limit": 10]) -> Self { Route.get("offsets", query: query).paged(by: .offset()) }
}
extension PaginatedRequest where Self == PagedRequest<Route, PageNumber<NumberPage>> {
    static func pages(_ query: Query = ["limit": 10]) -> Self { Route.get("pages", query: query).paged(by: .number()) }
}
extension PaginatedRequest where Self == PagedRequest<Route, PageNumber<[Int]>> {
    static func bare(_ query: Query = ["limit": 10]) -> Self { Route.get("bare", query: query).paged(by: .number()) }
}
extension PaginatedRequest where Self == CursorList {
    static func cursors(_ query: Query = ["limit": 10]) -> Self { Route.get("cursors", query: query).paged(by: .cursor()) }
}
extension PaginatedRequest where Self == LinkList {
    static func links(_ query: Query = ["limit": 10]) -> Self { Route.get("links", query: query).paged(by: .link()) }
}
