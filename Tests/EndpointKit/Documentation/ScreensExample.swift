import EndpointKit
import Foundation
import Observation

/// The code of the article "Screens".
enum Screens {
    struct Hero: Decodable, Identifiable, Sendable {
        let id: Int
        let name: String
    }

    final class HeroesClient: APIClient, @unchecked Sendable {
        func hero(_ id: Int) -> Call<Hero> { call(.get("heroes/\(id)")) }
        let heroes = Route.get("heroes", query: ["limit": 20]).paged(by: .number("page"), as: [Hero].self)
    }

    @MainActor @Observable
    final class HeroModel {
        private(set) var hero: Hero?
        private(set) var isLoading = false
        private(set) var problem: String?
        private let call: Call<Hero>

        init(_ id: Int, of client: HeroesClient) { call = client.hero(id) }

        func load() async {
            isLoading = true
            defer { isLoading = false }
            do {
                hero = try await call.value
                problem = nil
            } catch is CancellationError {
                // The screen has disappeared: nobody reads a message.
            } catch {
                problem = text(of: error)
            }
        }
    }

    @MainActor @Observable
    final class HeroesModel {
        let list: Paginator<PagedRequest<Route, PageNumber<[Hero]>>>

        init(_ client: HeroesClient) { list = client.paginator(of: client.heroes) }

        var problem: String? { list.error.map(text(of:)) }

        func appear() { if list.page == 0 { list.loadNextPage() } }
        func disappear() { list.cancel() }
        func refresh() async { await list.refresh().value }
        func showed(_ hero: Hero) { if hero.id == list.elements.last?.id { list.loadNextPage() } }
        func retry() { list.loadNextPage() }
    }
}

func text(of error: any Error) -> String {
    switch error {
    case APIError.Code.connection, APIError.Code.timeout, APIError.Code.deadline: "The service can't be reached. Try again."
    case APIError.Code.authentication: "Sign in again."
    case let error as APIError where error.response?.status == .notFound: "This is not there any more."
    default: "Something went wrong. Try again."
    }
}
