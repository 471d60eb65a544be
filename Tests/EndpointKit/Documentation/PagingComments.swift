import EndpointKit

/// The code of the comments on lists in pages.
enum PagingComments {
    typealias Character = DescribingComments.Character
    typealias CharacterList = PagedRequest<Route, PageNumber<[Character]>>

    static func paged(_ client: APIClient, show: ([Character]) -> Void) async throws {
        for try await page in client.pages(of: .characters()) { show(page.elements) }
    }

    static func elements(_ client: APIClient) async throws -> Int {
        for try await character in client.elements(of: .characters()) { print(character.name) }
        let some = try await client.elements(of: .characters(), limits: PageLimits(maxElements: 250)).collect().get()
        return some.count
    }

    static func linked(_ response: HTTPResponse) -> String? {
        LinkHeader(response.headers)["next"]?.target
    }

    static func resumed(_ client: APIClient) async throws -> [Character] {
        var done = [Character]()
        var position: PagePosition<CharacterList>? = PagePosition(.characters())
        while let current = position {
            let list = await client.elements(from: current, limits: PageLimits(maxPages: 10)).collect()
            done += list.elements
            if let failure = list.failure { throw failure }
            position = list.position
        }
        return done
    }

    struct Repository: Decodable, Sendable { let name: String }

    static func repositories(_ client: APIClient, show: (Repository) -> Void) async throws {
        let repositories: Route = .get("orgs/swiftlang/repos", query: ["per_page": 100])
        for try await repository in client.elements(of: repositories.paged(by: .link(), as: [Repository].self)) { show(repository) }
    }

    typealias Item = Repository

    static func sized() -> [any PaginatedRequest] {
        let own = Route.get("items").paged(by: .number(size: 100), as: [Item].self)
        let asked = Route.get("items").paged(by: .number(size: .item("limit", 100)), as: [Item].self)  // ?limit=100
        return [own, asked]
    }

    typealias SearchPage = [Repository]

    static func search(_ client: APIClient, show: (Repository) -> Void) async throws {
        struct Search: PaginatedRequest {
            typealias Response = SearchPage
            var text: String
            var page = 1

            var path: Path { "search" }
            var query: Query { ["q": text, "page": page] }

            func next(after response: PageResponse) -> Search? {
                response.value.hasNextPage ? Search(text: text, page: page + 1) : nil
            }
        }
        for try await result in client.elements(of: Search(text: "swift")) { show(result) }
    }
}

extension PaginatedRequest where Self == PagingComments.CharacterList {
    static func characters() -> Self { Route.get("characters").paged(by: .number("page"), as: [DescribingComments.Character].self) }
}
