public import EndpointKit

/// One page of what a search found.
public struct SearchResults<Item: Decodable & Sendable>: Decodable, PaginatedResponse, Sendable {
    /// On all pages together; only the first thousand can be asked for.
    public var totalCount: Int
    /// The search took too long, and there may be more.
    public var isIncomplete: Bool
    public var elements: [Item]

    private enum CodingKeys: String, CodingKey {
        case totalCount = "total_count"
        case isIncomplete = "incomplete_results"
        case elements = "items"
    }
}
