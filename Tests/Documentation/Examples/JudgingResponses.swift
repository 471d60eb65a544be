import EndpointKit

/// The code of the article "Judging responses".
enum JudgingResponses {
    /// Repeats the request until the work is done, for a service that answers 202 until then.
    // Example: JudgingResponses.md#overview

    // Example: JudgingResponses.md#overview

    static func client(_ configuration: APIConfiguration) -> APIClient {
        // Example: JudgingResponses.md#for-a-client
    }

    static func once(_ client: APIClient) async throws -> Data {
        // Example: JudgingResponses.md#for-one-call
    }
}
