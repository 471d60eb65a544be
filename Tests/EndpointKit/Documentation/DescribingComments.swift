import EndpointKit

/// The code of the comments on endpoints, requests, adapters and decisions.
enum DescribingComments {
    enum Plain {
        enum CharactersEndpoint: AuthenticatedEndpoint {
            case list(limit: Int)
            case character(id: Int)

            var path: Path {
                switch self {
                case .list: "characters"
                case .character(let id): "characters/\(id)"
                }
            }
            var query: Query {
                switch self {
                case .list(let limit): ["limit": limit]
                case .character: [:]
                }
            }
        }

        struct TraceAdapter: RequestAdapter {
            func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
                request.headers["X-Trace"] = UUID().uuidString
                return request
            }
        }
    }

    enum CharactersEndpoint: RoutedEndpoint, AuthenticatedEndpoint {
        case list(limit: Int)
        case character(id: Int)

        var route: Route {
            switch self {
            case .list(let limit): .get("characters", query: ["limit": limit])
            case .character(let id): .get("characters/\(id)")
            }
        }
    }

    struct Character: Codable, Equatable, Sendable {
        let id: Int
        let name: String
    }

    static func request(_ client: APIClient) async throws -> Character {
        struct GetCharacter: Request {
            typealias Response = Character
            let id: Int
            var path: Path { "characters/\(id)" }
        }
        let character = try await client.call(GetCharacter(id: 1_009_610)).value
        return character
    }

    struct Status: Decodable, Sendable { let status: String }

    static func route(_ client: APIClient) async throws -> String {
        let status = try await client.call(.get("status"), as: Status.self).value
        return status.status
    }

    static func path(_ id: Int) -> Path {
        "characters/\(id)/comics"
    }

    static func query(_ order: String, _ optionalName: String?, _ ids: [Int]) -> Query {
        ["limit": 20, "orderBy": order, "name": optionalName, "comics": .commaSeparated(ids)]
    }

    struct Filter: Encodable { let id: Int }

    static func encoded() throws -> Query {
        struct Search: Encodable {
            var name: String?
            var tags: [String]
            var filter: Filter
        }
        let query = try Query(encoding: Search(name: "x", tags: ["a", "b"], filter: Filter(id: 1)))
        return query  // name=x&tags=a&tags=b&filter[id]=1
    }

    static func convention(_ configuration: inout APIConfiguration) {
        configuration.policies.json = JSONConvention(dates: .iso8601, keys: .snakeCase)
    }

    static func json(_ name: String, _ count: Int, _ optionalNote: String?) -> Route {
        let route = Route.post("notes", body: .json(["name": name, "count": count, "note": optionalNote]))
        return route
    }

    static func form(_ url: URL, _ place: Character) -> Route {
        let route = Route.post("photos", body: .multipart([.text("title", "Sunset"), .file("photo", url), .body("place", .json(place))]))
        return route
    }

    struct ComicFormat: OpenEnum {
        let rawValue: String
        static let hardcover: Self = "hardcover"
    }

    struct RateLimit: JSONResponse {
        let remaining: Int
        init(json: JSON, response: HTTPResponse) throws {
            remaining = json["rate"]?["remaining"]?.int ?? 0
        }
    }

    struct MaintenanceDecision: ResponseDecision {
        func apply<Value>(to exchange: Exchange<Value>) async throws -> DecisionAction<Value> {
            let response = try exchange.result.get()
            return response.status == 503 ? .restart(after: .seconds(5)) : .continueWith(response)
        }
    }

    struct Gone: Error {}

    struct ServiceError: Decodable, Error { let message: String }

    struct Refusing: Endpoint {
        var path: Path { "items" }

        func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
            standard.replacing(BadStatusDecision.self, with: BadStatusDecision(decoding: ServiceError.self))
        }
    }

    struct Empty: Endpoint {
        var path: Path { "items" }

        func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
            standard.inserting(EmptyBodyDecision(), before: ParseDecision.self)
        }
    }

    struct Once: Endpoint {
        var path: Path { "items" }

        func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
            standard.removing(RetryDecision.self).inserting(EmptyBodyDecision(), before: ParseDecision.self)
        }
    }

    static func unguarded() -> DataMappingDecision {
        // Drops a first line that keeps browsers from running the JSON as a script.
        DataMappingDecision(condition: { $0.body.starts(with: ")]}'".utf8) }) { $0.drop { $0 != UInt8(ascii: "\n") } }
    }
}

struct Coordinate {
    let latitude, longitude: Double
}

extension Coordinate: QueryValue {
    func append(to query: inout Query, name: String) { query.append(name, "\(latitude),\(longitude)") }
}
