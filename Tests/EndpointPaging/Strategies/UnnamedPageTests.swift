import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// Pages that say that more pages follow, and don't say where.
@Suite struct UnnamedPageTests {
    /// A page that says itself whether more follow.
    private struct Connection: Decodable, Sendable, CursorResponse {
        var elements: [Int]
        var nextCursor: String?
        var hasNextPage: Bool
    }

    private struct Linked: Decodable, Sendable, LinkedResponse {
        var elements: [Int]
        var nextLink: String?
        var hasNextPage: Bool
    }

    private struct Posts: Decodable, Sendable, PaginatedResponse {
        var elements: [Int]
        var hasNextPage: Bool
    }

    /// A page that says nothing.
    private struct Silent: Decodable, Sendable, PaginatedResponse { var elements: [Int] }
    private struct SilentCursor: Decodable, Sendable, CursorResponse {
        var elements: [Int]
        var nextCursor: String?
    }
    private struct SilentLink: Decodable, Sendable, LinkedResponse {
        var elements: [Int]
        var nextLink: String?
    }

    private static func client(_ pages: String...) throws -> (client: APIClient, stub: StubTransport) {
        let answers = Recorder<String>()
        let stub = StubTransport { request in
            let page =
                pages.indices.contains(answers.count) ? pages[answers.count] : #"{"elements": [], "hasNextPage": false}"#
            answers.record(page)
            return HTTPResponse(body: Data(page.utf8))
        }
        return (try APIClient.example(stub), stub)
    }

    private static let route = Route.get("posts")

    @Test(arguments: ["[2]", "[]"], [#""nextCursor": null, "#, #""nextCursor": "", "#, ""])
    func `PageCursor: a page that says that more follow, and has no cursor, is an error after its elements`(
        elements: String, cursor: String
    ) async throws {
        let first = #"{"elements": [1], "nextCursor": "x", "hasNextPage": true}"#
        let (client, stub) = try Self.client(first, #"{"elements": \#(elements), \#(cursor)"hasNextPage": true}"#)
        let list = await client.elements(of: Self.route.paged(by: .cursor(), as: Connection.self)).collect()
        #expect(list.elements == (elements == "[]" ? [1] : [1, 2]))
        let error = try #require(list.failure as? APIError)
        #expect(error.code == .paging)
        #expect(
            error.message
                == "The page at https://api.example.com/v1/posts?cursor=x says that more pages follow, but doesn't name the next one.")
        #expect(error.response != nil && stub.requests.count == 2)
    }

    @Test(arguments: ["[1]", "[]"]) func `PageLink: a page that says that more follow, and has no link, is an error after its elements`(
        elements: String
    ) async throws {
        let page = #"{"elements": \#(elements), "hasNextPage": true}"#
        let count = elements == "[]" ? 0 : 1
        let header = try await Self.client(page).client.elements(of: Self.route.paged(by: .link(), as: Posts.self)).collect()
        #expect(header.elements.count == count && (header.failure as? APIError)?.code == .paging)
        for page in [page, page.replacing("\"has", with: "\"nextLink\": \"\", \"has")] {
            let body = try await Self.client(page).client.elements(of: Self.route.paged(by: .link(), as: Linked.self)).collect()
            #expect(body.elements.count == count && (body.failure as? APIError)?.code == .paging)
        }
    }

    @Test func `PageCursor and PageLink: a page that says nothing ends the list if it names no other`() async throws {
        let page = #"{"elements": [1]}"#
        #expect(try await Self.client(page).client.elements(of: Self.route.paged(by: .link(), as: Silent.self)).collect().get() == [1])
        #expect(try await Self.client(page).client.elements(of: Self.route.paged(by: .link(), as: SilentLink.self)).collect().get() == [1])
        let cursors = Self.route.paged(by: .cursor(), as: SilentCursor.self)
        #expect(try await Self.client(page).client.elements(of: cursors).collect().get() == [1])
        #expect(try await Self.client("[1]").client.elements(of: Self.route.paged(by: .link(), as: [Int].self)).collect().get() == [1])
    }

    @MainActor @Test func `Paginator: a page that doesn't name the next one is an error, and is loaded again`() async throws {
        let unnamed = #"{"elements": [1], "nextCursor": null, "hasNextPage": true}"#
        let (client, stub) = try Self.client(unnamed, unnamed, unnamed.replacing("null", with: "\"x\""))
        let paginator = client.paginator(of: Self.route.paged(by: .cursor(), as: Connection.self))
        await paginator.loadNextPage().value
        #expect(paginator.elements == [1] && paginator.hasNextPage)
        #expect((paginator.error as? APIError)?.code == .paging)
        while paginator.hasNextPage, stub.requests.count < 9 { await paginator.loadNextPage().value }
        #expect(paginator.elements == [1] && paginator.error == nil)
        #expect(stub.requests.map { $0.query["cursor"] } == [nil, nil, nil, "x"])
    }

    @Test func `PageCursor and PageLink: a strategy may say that its service means the end`() async throws {
        let page = #"{"elements": [1], "hasNextPage": true}"#
        let cursors = Self.route.paged(by: .cursor(endsWithoutCursor: true), as: Connection.self)
        #expect(try await Self.client(page).client.elements(of: cursors).collect().get() == [1])
        let links = Self.route.paged(by: .link(endsWithoutLink: true), as: Linked.self)
        #expect(try await Self.client(page).client.elements(of: links).collect().get() == [1])
        let fields = Self.route.paged(by: .link(endsWithoutLink: true), as: Posts.self)
        #expect(try await Self.client(page).client.elements(of: fields).collect().get() == [1])
    }

    @Test func `PageCursor: a stored position without endsWithoutCursor is read`() throws {
        let stored = #"{"name":"after","cursor":"x"}"#
        let page = try JSONDecoder().decode(PageCursor<Connection>.self, from: Data(stored.utf8))
        #expect(page.name == "after" && page.cursor == "x" && !page.endsWithoutCursor)
        let own: PageCursor<Connection> = .cursor(endsWithoutCursor: true)
        #expect(try JSONDecoder().decode(PageCursor<Connection>.self, from: JSONEncoder().encode(own)) == own)
    }
}
