import EndpointKit

/// The code of the article "Observing calls".
enum Observing {
    static func observed(_ configuration: APIConfiguration, write: @escaping @Sendable (LogLine) -> Void) -> APIClient {
        // Example: ObservingCalls.md#overview
        return client
    }

    static func named(_ configuration: APIConfiguration, write: @escaping @Sendable (String) -> Void) -> [APIClient] {
        // Example: ObservingCalls.md#the-lines-of-the-log
        return [heroes, comics]
    }

    // Example: ObservingCalls.md#your-own-observer

    static func followed(_ activity: ActivityCounter, show: (Bool) -> Void) async {
        // Example: ObservingCalls.md#your-own-observer
    }

    static func measured(_ client: APIClient) async throws -> String {
        // Example: ObservingCalls.md#one-call
        return "\(response.attempts.count) attempts, \(metrics?.httpVersion?.rawValue ?? "-"), \(metrics?.receivedBytes ?? 0) bytes"
    }

    static func failed(_ client: APIClient) async -> String? {
        // Example: ObservingCalls.md#one-call
    }

    static func command(_ client: APIClient) throws -> String {
        // Example: ObservingCalls.md#the-same-request-with-curl
    }

    static func redacted(_ configuration: inout APIConfiguration) {
        // Example: ObservingCalls.md#overview
    }
}
