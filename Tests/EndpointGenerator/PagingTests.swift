import EndpointGenerator
import EndpointKit
import EndpointKitTesting
import Foundation
import Testing

/// Lists that are read in pages: which operations are recognized, and that the generated code reads every page.
@Suite struct PagingTests {
    @Test("Generator: a paged list is recognized by its parameters and its response")
    func table() throws {
        let table = """
            operation      elements               pages by  parameters           list          next page
            listNumbers    allNumbers             number    page per_page        things
            listZeros      allZeros               number    pageNumber pageSize  content
            listUnknowns   allUnknowns            number    page limit           (the answer)
            listOffsets    allOffsets             offset    offset limit         data.results
            listCursors    allCursors             cursor    cursor limit         items         meta.next_cursor
            listTokens     allTokens              cursor    pageToken            tokens        nextPageToken
            listLasts      allLasts               cursor    after limit          data          the last element's id
            listLinks      allLinks               link      per_page             (the answer)
            addressesList  addressesListElements  link      limit                results       next
            """
        #expect(try Golden.lists.generator().pagedLists.description == table)
    }

    @Test(
        "Generator: if it is unclear how to find the next page, paging parameters become a note, and the list isn't read in pages",
        arguments: [
            ("many", "its answer has several lists"), ("document", "\"page\" may be the page of something else"),
            ("lost", "its answer doesn't name the next \"cursor\""),
        ])
    func doubts(path: String, reason: String) throws {
        let notes = try Golden.lists.generator().notes.map(\.description)
        #expect(notes.contains { $0.hasPrefix("#/paths/~1\(path)/get: The list isn't read in pages: \(reason)") })
    }

    @Test(
        "Generator: the response decides whether a parameter is a cursor",
        arguments: [
            // A date filter, a number where a string is expected, the cursor of this page, the cursor of another list.
            (text("after", format: "date-time"), #""next_after": {"type": "string"}"#, false),
            (text("cursor"), #""next_cursor": {"type": "integer"}"#, false),
            (text("cursor"), #""cursor": {"type": "string"}"#, false),
            (
                text("cursor"),
                #""other": {"properties": {"all": {"type": "array", "items": {}}, "next_cursor": {"type": "string"}}}"#, false
            ),
            (text("cursor"), #""cursor": {"type": "string", "description": "The next page's."}"#, true),
            (text("offset"), #""next_offset": {"type": "string"}"#, true),
            (text("page", type: "integer"), #""next_page": {"type": "integer", "nullable": true}"#, true),
            // A cursor that the service ignores unless another parameter switches it on.
            (text("marker") + ", " + text("usemarker", type: "boolean"), #""next_marker": {"type": "string"}"#, false),
        ])
    func cursors(parameters: String, member: String, isCursor: Bool) throws {
        let generator = try Generator(
            paths: """
                {"/things": {"get": {"operationId": "listThings", "parameters": [\(parameters)], "responses": {"200": {"description": "",
                "content": {"application/json": {"schema": {"type": "object", "properties": {
                "things": {"type": "array", "items": {"type": "string"}}, \(member)}}}}}}}}}
                """)
        #expect(generator.pagedLists.rows.map(\.kind) == (isCursor ? ["cursor"] : []))
    }

    private static func text(_ name: String, type: String = "string", format: String = "") -> String {
        #"{"name": "\#(name)", "in": "query", "schema": {"type": "\#(type)", "format": "\#(format)"}}"#
    }

    // MARK: The generated code

    private static func things(_ ids: Range<Int>) -> JSON { .array(ids.map { ["id": .string("\($0)")] }) }

    /// Answers with pages of two elements. The list has five.
    private static func page(_ request: HTTPRequest) throws -> HTTPResponse {
        let query = request.query
        let path = request.url.path
        let start = { (name: String) in query[name].flatMap { Int($0) } ?? 0 }
        var headers: HTTPHeaders = ["Content-Type": "application/json"]
        let begin: Int
        switch path {
        case "/numbers": begin = (query["page"].flatMap { Int($0) } ?? 1) * 2 - 2
        case "/unknown": begin = start("page") * 2
        case "/zeros": begin = start("pageNumber") * 2
        case "/offsets": begin = start("offset")
        case "/cursors": begin = start("cursor")
        case "/tokens": begin = start("pageToken")
        case "/last": begin = query["after"].flatMap { Int($0) }.map { $0 + 1 } ?? 0
        default: begin = start("from")
        }
        let end = min(begin + 2, 5)
        let next: JSON = end < 5 ? .string("\(end)") : .null
        let all = things(min(begin, 5)..<end)
        let body: JSON
        switch path {
        case "/numbers": body = ["things": all, "page": JSON(begin / 2 + 1), "total_pages": 3]
        case "/zeros": body = ["content": all, "last": JSON(end == 5)]
        case "/offsets": body = ["data": ["offset": JSON(begin), "limit": 2, "total": 4, "results": all]]
        case "/cursors": body = ["items": all, "meta": ["next_cursor": next]]
        case "/tokens": body = ["tokens": all, "nextPageToken": JSON(next.string ?? ""), "warnings": []]
        case "/last": body = ["data": all, "has_more": JSON(end < 5)]
        case "/addresses":
            let address = JSON("https://lists.example/addresses?from=\(end)")
            body = ["count": 5, "results": all, "next": end < 5 ? address : .null]
        default:
            if end < 5, path == "/links" { headers["Link"] = "</links?from=\(end)>; rel=\"next\"" }
            body = all
        }
        return HTTPResponse(headers: headers, body: try body.data())
    }

    private static let lists: [@Sendable (ListsClient) async throws -> [Thing]] = [
        { try await $0.allNumbers(perPage: 2).collect().get() }, { try await $0.allZeros().collect().get() },
        { try await $0.allUnknowns(page: 0).collect().get() }, { try await $0.allOffsets(limit: 2).collect().get() },
        { try await $0.allCursors().collect().get() }, { try await $0.allTokens().collect().get() },
        { try await $0.allLasts().collect().get() }, { try await $0.allLinks().collect().get() },
        { try await $0.addressesListElements(limit: 2).collect().get() },
    ]

    @Test("Generated client: each kind of list returns every element on its pages once", arguments: lists.indices)
    func elements(index: Int) async throws {
        let stub = StubTransport { try Self.page($0) }
        let base = try #require(ListsClient.server)
        let client = ListsClient(configuration: APIConfiguration(baseURL: base), transport: stub)
        #expect(try await Self.lists[index](client).map(\.id) == ["0", "1", "2", "3", "4"])
        // The first request has no number, offset or cursor, except for a list whose first page is 0.
        #expect(stub.requests.first?.query["page"] == (index == 2 ? "0" : nil))
    }

    @Test("Generated client: a page that says that more follow, and has no element to name the next one, is an error")
    func unnamed() async throws {
        let stub = StubTransport { request in
            let isFirst = request.query["after"] == nil
            let body: JSON = ["data": isFirst ? Self.things(0..<2) : [], "has_more": true]
            return HTTPResponse(headers: ["Content-Type": "application/json"], body: try body.data())
        }
        let client = ListsClient(configuration: APIConfiguration(baseURL: try #require(ListsClient.server)), transport: stub)
        let list = await client.allLasts().collect()
        #expect(list.elements.map(\.id) == ["0", "1"] && (list.failure as? APIError)?.code == .paging)
    }
}
