import EndpointKit

/// The code of the article "Configuring a client".
enum Configuring {
    static func configured(_ baseURL: URL) -> APIClient {
        // Example: ConfiguringAClient.md#overview
        return client
    }

    // Example: ConfiguringAClient.md#your-own-type

    static func own(_ baseURL: URL, _ environment: [String: String]) -> APIClient {
        // Example: ConfiguringAClient.md#your-own-type
        return client
    }

    static func connection(_ configuration: inout APIConfiguration, authorities: URL) {
        // Example: ConfiguringAClient.md#connections
    }

    static func proxied(_ configuration: inout APIConfiguration, password: Secret) {
        // Example: ConfiguringAClient.md#connections
    }

    static func exceptions(_ client: APIClient) async throws -> Data {
        // Example: ConfiguringAClient.md#one-call
        return try await search.value
    }
}
