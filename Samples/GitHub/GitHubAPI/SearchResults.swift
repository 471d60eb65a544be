public import EndpointKit

/// One page of a search's results.
nonisolated public struct SearchResults<Item: Decodable & Sendable>: Decodable, PaginatedResponse, Sendable {
    /// The number of results on all pages. Only the first thousand can be loaded.
    public var totalCount: Int
    /// Whether results may be missing, because the search took too long.
    public var isIncomplete: Bool
    /// The results on this page.
    public var elements: [Item]

    private enum CodingKeys: String, CodingKey {
        case totalCount = "total_count"
        case isIncomplete = "incomplete_results"
        case elements = "items"
    }
}
