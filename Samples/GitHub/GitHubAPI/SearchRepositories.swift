public import EndpointKit

/// A search for repositories.
nonisolated public struct SearchRepositories: GitHubRequest {
    public typealias Response = SearchResults<Repository>

    /// The orders of a search, in addition to the best match.
    public enum Order: String, Sendable { case stars, forks, updated }

    /// The text to search for, with GitHub's qualifiers: `parser language:swift`.
    public var text: String
    /// The order of the results; nil for the best match first.
    public var order: Order?
    /// The size of a page, at most 100; nil for 30.
    public var perPage: Int?

    /// A search that begins with the first page.
    public init(_ text: String, order: Order? = nil, perPage: Int? = nil) {
        self.text = text
        self.order = order
        self.perPage = perPage
    }

    public static var basePath: Path { "search" }
    public var resource: Path { "repositories" }
    public var query: Query { ["q": text, "sort": order?.rawValue, "per_page": perPage] }
}
