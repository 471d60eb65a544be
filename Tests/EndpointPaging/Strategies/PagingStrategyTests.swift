import EndpointKit
import EndpointKitTesting
import Foundation
import Testing

/// The request for each page, for each strategy.
@Suite struct PagingStrategyTests {
    @Test func `PageOffset: the offset is the number of elements that arrived`() async throws {
        let service = NumberService()
        let client = try APIClient.example(service.transport)
        #expect(try await client.elements(of: .offsets(["q": "a b", "limit": 10, "sort": "up"])).collect().get() == Array(0..<25))
        #expect(
            service.queries == [
                "q=a%20b&limit=10&sort=up", "q=a%20b&limit=10&sort=up&offset=10", "q=a%20b&limit=10&sort=up&offset=20",
            ])
    }

    @Test func `PageOffset: a list begins at the endpoint's offset, and the parameter stays in its place`() async throws {
        let service = NumberService()
        let client = try APIClient.example(service.transport)
        #expect(try await client.elements(of: .offsets(["offset": 7, "limit": 10])).collect().get() == Array(7..<25))
        #expect(service.queries == ["offset=7&limit=10", "offset=17&limit=10"])
    }

    @Test func `PageOffset: no element is lost if a service sends fewer than requested`() async throws {
        let service = NumberService()
        let capped = StubTransport { request in
            var request = request
            request.query = ["limit": 4, "offset": request.query["offset"]]
            return try service.answer(request)
        }
        let client = try APIClient.example(capped)
        #expect(try await client.elements(of: .offsets(["limit": 1000])).collect().get() == Array(0..<25))
        #expect(service.callCount == 7)
    }

    @Test func `PageOffset: elements that are skipped in decoding are counted`() async throws {
        struct Lossy: Decodable, Sendable, CountedResponse {
            @LossyArray var elements: [Int]
            var total: Int
            var sentCount: Int { elements.count + $elements.count }
            var totalCount: Int? { total }
        }
        let stub = StubTransport { request in
            let bodies = ["0": #"[0, "one", 2]"#, "3": #"["three", "four", "five"]"#, "6": "[6]"]
            return HTTPResponse(body: Data(#"{"total": 7, "elements": \#(bodies[request.query["offset"] ?? "0"] ?? "[]")}"#.utf8))
        }
        let list = Route.get("items").paged(by: .offset(), as: Lossy.self)
        #expect(try await APIClient.example(stub).elements(of: list).collect().get() == [0, 2, 6])
        #expect(stub.requests.map { $0.query["offset"] } == [nil, "3", "6"])
    }

    struct Search: Encodable, Sendable {
        var pageSize = 10, sortKeys = ["up", "down"], offset = 1000
    }

    @Test(arguments: [
        (JSONConvention.standard, "a=1&pageSize=10&sortKeys=up&sortKeys=down&offset=0&z=1"),
        (JSONConvention(keys: .snakeCase, query: QueryStyle(arrays: .commaSeparated)), "a=1&page_size=10&sort_keys=up,down&offset=0&z=1"),
    ])
    func `PagedRequest: the page's item replaces the one in an encoded query`(_ json: JSONConvention, _ first: String) async throws {
        let service = NumberService()
        let stub = StubTransport { request in
            var request = request
            request.query.append("limit", "10")
            return try service.answer(request)
        }
        var query: Query = ["a": 1]
        query.append(Query(encoding: Search(offset: 0)))
        query.append(["z": 1])
        let list = Route.get("offsets", query: query).paged(by: .offset(), as: NumberPage.self)
        let client = try APIClient.example(stub) { $0.policies.json = json }
        #expect(try await client.elements(of: list).collect().get() == Array(0..<25))
        #expect(
            stub.requests.map(\.query.encoded)
                == ["0", "10", "20"].map { first.replacing("offset=0", with: "offset=\($0)") })
    }

    @Test func `PagedRequest: the pages of a list use their endpoint's own convention`() async throws {
        struct Dates: Endpoint {
            var path: Path { "dates" }
            var json: JSONConvention? { JSONConvention(dates: .secondsSince1970) }
        }
        let stub = StubTransport(HTTPResponse(body: Data("[0, 86400]".utf8)))
        let list = Dates().paged(by: .link(), as: [Date].self)
        let dates = try await APIClient.example(stub).elements(of: list).collect().get()
        #expect(dates == [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 86_400)])
    }

    @Test(arguments: [("p", 1), ("p", 12_345_678), ("page", 7), ("page", 11), ("zLast", 12)])
    func `PagedRequest: the page's item may be longer or shorter than the item that it replaces in an encoded query`(
        _ name: String, _ number: Int
    ) async throws {
        let query = Query(encoding: ["aFirst": "1", "p": String(repeating: "9", count: 48), "zLast": ""])
        for (route, names) in [
            (Route.get("items", query: query), Set(["aFirst", "p", "zLast", name])),
            (Route.get(try exampleURL("https://api.example.com/items?page=8&x=1"), query: query), ["aFirst", "p", "zLast", "page", "x"]),
        ] {
            var page = PageNumber<[Int]>(name: name)
            page.number = number
            let stub = StubTransport(HTTPResponse(body: Data("[1]".utf8)))
            _ = try await APIClient.example(stub).call(route.paged(by: page, as: [Int].self)).value
            let sent = try #require(stub.requests.first).query
            #expect(sent.values(for: name) == ["\(number)"])
            #expect(sent.map(\.name).sorted() == names.sorted())
            #expect(sent["aFirst"] == "1" && sent["zLast"] == (name == "zLast" ? "12" : ""))
        }
    }

    @Test func `PageNumber: a total saves the last call`() async throws {
        let service = NumberService()
        let client = try APIClient.example(service.transport)
        #expect(try await client.elements(of: .pages()).collect().get() == Array(0..<25))
        #expect(service.queries == ["limit=10", "limit=10&page=2", "limit=10&page=3"])
    }

    @Test func `PageNumber: without a total, an empty page is the end`() async throws {
        let service = NumberService()
        let client = try APIClient.example(service.transport)
        #expect(try await client.elements(of: .bare(["page": 2, "limit": 10])).collect().get() == Array(10..<25))
        #expect(service.queries == ["page=2&limit=10", "page=3&limit=10", "page=4&limit=10"])
    }

    @Test func `PageNumber: the parameter may have any name and begin with any number`() async throws {
        let stub = StubTransport { request in
            HTTPResponse(body: Data((Int(request.query["p"] ?? "0") ?? 0 < 3 ? "[\(request.query["p"] ?? "0")]" : "[]").utf8))
        }
        let list = Route.get("items").paged(by: .number("p", first: 0), as: [Int].self)
        #expect(try await APIClient.example(stub).elements(of: list).collect().get() == [0, 1, 2])
        #expect(stub.requests.map(\.query.encoded) == ["", "p=1", "p=2", "p=3"])
    }

    @Test func `PageCursor: the list continues until the body has no cursor`() async throws {
        let service = NumberService()
        let client = try APIClient.example(service.transport)
        #expect(try await client.elements(of: .cursors(["q": "x", "limit": 10])).collect().get() == Array(0..<25))
        #expect(service.queries == ["q=x&limit=10", "q=x&limit=10&cursor=10", "q=x&limit=10&cursor=20"])
    }

    @Test(arguments: [#""""#, "null"])
    func `PageCursor: a cursor is one value, whatever it contains`(end: String) async throws {
        let stub = StubTransport { request in
            HTTPResponse(body: Data(#"{"elements": [1], "next": \#(request.query["t"] == nil ? #""a+b&c=d/é""# : end)}"#.utf8))
        }
        let list = Route.post("items", query: ["t": nil]).paged(by: .cursor("t"), as: CursorPage.self)
        #expect(try await APIClient.example(stub).elements(of: list).collect().get() == [1, 1])
        #expect(stub.requests.map(\.query.encoded) == ["", "t=a%2Bb%26c%3Dd%2F%C3%A9"])
        #expect(stub.requests.allSatisfy { $0.method == .post })
    }

    @Test func `PageCursor: a page marked as the last is the last, whatever its cursor`() async throws {
        struct Connection: Decodable, Sendable, CursorResponse {
            var elements: [Int]
            var nextCursor: String?
            var hasNextPage: Bool
        }
        let stub = StubTransport { request in
            let isLast = request.query["after"] == "x"
            return HTTPResponse(body: Data(#"{"elements": [1], "nextCursor": "\#(isLast ? "y" : "x")", "hasNextPage": \#(!isLast)}"#.utf8))
        }
        let list = Route.get("items").paged(by: .cursor("after"), as: Connection.self)
        #expect(try await APIClient.example(stub).elements(of: list).collect().get() == [1, 1])
    }

    @Test func `PagingStrategy: the parameter may be in the endpoint's own URL`() async throws {
        let service = NumberService()
        let url = try exampleURL("https://api.example.com/v1/offsets?offset=20&limit=2")
        let list = Route.get(url, query: ["q": "x"]).paged(by: .offset(), as: NumberPage.self)
        #expect(try await APIClient.example(service.transport).elements(of: list).collect().get() == Array(20..<25))
        #expect(service.queries == ["offset=20&limit=2&q=x", "offset=22&limit=2&q=x", "offset=24&limit=2&q=x"])
    }

    @Test func `PagingStrategy: every page has the endpoint's header fields, body and method`() async throws {
        let service = NumberService()
        let route: Route = .post("offsets", query: ["limit": 20], headers: ["X-Team": "blue"], body: .text("filter"))
        let transport = service.transport
        let client = try APIClient.example(transport) { $0.query = ["lang": "en"] }
        #expect(try await client.elements(of: route.paged(by: .offset(), as: NumberPage.self)).collect().get().count == 25)
        #expect(transport.requests.map(\.query.encoded) == ["lang=en&limit=20", "lang=en&limit=20&offset=20"])
        for request in transport.requests {
            #expect(request.method == .post)
            #expect(request.headers["X-Team"] == "blue")
            #expect(request.headers["Accept"] == "application/json")
            guard case .data(let body)? = request.body?.content else {
                Issue.record("there is no body")
                continue
            }
            #expect(body == Data("filter".utf8))
        }
    }

    @Test func `PaginatedRequest: it decodes its pages in its own way`() async throws {
        struct Lines: Request {
            struct Page: Sendable, PaginatedResponse { var elements: [String] }
            var path: Path { "lines" }
            var accept: String { "text/plain" }
            func decode(_ response: HTTPResponse, with decoder: ResponseDecoder) throws -> Page {
                Page(elements: String(decoding: response.body, as: UTF8.self).split(separator: "\n").map(String.init))
            }
        }
        let stub = StubTransport { request in HTTPResponse(body: Data((request.query.isEmpty ? "a\nb" : "").utf8)) }
        #expect(try await APIClient.example(stub).elements(of: Lines().paged(by: .number())).collect().get() == ["a", "b"])
        #expect(stub.requests.map { $0.headers["Accept"] } == ["text/plain", "text/plain"])
    }

    private struct Words: Request {
        typealias Response = [String]
        var path: Path { "words" }
        func decode(_ response: HTTPResponse, with decoder: ResponseDecoder) throws -> [String] {
            try decoder.text(of: response).map { "\($0)" }
        }
        var accept: String { "text/plain" }
    }

    @Test func `PaginatedRequest: its own decoding applies only to its own response`() async throws {
        let stub = StubTransport { request in HTTPResponse(body: Data((request.query.isEmpty ? "[7]" : "").utf8)) }
        let client = try APIClient.example(stub)
        #expect(try await client.elements(of: Words().paged(by: .number())).collect().get() == ["[", "7", "]"])
        #expect(await client.elements(of: Words().paged(by: .number(), as: [Int].self)).collect().elements == [7])
        #expect(stub.requests.map { $0.headers["Accept"] } == ["text/plain", "text/plain", "application/json", "application/json"])
    }

    @Test func `PaginatedResponse: it can read its response's header fields`() async throws {
        struct Counted: Sendable, ResponseConvertible, CountedResponse {
            var elements: [Int]
            var totalCount: Int?
            init(response: HTTPResponse, decoder: ResponseDecoder) throws {
                elements = try decoder.decode(from: response)
                totalCount = response.headers["X-Total"].flatMap { Int($0) }
            }
        }
        let stub = StubTransport { request in
            HTTPResponse(headers: ["X-Total": "2"], body: Data("[\(request.query["page"] ?? "7")]".utf8))
        }
        let list = Route.get("items").paged(by: .number(), as: Counted.self)
        #expect(try await APIClient.example(stub).elements(of: list).collect().get() == [7, 2])
    }
}
