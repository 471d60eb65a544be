import EndpointKit

enum CharactersEndpoint: RoutedEndpoint, AuthenticatedEndpoint {
    case list(nameStartsWith: String?, limit: Int)
    case character(id: Int)

    var route: Route {
        switch self {
        case .list(let prefix, let limit): .get("characters", query: ["nameStartsWith": prefix, "limit": limit])
        case .character(let id): .get("characters/\(id)")
        }
    }
}

struct Hero: Decodable, Sendable {
    let id: Int
    let name: String
}

final class HeroesClient: APIClient, @unchecked Sendable {
    func heroes(startingWith prefix: String? = nil, limit: Int = 20) -> Call<[Hero]> {
        call(CharactersEndpoint.list(nameStartsWith: prefix, limit: limit))
    }
    func hero(_ id: Int) -> Call<Hero> { call(CharactersEndpoint.character(id: id)) }
}

func example(baseURL: URL) async throws -> String {
    let configuration = APIConfiguration(
        baseURL: baseURL, basePath: "/v1", authentication: .hashedQuery(publicKey: "1234", privateKey: "abcd"))
    let client = HeroesClient(configuration: configuration)
    return try await client.heroes(startingWith: "Spider").value.map(\.name).joined(separator: ", ")
}
