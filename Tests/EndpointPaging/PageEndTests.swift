import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// The signs that end a list, and those that contradict its end.
@Suite struct PageEndTests {
    struct Item: Decodable, Sendable { let id: Int }

    struct Envelope: CountedResponse, SizedResponse, Decodable, Sendable {
        @LossyArray var items: [Item]
        var total: Int?
        var estimate: Int?
        var size: Int?
        var more: Bool?
        var elements: [Item] { items }
        var totalCount: Int? { total ?? estimate }
        var isTotalExact: Bool { estimate == nil }
        var pageSize: Int? { size }
        var hasNextPage: Bool { more ?? (sentCount != 0) }
    }

    /// The elements of a list with these `pages`, and its failure. Pages after the last one repeat it if `repeatsLast`, and are empty
    /// otherwise.
    private func read(
        _ pages: [String], by way: String, repeatsLast: Bool = false, start: Int? = nil, limits: PageLimits = PageLimits()
    ) async throws -> (ids: [Int], failure: APIError?, calls: Int) {
        let starts = Mutex([0: 0])
        let stub = StubTransport { request in
            let index: Int
            if way == "offset" {
                index = starts.withLock { starts in starts[request.query["offset"].flatMap { Int($0) } ?? 0] ?? -1 }
            } else {
                index = (request.query["page"].flatMap { Int($0) } ?? 1) - 1
            }
            let last = repeatsLast ? pages[pages.count - 1] : #"{"items": []}"#
            let page = pages.indices.contains(index) ? pages[index] : last
            let sent = page.count { $0 == "@" }
            if way == "offset" {
                let offset = request.query["offset"].flatMap { Int($0) } ?? 0
                starts.withLock { $0[offset + sent] = index + 1 }
            }
            return HTTPResponse(body: Data(page.replacing("@", with: "\"id\"").utf8))
        }
        let client = try APIClient.example(stub)
        let route = Route.get("items", query: [way == "offset" ? "offset" : "page": start])
        if way == "offset" {
            let list = await client.elements(of: route.paged(by: .offset(), as: Envelope.self), limits: limits).collect()
            return (list.elements.map(\.id), list.failure as? APIError, stub.requests.count)
        }
        let list = await client.elements(of: route.paged(by: .number(), as: Envelope.self), limits: limits).collect()
        return (list.elements.map(\.id), list.failure as? APIError, stub.requests.count)
    }

