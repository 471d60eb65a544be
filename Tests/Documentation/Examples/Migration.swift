import EndpointKit

/// The code of the migration pages: one small API, for which each page also has the other library's code.
enum Migration {
    nonisolated struct Issue: Codable, Equatable, Sendable {
        let number: Int
        let title: String
    }

    nonisolated struct Refusal: Decodable, Error {
        let message: String
    }

    // Example: MigratingFromAlamofire.md#the-same-api

    static func use(_ baseURL: URL, token: Secret) async throws -> [Issue] {
        // Example: MigratingFromAlamofire.md#the-same-api
        return try await tracker.issues(label: "bug").value
    }

    // Example: MigratingFromMoya.md#the-same-api

    static func enumerated(_ client: APIClient) async throws -> [Issue] {
        // Example: MigratingFromMoya.md#the-same-api
        return issues
    }

    // Example: MigratingFromAPIKit.md#the-same-api

    static func requested(_ baseURL: URL, token: Secret) async throws -> [Issue] {
        // Example: MigratingFromAPIKit.md#the-same-api
        return issues
    }

    static func alamofireQuery(exact: Bool, since: Date, tags: [String]) -> Query {
        // Example: MigratingFromAlamofire.md#silent-changes
    }

    static func likeASession(_ baseURL: URL) -> APIClient {
        // Example: MigratingFromAlamofire.md#silent-changes
    }

    static func typed(_ client: APIClient, _ endpoint: Route) async throws -> [Issue] {
        // Example: MigratingFromAlamofire.md#silent-changes
    }

    static func intercepted(_ configuration: APIConfiguration, _ signedIn: Tokens) -> TrackerClient {
        // Example: MigratingFromAlamofire.md#an-interceptor
    }

    // Example: MigratingFromAlamofire.md#an-interceptor

    static func moyaQuery(exact: Bool, tags: [String]) -> Query {
        // Example: MigratingFromMoya.md#silent-changes
    }
}
