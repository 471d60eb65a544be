public import EndpointKit

/// The client for GitHub's search of repositories.
public final class GitHubClient: APIClient, @unchecked Sendable {
    /// The pages of a search. ``PageSequence/elements`` are the repositories, one by one.
    public func search(
        _ text: String, order: SearchRepositories.Order? = nil, perPage: Int? = nil, limits: PageLimits = PageLimits()
    ) -> PageSequence<GitHubPages<SearchRepositories>> {
        pages(of: SearchRepositories(text, order: order, perPage: perPage).pages, limits: limits)
    }
}
