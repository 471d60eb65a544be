import EndpointKit
import EndpointKitTesting
import Testing

/// The code of the article "Cookbook".
enum Cookbook {
    // Example: Cookbook.md#post-put-patch-and-delete-with-and-without-a-response-body

    // Example: Cookbook.md#post-put-patch-and-delete-with-and-without-a-response-body

    static func calls(_ client: HeroesClient) async throws -> [String] {
        // Example: Cookbook.md#post-put-patch-and-delete-with-and-without-a-response-body
        return [added.name, sidekick?.name ?? "no sidekick"]
    }

    static func status(_ client: APIClient) async throws -> String {
        // Example: Cookbook.md#only-the-status
        return isFresh ? "fresh" : "\(response.status)"
    }

    static func bytes(_ client: APIClient, image: URL) async throws -> (Data, String) {
        // Example: Cookbook.md#bytes-and-text-data-and-string
        return (picture, terms)
    }

    static func photo(of image: URL, in folder: URL, _ client: APIClient, show: @escaping @Sendable (Double) -> Void) async throws -> URL {
        // Example: Cookbook.md#a-file-download-with-progress
    }

    static func form(_ client: APIClient) async throws {
        // Example: Cookbook.md#a-form
    }

    static func upload(_ photo: URL, _ client: APIClient, show: @escaping @Sendable (String) -> Void) async throws {
        // Example: Cookbook.md#a-form-with-files-multipart
    }

    // Example: Cookbook.md#the-servers-own-errors

    static func refused(_ client: HeroesClient) async throws -> String? {
        // Example: Cookbook.md#the-servers-own-errors
    }

    static func strictClient(_ configuration: APIConfiguration) -> HeroesClient {
        // Example: Cookbook.md#the-servers-own-errors
    }

    static func caught(_ client: HeroesClient) async throws -> String {
        // Example: Cookbook.md#the-servers-own-errors
    }

    // Example: Cookbook.md#graphql

    static func graphQL(_ service: GraphQLService) async throws -> Hero? {
        // Example: Cookbook.md#graphql
        return hero
    }

    // Example: Cookbook.md#a-language-model

    // Example: Cookbook.md#a-language-model

    // Example: Cookbook.md#a-language-model

    static func chat(_ baseURL: URL, _ key: Secret) -> ChatClient {
        // Example: Cookbook.md#a-language-model
    }

    static func stopped(
        _ client: ChatClient, _ question: ChatQuestion, show: @escaping @Sendable (String) -> Void,
        tool: @escaping @Sendable (ToolCall.Function) async throws -> String, onStop: (@escaping @Sendable () -> Void) -> Void
    ) async throws -> String? {
        // Example: Cookbook.md#a-language-model
    }

    static func explained(
        _ client: ChatClient, _ question: ChatQuestion, show: @escaping @Sendable (String) -> Void,
        tool: @escaping @Sendable (ToolCall.Function) async throws -> String
    ) async throws -> String {
        // Example: Cookbook.md#a-language-model
    }

    // Example: Cookbook.md#a-language-model

    // Example: Cookbook.md#refresh-a-token

    static func signedIn(_ configuration: APIConfiguration, sessions: URL) -> APIClient {
        // Example: Cookbook.md#refresh-a-token
    }

    // Example: Cookbook.md#observers

    static func observed(
        _ configuration: APIConfiguration, write: @escaping @Sendable (LogLine) -> Void, show: @escaping @Sendable (String) -> Void
    ) -> HeroesClient {
        // Example: Cookbook.md#observers
        return client
    }

    static func together(_ client: HeroesClient) async throws -> [Hero] {
        // Example: Cookbook.md#groups
    }

    static func secret(_ environment: [String: String], baseURL: URL) -> APIConfiguration {
        // Example: Cookbook.md#secrets
        return configuration
    }

    static func dates(_ configuration: APIConfiguration) -> APIClient {
        var configuration = configuration
        // Example: Cookbook.md#dates-and-key-names
    }
}

@Suite struct CookbookClientTests {
    typealias Hero = Cookbook.Hero
    typealias HeroesClient = Cookbook.HeroesClient

    // Example: Cookbook.md#your-client-in-tests
}
