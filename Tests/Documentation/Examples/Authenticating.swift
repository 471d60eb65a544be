import EndpointKit

/// The code of the article "Authenticating".
enum Authenticating {
    static func fixed(_ baseURL: URL, token: Secret) async throws -> String {
        // Example: Authenticating.md#overview
        return name
    }

    static func kinds(_ token: Secret, password: Secret, publicKey: String, privateKey: Secret) -> [any Authentication] {
        // Example: Authenticating.md#overview
        return kinds
    }

    static func all(_ configuration: inout APIConfiguration, token: Secret) async throws -> (String, String) {
        // Example: Authenticating.md#a-service-that-always-authenticates
        return (me, status)
    }

    static func optional(_ token: Secret?, _ configuration: inout APIConfiguration) {
        // Example: Authenticating.md#without-credentials
    }

    static func several(_ configuration: inout APIConfiguration, adminKey: Secret, tenant: String) async throws -> String {
        // Example: Authenticating.md#several-credentials
        return reports
    }

    static func hosts(_ configuration: inout APIConfiguration, uploads: URL) {
        // Example: Authenticating.md#the-apis-other-hosts
    }

    // Example: Authenticating.md#several-users-in-one-program

    // Example: Authenticating.md#your-own-scheme

    // Example: Authenticating.md#a-challenge-and-its-answer

    // Example: Authentication.swift

    // Example: Authenticating.md#a-token-that-is-refreshed

    // Example: Authenticating.md#a-token-that-is-refreshed

    static func signedIn(_ baseURL: URL, password: Secret) async throws -> String {
        // Example: Authenticating.md#a-token-that-is-refreshed
        return name
    }
}
