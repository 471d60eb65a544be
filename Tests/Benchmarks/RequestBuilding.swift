import EndpointKit
import TestSupport

/// Builds an endpoint's `HTTPRequest` and the text of its URL: 170 bytes, 5 query items, 4 header fields.
enum RequestBuilding {
    private enum Comics: Endpoint {
        case list(character: Int, title: String, limit: Int, offset: Int)

        var path: Path {
            switch self {
            case .list(let character, _, _, _): "characters/\(character)/comics"
            }
        }
        var query: Query {
            switch self {
            case .list(_, let title, let limit, let offset):
                ["titleStartsWith": title, "orderBy": "-onsaleDate", "limit": limit, "offset": offset, "noVariants": true]
            }
        }
        var headers: HTTPHeaders { ["Accept": "application/json", "Accept-Language": "en"] }
    }

    private static let client: APIClient = {
        guard let base = URL(string: "https://gateway.marvel.com") else { fatalError("the URL is one") }
        return APIClient(
            configuration: APIConfiguration(baseURL: base, basePath: "/v1/public", headers: ["X-Client": "benchmark"]))
    }()

    static func body() {
        let endpoint = Comics.list(character: 1_009_610, title: "The Amazing Spider-Man & his friends", limit: 20, offset: 100)
        guard let request = try? client.request(for: endpoint) else { return }
        request.withURLText { text in precondition(text.count > 160) }
    }

    static func run() throws -> [BenchmarkRow] {
        [
            BenchmarkRow(
                "endpoint to request and URL text",
                [
                    Figure(InstructionCount.perRun("request"), "instructions", goal: .atMost(8_000)),
                    Figure(allocations(body), "allocations", goal: .atMost(3)),
                ], note: InstructionCount.gap)
        ]
    }
}
