import EndpointKit

/// The code of the comments on endpoints, requests, adapters and decisions.
enum DescribingComments {
    enum Plain {
        // Example: Endpoint.swift

        // Example: RequestAdapter.swift
    }

    struct Store: TokenStore {
        func load() -> String? { nil }
        func save(_ token: String?) {}
        // Example: TokenStore.swift
    }

    nonisolated struct Character: Codable, Equatable, Sendable {
        let id: Int
        let name: String
    }

    static func request(_ client: APIClient) async throws -> Character {
        // Example: Request.swift
        return character
    }

    nonisolated struct Status: Decodable, Sendable { let status: String }

    static func route(_ client: APIClient) async throws -> String {
        // Example: Route.swift
        return status.status
    }

    // Example: Route.swift

    static func path(_ id: Int) -> Path {
        // Example: Path.swift
    }

    static func query(_ order: String, _ optionalName: String?, _ ids: [Int]) -> Query {
        // Example: Query.swift
    }

    static func appended(_ query: Query) -> Query {
        // Example: Query.swift
    }

    static func due() -> Route {
        // Example: Day.swift
    }

    // Example: Nullable.swift

    static func rename() -> Route {
        // Example: Nullable.swift
    }

    nonisolated struct TextBlock: Codable { let text: String }
    nonisolated struct ImageBlock: Codable { let url: URL }
    nonisolated struct Circle: Codable { let radius: Double }

    // Example: TaggedUnion.swift

    // Example: TaggedUnion.swift

    nonisolated struct Filter: Encodable { let id: Int }

    static func encoded() throws -> Query {
        // Example: Query+Encodable.swift
    }

    static func convention(_ configuration: inout APIConfiguration) {
        // Example: JSONConvention.swift
    }

    static func json(_ name: String, _ count: Int, _ optionalNote: String?) -> Route {
        // Example: JSONLiteral.swift
        return route
    }

    static func form(_ url: URL, _ place: Character) -> Route {
        // Example: MultipartBody.swift
        return route
    }

    // Example: OpenEnum.swift

    // Example: OpenIntegerEnum.swift

    // Example: ResponseConvertible.swift

    // Example: ResponseConvertible.swift

    // Example: ResponseDecision.swift

    struct Gone: Error {}

    nonisolated struct ServiceError: Decodable, Error { let message: String }
    nonisolated struct Refusal: Decodable, Error { let reason: String }

    struct Refusing: Endpoint {
        var path: Path { "items" }

        func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
            // Example: BadStatusDecision.swift
        }
    }

    struct ByStatus {
        nonisolated struct RateLimit: Decodable, Error { let seconds: Int }

        static func decision() -> BadStatusDecision {
            // Example: ErrorTypes.swift
        }
    }

    static func problems() -> BadStatusDecision {
        // Example: ProblemDetails.swift
    }

    struct Empty: Endpoint {
        var path: Path { "items" }

        // Example: BodyDecisions.swift
    }

    struct Once: Endpoint {
        var path: Path { "items" }

        // Example: ResponseDecision.swift
    }

    static func unguarded() -> DataMappingDecision {
        // Example: BodyDecisions.swift
    }
}

struct Coordinate {
    let latitude, longitude: Double
}

// Example: QueryValue.swift
