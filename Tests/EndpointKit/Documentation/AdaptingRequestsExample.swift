import EndpointKit

/// The code of the article "Adapting requests".
enum AdaptingRequests {
    static func adapted(_ configuration: APIConfiguration) -> APIClient {
        let traced = AnyAdapter { request in request.headers["X-Request-ID"] = UUID().uuidString }
        let client = APIClient(configuration: configuration, adapters: [traced])
        return client
    }

    struct SessionCookie: RequestAdapter {
        let cookie: Secret

        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
            request.headers["Cookie"] = "session=\(cookie.reveal())"
            return request
        }
    }

    struct LocatedAdapter: RequestAdapter {
        let position: @Sendable () async throws -> String

        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
            request.query.append("near", try await position())
            return request
        }
    }

    struct Nearby: RoutedEndpoint {
        let position: @Sendable () async throws -> String
        let route = Route.get("nearby")
        var adapters: [any RequestAdapter] { [LocatedAdapter(position: position)] }
    }

    static func once(_ client: APIClient) async throws {
        try await client.call(.get("nearby")).adapting(AnyAdapter { $0.headers["X-Debug"] = "1" }).value
    }
}
