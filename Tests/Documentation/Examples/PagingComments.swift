import EndpointKit

/// The code of the comments on lists in pages.
enum PagingComments {
    typealias Character = DescribingComments.Character
    typealias CharacterList = PagedRequest<Route, PageNumber<[Character]>>

    static func paged(_ client: APIClient, show: ([Character]) -> Void) async throws {
        // Example: APIClient+Paging.swift
    }

    static func elements(_ client: APIClient) async throws -> Int {
        // Example: APIClient+Paging.swift
        return some.count
    }

    static func linked(_ response: HTTPResponse) -> String? {
        // Example: LinkHeader.swift
    }

    static func resumed(_ client: APIClient) async throws -> [Character] {
        // Example: Page.swift
        return done
    }

    nonisolated struct Repository: Decodable, Sendable { let name: String }

    static func repositories(_ client: APIClient, show: (Repository) -> Void) async throws {
        // Example: PagedRequest.swift
    }

    typealias Item = Repository

    static func sized() -> [any PaginatedRequest] {
        // Example: PageSize.swift
        return [own, asked]
    }

    typealias SearchPage = [Repository]

    static func search(_ client: APIClient, show: (Repository) -> Void) async throws {
        // Example: PaginatedRequest.swift
    }
}

extension PaginatedRequest where Self == PagingComments.CharacterList {
    fileprivate static func characters() -> Self {
        Route.get("characters").paged(by: .number("page"), as: [PagingComments.Character].self)
    }
}
