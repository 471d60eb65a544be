import EndpointKit

struct Repository: Decodable, Sendable {
    let name: String
}

func repositoryNames(_ client: APIClient) async throws -> [String] {
    let repositories = Route.get("orgs/swiftlang/repos", query: ["per_page": 100]).paged(by: .link(), as: [Repository].self)
    var names: [String] = []
    for try await repository in client.elements(of: repositories, prefetch: 1) { names.append(repository.name) }
    return names
}