    /// Three elements in two pages, with more members in each page.
    private static func two(_ members: String) -> [String] {
        [#"{"items": [{@: 1}, {@: 2}]\#(members)}"#, #"{"items": [{@: 3}]\#(members)}"#]
    }

    private static let ends: [(members: String, calls: Int)] = [
        // An exact total, reached by the second page.
        (#", "total": 3"#, 2),
        // No total, an unknown total, and an estimate: an empty page ends the list.
        ("", 3), (#", "total": -1"#, 3), (#", "estimate": 3"#, 3), (#", "estimate": 2"#, 3), (#", "estimate": 900"#, 3),
        // The pages state their size: a shorter page is the last.
        (#", "size": 2"#, 2), (#", "size": 2, "estimate": 900"#, 2),
    ]

    @Test(arguments: ends, ["offset", "number"])
    func `PageOffset and PageNumber: a list ends where the service says so`(
        end: (members: String, calls: Int), way: String
    ) async throws {
        let list = try await read(Self.two(end.members), by: way)
        #expect(list.failure == nil)
        #expect(list.ids == [1, 2, 3])
        #expect(list.calls == end.calls)
    }

    @Test(arguments: ["offset", "number"])
    func `PageOffset and PageNumber: a page marked as the last ends the list`(way: String) async throws {
        let list = try await read([#"{"items": [{@: 1}], "more": true}"#, #"{"items": [{@: 2}], "more": false}"#], by: way)
        #expect(list.failure == nil && list.ids == [1, 2] && list.calls == 2)
    }

    private static let contradictions: [(pages: [String], ids: [Int], words: String)] = [
        (two(#", "total": 4"#), [1, 2, 3], "is empty, but the service says that there are 4 elements, of which 3 arrived"),
        (two(#", "total": 0"#), [1, 2], "ends with element 2 of the list, but the service says that there are 0 in all"),
        ([#"{"items": [{@: 1}], "total": 3, "more": false}"#], [1], "says that it is the last"),
    ]

    @Test(arguments: contradictions, ["offset", "number"])
    func `PageOffset and PageNumber: a wrong exact total is an error with the page's URL`(
        case: (pages: [String], ids: [Int], words: String), way: String
    ) async throws {
        let pages = `case`.pages.map { $0 } + [#"{"items": [], "total": 4}"#]
        let list = try await read(pages, by: way)
        #expect(list.failure?.code == .paging)
        #expect(list.ids == `case`.ids)
        #expect(list.failure?.message.contains(`case`.words) == true, "\(list.failure?.message ?? "")")
        #expect(list.failure?.message.contains("https://api.example.com/v1/items") == true)
        #expect(list.failure?.request?.url.hasPrefix("https://api.example.com/v1/items") == true)
    }

    @Test(arguments: ["offset", "number"])
    func `PageOffset and PageNumber: elements that a LossyArray skips are counted`(way: String) async throws {
        let pages = [
            #"{"items": [{@: 1}, {@: "x"}], "total": 5}"#, #"{"items": [{@: "y"}, {@: "z"}], "total": 5}"#,
            #"{"items": [{@: 5}], "total": 5}"#,
        ]
        for pages in [pages, pages.map { $0.replacing(#""total": 5"#, with: #""total": null"#) }] {
            let list = try await read(pages, by: way)
            #expect(list.failure == nil && list.ids == [1, 5])
        }
    }

    @Test func `PageNumber: a larger first page is counted as sent`() async throws {
        func page(_ ids: ClosedRange<Int>) -> String { #"{"items": [\#(ids.map { "{@: \($0)}" }.joined(separator: ","))], "total": 35}"# }
        let list = try await read([page(1...13), page(14...23), page(24...33), page(34...35)], by: "number")
        #expect(list.failure == nil && list.ids == Array(1...35) && list.calls == 4)
    }

    @Test func `PageNumber: a list that begins at a short last page ends there, or with an empty page`() async throws {
        let pages = [#"{"items": [{@: 1}, {@: 2}], "total": 3}"#, #"{"items": [{@: 3}], "total": 3}"#]
        let unsized = try await read(pages, by: "number", start: 2)
        #expect(unsized.failure == nil && unsized.ids == [3] && unsized.calls == 2)
        let sized = try await read(pages.map { $0.replacing("\"total\"", with: "\"size\": 2, \"total\"") }, by: "number", start: 2)
        #expect(sized.failure == nil && sized.ids == [3] && sized.calls == 1)
        let repeating = try await read(pages, by: "number", repeatsLast: true, start: 2)
        #expect(repeating.failure?.code == .paging && repeating.ids == Array(repeating: 3, count: 12) && repeating.calls == 12)
    }

    @Test(arguments: [0, 3, 10])
    func `PageNumber: as many consecutive equal pages are delivered as the limits allow`(count: Int) async throws {
        let repeated = try await read(Self.two(""), by: "number", repeatsLast: true, limits: PageLimits(maxEqualPages: count))
        #expect(repeated.failure?.code == .paging && repeated.ids == [1, 2] + Array(repeating: 3, count: count + 2))
        #expect(repeated.calls == count + 3)
        #expect(repeated.failure?.message.contains("equals the \(count + 1) pages before it") == true)
    }

    @Test func `PageNumber: two pages of a list may have equal elements`() async throws {
        let stub = StubTransport { request in
            HTTPResponse(body: Data((request.query["page"] == "3" ? "[]" : "[0, 0]").utf8))
        }
        let list = Route.get("readings").paged(by: .number(), as: [Int].self)
        #expect(try await APIClient.example(stub).elements(of: list).collect().get() == [0, 0, 0, 0])
    }

    @Test func `PageOffset and PageNumber: a page that can't be counted is an error that says what to write`() async throws {
        struct Hidden: Decodable, Sendable, PaginatedResponse {
            struct Trial: Decodable, Sendable { let id: Int? }
            let items: [Trial]
            var elements: [Int] { items.compactMap(\.id) }
        }
        let client = try APIClient.example(StubTransport(HTTPResponse(body: Data(#"{"items": [{"id": 1}, {}]}"#.utf8))))
        for failure in [
            await client.elements(of: Route.get("items").paged(by: .offset(), as: Hidden.self)).collect().failure,
            await client.elements(of: Route.get("items").paged(by: .number(), as: Hidden.self)).collect().failure,
        ] {
            let error = try #require(failure as? APIError)
            #expect(error.code == .paging && error.message.contains("add `var sentCount: Int` to Hidden"))
        }
    }

    // MARK: Rare combinations

    private struct Stored: Decodable, Sendable, PaginatedResponse {
        let pinned: [Item]?
        let items: [Item]?
        let warnings: [String]?
        var elements: [Item] { items ?? [] }
    }

    private final class Base: Decodable, Sendable, PaginatedResponse {
        let items: [Item]
        var elements: [Item] { items }
    }

    private struct Joined: Decodable, Sendable, PaginatedResponse {
        let pinned: [Item]
        let items: [Item]
        var elements: [Item] { pinned + items }
    }

    private struct Mapped: Decodable, Sendable, PaginatedResponse {
        let items: [Item]
        let warnings: [Int]
        var elements: [Int] { items.map(\.id) }
    }

    private struct Understated: Decodable, Sendable, PaginatedResponse {
        let elements: [Int]
        var sentCount: Int { elements.isEmpty ? 0 : 1 }
    }

    private func list<Page: PaginatedResponse & Decodable & Sendable>(
        _ pages: [String], as type: Page.Type
    ) async throws -> (
        elements: [Page.Element], failure: APIError?
    ) where Page.Element: Sendable {
        let stub = StubTransport { request in
            let index = (request.query["page"].flatMap { Int($0) } ?? 1) - 1
            return HTTPResponse(body: Data((pages.indices.contains(index) ? pages[index] : pages[pages.count - 1]).utf8))
        }
        let list = await (try APIClient.example(stub)).elements(of: Route.get("x").paged(by: .number(), as: type)).collect()
        return (list.elements, list.failure as? APIError)
    }

    @Test func `PaginatedResponse: the property that elements returns is counted, and no other`() async throws {
        let stored = try await list(
            [
                #"{"pinned": [{"id": 9}], "items": [{"id": 1}, {"id": 2}]}"#, #"{"pinned": [{"id": 8}], "items": [{"id": 3}]}"#,
                #"{"items": null}"#,
            ],
            as: Stored.self)
        #expect(stored.failure == nil && stored.elements.map(\.id) == [1, 2, 3])
        let inherited = try await list([#"{"items": [{"id": 1}]}"#, #"{"items": []}"#], as: Base.self)
        #expect(inherited.failure == nil && inherited.elements.map(\.id) == [1])
    }

    @Test func `PaginatedResponse: joined elements can't be counted, but mapped ones can`() async throws {
        let joined = try await list([#"{"pinned": [{"id": 1}], "items": [{"id": 2}]}"#], as: Joined.self)
        #expect(joined.failure?.message.contains("add `var sentCount: Int` to Joined") == true)
        let mapped = try await list([#"{"items": [{"id": 1}], "warnings": []}"#, #"{"items": [], "warnings": []}"#], as: Mapped.self)
        #expect(mapped.failure == nil && mapped.elements.count == 1)
        let understated = try await list([#"{"elements": [1, 2]}"#], as: Understated.self)
        #expect(understated.failure?.message.contains("has 2 elements, and says that the service sent 1") == true)
    }

    private struct Comment: Decodable, Hashable, Sendable {
        let id: Int
        @LossyArray var replies: [Comment]
        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            id = try members.decode(Int.self, forKey: .id)
            _replies = try members.decode(LossyArray<Comment>.self, forKey: .replies)
        }
        private enum CodingKeys: CodingKey { case id, replies }
    }

    private struct Comments: Decodable, PaginatedResponse, Sendable { let elements: [Comment] }

    @Test func `PaginatedResponse: lossy arrays inside the elements don't count`() async throws {
        let pages = [
            #"{"facets": [1, 2, 3], "elements": [{"id": 0, "replies": [{"id": 7}, {"id": 8}, {"bad": 1}]}, {"id": 1}]}"#,
            #"{"facets": [1, 2, 3], "elements": [{"id": 2}]}"#, #"{"elements": []}"#,
        ]
        let result = try await list(pages, as: Comments.self)
        #expect(result.failure == nil && result.elements.map(\.id) == [0, 1, 2])
    }

    private struct Pinned: Decodable, PaginatedResponse, Sendable {
        @LossyArray var pinned: [Item]
        let items: [Item]
        var elements: [Item] { items }
    }

    @Test func `PaginatedResponse: two different arrays that could be the elements are an error`() async throws {
        let clear = #"{"pinned": [{"id": 1}, {"id": 2}, {}], "items": [{"id": 3}]}"#
        #expect(try await list([clear, #"{"items": []}"#], as: Pinned.self).failure == nil)
        let unclear = #"{"pinned": [{"id": 1}, {}], "items": [{"id": 3}]}"#
        #expect(try await list([unclear], as: Pinned.self).failure?.message.contains("add `var sentCount: Int`") == true)
    }

    private struct Declared: Decodable, PaginatedResponse, Sendable {
        let a, b: [Item]
        var elements: [Item] { a + b }
        var sentCount: Int { a.count + b.count }
    }

    private struct Whole: Decodable, PaginatedResponse, Sendable {
        @LossyArray var items: [Item]
        let next: String?
        var elements: [Item] { items }
    }

    @Test func `PaginatedResponse: a declared count is used unchanged, and a missing array is an empty one`() async throws {
        let declared = try await list([#"{"a": [{"id": 1}], "b": [{"id": 2}]}"#, #"{"a": [], "b": []}"#], as: Declared.self)
        #expect(declared.failure == nil && declared.elements.map(\.id) == [1, 2])
        let whole = try await list(
            [#"{"items": [{"id": 1}], "next": null}"#, #"{"items": [{}], "next": null}"#, #"{"facets": [1]}"#], as: Whole.self)
        #expect(whole.failure == nil && whole.elements.map(\.id) == [1])
    }

    @Test func `PageNumber: equal envelopes don't make a repeated page`() async throws {
        struct Table: Decodable, Sendable, PaginatedResponse {
            let columns: [String]
            let items: [Item]
            var elements: [Item] { items }
        }
        let head = #"{"columns": ["identifier of the row", "name of the row"], "items": "#
        let table = try await list([head + #"[{"id": 1}, {"id": 2}]}"#, head + #"[{"id": 3}, {"id": 4}]}"#, head + "[]}"], as: Table.self)
        #expect(table.failure == nil && table.elements.map(\.id) == [1, 2, 3, 4])
    }

    @Test func `PageNumber: pinned elements that the total doesn't include aren't lost`() async throws {
        func page(_ ids: ClosedRange<Int>) -> String {
            #"{"items": [\#(ids.map { "{@: \($0)}" }.joined(separator: ","))], "total": 35, "size": 10}"#
        }
        let list = try await read([page(1...15), page(16...25), page(26...35), page(36...40)], by: "number")
        #expect(list.ids == Array(1...40))
        #expect(list.failure?.code == .paging, "The total isn't true.")
    }

    @Test func `PagePosition: a list whose pages repeat has no position to resume from`() async throws {
        let stub = StubTransport { request in
            HTTPResponse(body: Data(#"{"elements": [1], "next": "\#(request.query["cursor"] == "a" ? "b" : "a")"}"#.utf8))
        }
        let client = try APIClient.example(stub)
        let cursors = await client.elements(of: Route.get("x").paged(by: .cursor(), as: Token.self)).collect()
        #expect((cursors.failure as? APIError)?.code == .paging && cursors.position == nil)
    }

    @Test func `PageNumber: numbers at the end of their range don't trap`() async throws {
        struct Said: Decodable, Sendable, CountedResponse {
            let elements: [Int]
            let count: Int
            let total: Int?
            var sentCount: Int { count }
            var totalCount: Int? { total }
        }
        let huge = try await list(
            [#"{"elements": [1], "count": 9223372036854775807}"#, #"{"elements": [2], "count": 9223372036854775807}"#], as: Said.self)
        #expect(huge.failure?.code == .paging && huge.elements == [1, 2])
        let client = try APIClient.example(
            StubTransport(HTTPResponse(body: Data(#"{"elements": [1, 2], "count": 2, "total": 9223372036854775807}"#.utf8))))
        let below = Route.get("x", query: ["offset": -5]).paged(by: .offset(size: 2), as: Said.self)
        #expect(await client.elements(of: below, prefetch: 2).collect().failure != nil)
        var position = PagePosition(Route.get("x").paged(by: .offset(size: 2), as: Said.self))
        position.skipped = 3
        _ = await client.elements(from: position, limits: PageLimits(maxPages: 3, maxElements: .max), prefetch: 1).collect()
    }

    private struct Token: CursorResponse, Decodable, Sendable {
        let elements: [Int]
        let next: String?
        var nextCursor: String? { next }
    }

    @Test func `PageCursor: a repeated cursor is an error`() async throws {
        let stub = StubTransport { request in
            let cursor = request.query["cursorMark"].flatMap { Int($0) }
            return HTTPResponse(body: Data(#"{"elements": [\#(cursor ?? 0)], "next": "1"}"#.utf8))
        }
        let list = Route.get("docs").paged(by: .cursor("cursorMark"), as: Token.self)
        let result = await (try APIClient.example(stub)).elements(of: list).collect()
        #expect(result.elements == [0, 1])
        #expect((result.failure as? APIError)?.code == .paging)
    }

    @Test(arguments: [0, 3])
    func `PageCursor: fields that are new in each request hide no loop, and waste no prefetched page`(prefetch: Int) async throws {
        struct Docs: RoutedEndpoint {
            var route: Route { .get("docs", headers: ["X-Request-ID": UUID().uuidString, "Idempotency-Key": UUID().uuidString]) }
        }
        let stub = StubTransport { request in
            let next = request.query["cursor"] == "a" ? "b" : "a"
            return HTTPResponse(body: Data(#"{"elements": [1], "next": "\#(next)"}"#.utf8))
        }
        let list = await (try APIClient.example(stub)).elements(of: Docs().paged(by: .cursor(), as: Token.self), prefetch: prefetch)
            .collect()
        #expect((list.failure as? APIError)?.code == .paging)
        #expect(list.elements == [1, 1, 1])
        let service = NumberService(total: 100)
        struct Offsets: RoutedEndpoint {
            var route: Route { .get("offsets", query: ["limit": 10], headers: ["X-Request-ID": UUID().uuidString]) }
        }
        let offsets = Offsets().paged(by: .offset(), as: NumberPage.self)
        #expect(try await APIClient.example(service.transport).elements(of: offsets, prefetch: prefetch).collect().get().count == 100)
        #expect(service.callCount == 10)
    }

    @Test func `PaginatedRequest: your own request is compared without fields that are new each time`() async throws {
        struct Steps: PaginatedRequest {
            typealias Response = [Int]
            var step = 0
            var path: Path { "steps/\(step)" }
            var headers: HTTPHeaders { ["X-Request-ID": UUID().uuidString] }
            func next(after response: PageResponse) -> Steps? { Steps(step: step == 2 ? 1 : step + 1) }
        }
        let list = await (try APIClient.example(StubTransport(HTTPResponse(body: Data("[7]".utf8))))).elements(of: Steps()).collect()
        #expect((list.failure as? APIError)?.code == .paging)
        #expect(list.elements == [7, 7, 7])
    }

    @Test(arguments: [0, 1, 3])
    func `PaginatedRequest: your own request is built once per page`(prefetch: Int) async throws {
        struct Counting: HTTPBody {
            let count: Counter
            func entity() -> HTTPBodyEntity {
                _ = count.next()
                return HTTPBodyEntity(contentType: "text/plain", content: .data(Data("q".utf8)))
            }
        }
        struct Search: PaginatedRequest {
            typealias Response = [Int]
            let bodies, paths: Counter
            var page = 1
            var method: HTTPMethod { .post }
            var path: Path {
                _ = paths.next()
                return "search/\(page)"
            }
            var body: (any HTTPBody)? { Counting(count: bodies) }
            func next(after response: PageResponse) -> Search? { page < 5 ? Search(bodies: bodies, paths: paths, page: page + 1) : nil }
        }
        let (bodies, paths) = (Counter(), Counter())
        let stub = StubTransport(HTTPResponse(body: Data("[1]".utf8)))
        let list = try await APIClient.example(stub).elements(of: Search(bodies: bodies, paths: paths), prefetch: prefetch).collect().get()
        #expect(list.count == 5 && stub.requests.count == 5)
        #expect(bodies.count == 5 && paths.count == 5)
    }

    @Test func `PagedRequest: the endpoint is resolved once per list, and a body is made once per call`() async throws {
        struct Counting: HTTPBody {
            let count: Counter
            func entity() -> HTTPBodyEntity {
                _ = count.next()
                return HTTPBodyEntity(contentType: "text/plain", content: .data(Data("q".utf8)))
            }
        }
        struct Search: RoutedEndpoint {
            let routes, bodies: Counter
            var route: Route {
                _ = routes.next()
                return .post("offsets", query: ["limit": 5], body: Counting(count: bodies))
            }
        }
        let (routes, bodies, service) = (Counter(), Counter(), NumberService())
        let list = Search(routes: routes, bodies: bodies).paged(by: .offset(), as: NumberPage.self)
        let client = try APIClient.example(service.transport)
        #expect(try await client.elements(of: list, prefetch: 2).collect().get() == Array(0..<25))
        #expect(service.callCount == 5 && routes.count == 1 && bodies.count == 5)
        #expect(try await client.elements(of: list).collect().get().count == 25)
        #expect(routes.count == 2 && bodies.count == 10)
    }

    @Test func `Page: it has the request as it was sent`() async throws {
        let stub = StubTransport { request in
            request.path == "/v1/old" ? .redirect(to: "/v1/new?x=1") : HTTPResponse(body: Data("[1]".utf8))
        }
        let client = try APIClient.example(stub, adapters: [.header("X-Trace", "t")]) { $0.authentication = .query(["apikey": "k"]) }
        let list = Route.get("old").authenticated().paged(by: .link(), as: [Int].self)
        for try await page in client.pages(of: list) {
            #expect(page.sent.urlText == "https://api.example.com/v1/new?x=1&apikey=k" && page.sent.headers["X-Trace"] == "t")
            #expect(page.sentCount == 1)
        }
    }
}
