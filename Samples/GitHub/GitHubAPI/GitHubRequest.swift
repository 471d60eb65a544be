public import EndpointKit

/// A request to GitHub's REST API, with defaults for everything that all requests share.
nonisolated public protocol GitHubRequest: Request, AuthenticatedEndpoint {
    /// The start of the path that requests of one kind share, such as `search`. Empty by default.
    static var basePath: Path { get }
    /// The rest of the path.
    var resource: Path { get }
}

nonisolated extension GitHubRequest {
    public static var basePath: Path { "" }
    public var path: Path { Self.basePath.appending(resource) }
    public var headers: HTTPHeaders { ["Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"] }

    public func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
        standard.replacing(BadStatusDecision.self, with: BadStatusDecision(decoding: GitHubError.self))
    }
}

/// All pages of a request's list. Each page names the next one in its `Link` field.
public typealias GitHubPages<Base: GitHubRequest> = PagedRequest<Base, PageLink<Base.Response>>
where Base.Response: PaginatedResponse, Base.Response.Element: Sendable

nonisolated extension GitHubRequest where Response: PaginatedResponse, Response.Element: Sendable {
    /// The list that begins with this request's page.
    public var pages: GitHubPages<Self> { paged(by: .link()) }
}
