import EndpointKit

/// The code of the article "Configuring a client".
enum Configuring {
    static func configured(_ baseURL: URL) -> APIClient {
        var configuration = APIConfiguration(
            baseURL: baseURL, basePath: "/v1", requestTimeout: .seconds(10), appVersion: "2.3", headers: ["Accept-Language": "en"])
        configuration.policies.deadline = .seconds(60)  // for a whole call, with its retries; requestTimeout is silence on the wire
        configuration.policies.retry.maxAttempts = 5
        configuration.policies.maxConcurrentCalls = 8
        configuration.policies.bodyLimit = 4 << 20
        configuration.policies.redirects = .none
        let client = APIClient(configuration: configuration)
        return client
    }

    struct MuseumConfiguration: APIConfigurable {
        let baseURL: URL
        let key: Secret
        var basePath: Path { "/v1" }
        var authentication: (any RequestAdapter)? { .bearer(key) }
    }

    static func own(_ baseURL: URL, _ environment: [String: String]) -> APIClient {
        let settings = MuseumConfiguration(baseURL: baseURL, key: Secret(environment["MUSEUM_KEY"] ?? ""))
        let client = APIClient(configuration: settings)
        return client
    }

    static func connection(_ configuration: inout APIConfiguration, authorities: URL) {
        configuration.policies.connection.connectTimeout = .seconds(5)
        configuration.policies.connection.httpVersion = .http2
        configuration.policies.connection.tls.minimumVersion = .tls13
        configuration.policies.connection.tls.certificateAuthorities = authorities
        configuration.policies.connection.tls.pinnedKeys = ["museum.example": ["AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]]
    }

    static func exceptions(_ client: APIClient) async throws -> Data {
        let search = client.data(.get("search")).timeout(.seconds(2)).deadline(.seconds(5)).retrying(.never).priority(.high)
        return try await search.value
    }
}
