import EndpointKit

/// The code of the article "Lists in pages".
enum Paging {
    struct Painting: Decodable, Equatable, Sendable { let id: Int }

    static func all(_ client: APIClient) async throws -> [Int] {
        let paintings = Route.get("paintings", query: ["limit": 2]).paged(by: .number("page"), as: [Painting].self)
        var ids: [Int] = []
        for try await painting in client.elements(of: paintings, prefetch: 1) { ids.append(painting.id) }
        return ids
    }

    struct PaintingPage: CountedResponse, CursorResponse, Decodable, Sendable {
        let elements: [Painting]
        let totalCount: Int?
        let nextCursor: String?
    }

    struct Gallery: Decodable, PaginatedResponse, Sendable {
        let paintings: [Painting?]
        var elements: [Painting] { paintings.compactMap { $0 } }
        var sentCount: Int { paintings.count }
    }

    static func strategies() -> [any PaginatedRequest] {
        let route = Route.get("paintings")
        return [
            route.paged(by: .number("page", first: 1), as: [Painting].self),
            route.paged(by: .offset("offset"), as: PaintingPage.self),
            route.paged(by: .cursor("cursor"), as: PaintingPage.self),
            route.paged(by: .link(), as: [Painting].self),  // the Link field (RFC 8288)
        ]
    }

    struct Search: PaginatedRequest {
        typealias Response = PaintingPage
        var text: String
        var page = 1

        var path: Path { "search" }
        var query: Query { ["q": text, "page": page] }

        func next(after response: PageResponse) -> Search? {
            response.value.elements.isEmpty ? nil : Search(text: text, page: page + 1)
        }
    }

    final class GalleryClient: APIClient, @unchecked Sendable {
        func paintings() -> ElementSequence<PagedRequest<Route, PageLink<[Painting]>>> {
            elements(of: Route.get("paintings").paged(by: .link(), as: [Painting].self))
        }
    }

    static func some(_ client: APIClient) async throws -> Int {
        let limits = PageLimits(maxPages: 10, maxElements: 3)
        let paintings = try await client.elements(of: Search(text: "blue"), limits: limits).collect().get()
        return paintings.count
    }

    static func resumed(_ client: APIClient, store: (PagePosition<Search>) -> Void) async throws {
        var pages = client.pages(of: Search(text: "blue")).makeAsyncIterator()
        do {
            while let page = try await pages.next() { print(page.number, page.elements.count) }
        } catch {
            if let position = pages.position { store(position) }  // where client.pages(from:) goes on
            throw error
        }
    }

    @MainActor static func screen(_ client: APIClient) async -> (ids: [Int], error: (any Error)?) {
        let list = client.paginator(of: Search(text: "blue"))
        await list.refresh().value
        await list.loadNextPage().value
        return (list.elements.map(\.id), list.error)
    }
}
