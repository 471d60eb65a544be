import EndpointKit
import Foundation

/// The code of the article "Cancelling and grouping".
enum Cancelling {
    static func task(_ client: APIClient) async -> Bool {
        // Example: CancellingAndGrouping.md#overview
        return await task.result.isCancelled
    }

    static func handle(_ client: APIClient, show: @escaping @Sendable (String) -> Void) {
        // Example: CancellingAndGrouping.md#overview
    }

    static func group(_ client: APIClient, _ other: APIClient) async throws -> [Data] {
        // Example: CancellingAndGrouping.md#groups
    }

    static func nested(_ client: APIClient) async throws -> Int {
        // Example: CancellingAndGrouping.md#groups
        return screen.activeCount
    }

    static func kinds(_ client: APIClient) {
        // Example: CancellingAndGrouping.md#cancel-by-kind
    }

    static func end(_ client: APIClient) async {
        // Example: CancellingAndGrouping.md#shut-down
    }

    static func reason(_ error: any Error) -> String {
        // Example: CancellingAndGrouping.md#the-reason
    }
}

extension Result {
    fileprivate var isCancelled: Bool {
        if case .failure(let error) = self { error is CancellationError } else { false }
    }
}

// Example: CancellingAndGrouping.md#shut-down
