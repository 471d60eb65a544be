import EndpointKit

/// The code of the article "Adapting requests".
enum AdaptingRequests {
    static func adapted(_ configuration: APIConfiguration) -> APIClient {
        // Example: AdaptingRequests.md#overview
        return client
    }

    // Example: AdaptingRequests.md#your-own-adapter

    // Example: AdaptingRequests.md#your-own-adapter

    // Example: AdaptingRequests.md#adapters-for-one-endpoint-or-one-call

    static func once(_ client: APIClient) async throws {
        // Example: AdaptingRequests.md#adapters-for-one-endpoint-or-one-call
    }
}
