import EndpointKit

/// The code of the article "Defining an API".
enum Museum {
    struct Painting: Codable, Equatable, Sendable {
        let id: Int
        let title: String
    }
    struct Artist: Codable, Sendable { let name: String }
    struct NewPainting: Encodable, Sendable { let title: String }

    struct Gallery: Sendable {
        let client: APIClient
        func painting(_ id: Int) -> Call<Painting> { client.call(.get("paintings/\(id)")) }
    }

    final class MuseumClient: APIClient, @unchecked Sendable {
        func paintings(_ text: String? = nil, century: Int? = nil, limit: Int = 20, offset: Int = 0) -> Call<[Painting]> {
            call(.get("paintings", query: ["q": text, "century": century, "limit": limit, "offset": offset]))
        }
        func painting(_ id: Int) -> Call<Painting> { call(.get("paintings/\(id)")) }
        func artists(of id: Int) -> Call<[Artist]> { call(.get("paintings/\(id)/artists")) }
        func image(_ url: URL) -> Call<Data> { data(.get(url)) }
        func add(_ painting: NewPainting) -> Call<Painting> { call(.post("paintings", body: .json(painting))) }
        func remove(_ id: Int) -> Call<Void> { call(.delete("paintings/\(id)")) }
    }

    enum MuseumEndpoint: RoutedEndpoint {
        case list(text: String?, century: Int?, limit: Int, offset: Int)
        case painting(Int)
        case artists(of: Int)
        case image(URL)
        case add(NewPainting)
        case remove(Int)

        var route: Route {
            switch self {
            case .list(let text, let century, let limit, let offset):
                .get("paintings", query: ["q": text, "century": century, "limit": limit, "offset": offset])
            case .painting(let id): .get("paintings/\(id)")
            case .artists(let id): .get("paintings/\(id)/artists")
            case .image(let url): .get(url)
            case .add(let painting): .post("paintings", body: .json(painting))
            case .remove(let id): .delete("paintings/\(id)")
            }
        }
    }

    static func cancelImages(_ client: MuseumClient) {
        client.cancelCalls { endpoint in
            if case MuseumEndpoint.image = endpoint { true } else { false }
        }
    }

    struct PaintingRequest: Request, AuthenticatedEndpoint {
        typealias Response = Painting
        let id: Int
        var path: Path { "paintings/\(id)" }
        var timeout: Duration? { .seconds(5) }
    }

    static func requested(_ client: MuseumClient) async throws -> Painting {
        let painting = try await client.call(PaintingRequest(id: 1)).value
        return painting
    }

    struct Sorting: OpenEnum {
        let rawValue: String
        static let newest: Sorting = "-date"
    }

    static func queries(_ since: Date) -> Query {
        let query: Query = [
            "sort": Sorting.newest, "since": since, "tag": ["red", "blue"], "ids": .commaSeparated([1, 2]), "signed": true, "room": nil,
        ]
        return query  // sort=-date&since=2026-01-01T00%3A00%3A00Z&tag=red&tag=blue&ids=1%2C2&signed=true
    }

    struct Room: Decodable, Sendable {
        let name: String
        @LossyArray var paintings: [Painting]  // elements that can't be decoded are left out; $paintings says which, and why
    }
}
