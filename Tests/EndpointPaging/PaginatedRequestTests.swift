import EndpointKit
import EndpointKitTesting
import Testing

/// Requests, lists and pages that are typed only by their results, as in `some Request<Hero>`.
@Suite struct PaginatedRequestTests {
    struct Hero: Codable, Equatable, Sendable { var name: String }

    struct GetHero: Request {
        typealias Response = Hero
        let id: Int
        var path: Path { "heroes/\(id)" }
    }

    struct Heroes: PaginatedRequest {
        typealias Response = [Hero]
        var page = 1
        var path: Path { "heroes" }
        var query: Query { ["page": page] }
        func next(after response: PageResponse) -> Heroes? { response.value.isEmpty ? nil : Heroes(page: page + 1) }
    }

    private func client() throws -> APIClient {
        try APIClient.example(
            StubTransport([
                .get("heroes/1"): .json(["name": "Hulk"]), .get("heroes"): .json([["name": "Hulk"]]),
                .get("heroes", query: ["page": 2]): .json([]),
            ]))
    }

    private func name(_ request: some Request<Hero>, _ client: APIClient) async throws -> String {
        try await client.call(request).value.name
    }

    private func names(_ list: some PaginatedRequest<Hero>, _ client: APIClient) async throws -> [String] {
        var names: [String] = []
        for try await hero in client.elements(of: list) { names.append(hero.name) }
        return names
    }

    private func first(_ page: some PaginatedResponse<Hero>) -> String? { page.elements.first?.name }

    @Test func `Request: it is named by its response`() async throws {
        #expect(try await name(GetHero(id: 1), client()) == "Hulk")
        let kept: any Request<Hero> = GetHero(id: 1)
        let call: Call<Hero> = try client().call(kept)
        #expect(try await call.value.name == "Hulk")
    }

    @Test func `PaginatedRequest: a list and a page are named by their elements`() async throws {
        #expect(try await names(Heroes(), client()) == ["Hulk"])
        let lists: [any PaginatedRequest<Hero>] = [Heroes(), Route.get("heroes").paged(by: .number("page"), as: [Hero].self)]
        for list in lists { #expect(try await names(list, client()) == ["Hulk"]) }
        #expect(first([Hero(name: "Hulk")]) == "Hulk")
    }
}
