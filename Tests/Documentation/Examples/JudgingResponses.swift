import EndpointKit

/// The code of the article "Judging responses".
enum JudgingResponses {
    /// Asks again until the work is done, where a service answers 202 as long as it isn't.
    // Example: JudgingResponses.md#overview

    // Example: JudgingResponses.md#overview

    static func client(_ configuration: APIConfiguration) -> APIClient {
        // Example: JudgingResponses.md#for-a-client
    }

    static func once(_ client: APIClient) async throws -> Data {
        // Example: JudgingResponses.md#for-one-call
    }
}
