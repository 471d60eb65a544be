import EndpointKit

/// The code of the article "Streaming and downloading".
enum Streaming {
    static func download(_ client: APIClient, to file: URL, show: @escaping @Sendable (Double) -> Void) async throws {
        // Example: StreamingAndDownloading.md#overview
    }

    static func stream(_ client: APIClient) async throws -> Int {
        // Example: StreamingAndDownloading.md#chunks
        return count
    }

    static func lines(_ client: APIClient) async throws -> [String] {
        // Example: StreamingAndDownloading.md#lines-and-json-lines
        return errors
    }

    nonisolated struct Reading: Decodable, Sendable { let celsius: Double }

    static func jsonLines(_ client: APIClient) async throws -> Double {
        // Example: StreamingAndDownloading.md#lines-and-json-lines
        return highest
    }

    static func events(_ client: APIClient, show: (String) -> Void) async throws {
        // Example: StreamingAndDownloading.md#server-sent-events
    }

    nonisolated struct Post: Decodable, Equatable, Sendable {
        let id, text: String
    }

    // Example: StreamingAndDownloading.md#server-sent-events

    static func timeline(_ client: APIClient) async throws -> [String: Post] {
        var posts: [String: Post] = [:]
        // Example: StreamingAndDownloading.md#server-sent-events
        return posts
    }

    // Example: StreamingAndDownloading.md#server-sent-events

    static func newest(_ client: APIClient) async throws -> Post? {
        // Example: StreamingAndDownloading.md#server-sent-events
        return newest
    }

    static func upload(_ client: APIClient, film: URL, chunks: AsyncStream<Data>) async throws {
        // Example: StreamingAndDownloading.md#uploads
    }

    static func compressed(_ client: APIClient, log: URL) async throws {
        // Example: StreamingAndDownloading.md#uploads
    }
}
