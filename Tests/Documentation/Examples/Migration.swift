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

    // Example: MigratingFromAlamofire.md#overview

    static func use(_ baseURL: URL, token: Secret) async throws -> [Issue] {
        // Example: MigratingFromAlamofire.md#overview
        return try await tracker.issues(label: "bug").value
    }

    // Example: MigratingFromMoya.md#overview

    static func enumerated(_ client: APIClient) async throws -> [Issue] {
        // Example: MigratingFromMoya.md#overview
        return issues
    }

    // Example: MigratingFromAPIKit.md#overview

    static func requested(_ baseURL: URL, token: Secret) async throws -> [Issue] {
        // Example: MigratingFromAPIKit.md#overview
        return issues
    }
}
