import EndpointKit

/// The code of the article "Lists in pages".
enum Paging {
    nonisolated struct Painting: Decodable, Equatable, Sendable { let id: Int }

    static func all(_ client: APIClient) async throws -> [Int] {
        // Example: ListsInPages.md#overview
        return ids
    }

    // Example: ListsInPages.md#pages-with-an-envelope

    // Example: ListsInPages.md#ends-and-errors

    static func strategies() -> [any PaginatedRequest] {
        // Example: ListsInPages.md#how-the-next-page-is-found
    }

    // Example: ListsInPages.md#links

    // Example: ListsInPages.md#pages-with-an-envelope

    // Example: ListsInPages.md#as-an-operation-of-a-client

    static func some(_ client: APIClient) async throws -> Int {
        // Example: ListsInPages.md#limits
        return paintings.count
    }

    static func resumed(_ client: APIClient, store: (PagePosition<Search>) -> Void) async throws {
        // Example: ListsInPages.md#resuming
    }

    @MainActor static func screen(_ client: APIClient) async -> (ids: [Int], error: (any Error)?) {
        // Example: ListsInPages.md#for-a-screen
        return (list.elements.map(\.id), list.error)
    }
}
