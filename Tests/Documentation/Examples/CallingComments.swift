import EndpointKit

/// The code of the comments on clients, calls, observers, settings and transports.
enum CallingComments {
    typealias Character = DescribingComments.Character
    typealias CharacterPage = [Character]

    enum CharactersEndpoint: RoutedEndpoint {
        case list(limit: Int)
        case remove(Int)

        var route: Route {
            switch self {
            case .list(let limit): .get("characters", query: ["limit": limit])
            case .remove(let id): .delete("characters/\(id)")
            }
        }
    }

    struct Reports: Endpoint {
        var path: Path { "reports" }
        // Example: CredentialUse.swift
    }

    static func film(_ client: APIClient) -> ResponseBytes {
        // Example: APIClient+Streaming.swift
        return film
    }

    // Example: APIClient.swift

    class HeroesClient: APIClient, @unchecked Sendable {
        func characters() -> Call<Characters> { call(.get("characters")) }
        func comics(of id: Int) -> Call<Characters> { call(.get("characters/\(id)/comics")) }
        // Example: APIClient.swift
        func renew(_ token: String?) -> Call<Session> { call(.post("session", body: .form(["refresh_token": token]))) }
    }

    nonisolated struct Characters: Decodable, Sendable { let results: [Character] }

    typealias Show<Value> = @MainActor @Sendable (Value) -> Void

    static func styles(_ client: HeroesClient, show: @escaping Show<Result<Characters, any Error>>) async throws {
        // Example: Call.swift
        _ = (page, response, handle)
    }

    static func modified(_ client: HeroesClient) -> Call<[Character]> {
        // Example: Call.swift
    }

    static func grouped(_ client: HeroesClient, _ id: Int, show: @escaping Show<Result<Characters, any Error>>) async throws {
        // Example: CallGroup.swift
    }

    static func caught(_ client: HeroesClient) async throws -> Characters? {
        // Example: APIError.swift
    }

    static func read(_ client: APIClient) async throws -> String? {
        // Example: JSON.swift
        return name
    }

    nonisolated struct Comic: Codable, Sendable { let id: Int }

    static func lossy(_ client: APIClient, log: (String) -> Void) async throws {
        // Example: LossyArray.swift
    }

    static func events(_ client: APIClient, show: (String) -> Void) async throws {
        // Example: APIClient+Events.swift
    }

    static func marked(_ client: APIClient, show: (String) -> Void) async throws {
        // Example: EventEnd.swift
    }

    static func changed(_ client: HeroClient, show: (Hero) -> Void) async throws {
        // Example: Call+IfChanged.swift
    }

    static func unchanged(_ client: HeroClient) async throws {
        // Example: Call+IfUnchanged.swift
    }

    nonisolated struct Hero: Decodable, Sendable { var id: Int }

    final class HeroClient: APIClient, @unchecked Sendable {
        func hero(_ id: Int) -> Call<Hero> { call(.get("heroes/\(id)")) }
        func rename(_ id: Int, to name: String) -> Call<Void> { call(.patch("heroes/\(id)", body: .json(["name": name]))) }
    }

    nonisolated struct Price: Decodable, Sendable { var amount: Int }

    static func prices(_ client: APIClient, show: (Price) -> Void) async throws {
        // Example: APIClient+Events.swift
    }

    // MARK: Authentication, retries and observers

    // Example: BearerToken.swift

    static func signedIn(_ url: URL, _ file: URL, _ signIn: HeroesClient) -> APIClient {
        // Example: TokenRefresher.swift
        return APIClient(configuration: configuration)
    }

    static func waits() -> Backoff {
        // Example: Backoff.swift
    }

    // Example: CallObserver.swift

    static func logged(_ configuration: APIConfiguration) -> APIClient {
        // Example: LogObserver.swift
    }

    @MainActor final class Spinner { var isHidden = true }

    @MainActor static func shown(_ activity: ActivityCounter, by spinner: Spinner) async {
        // Example: ActivityCounter.swift
    }

    static func hidden(_ policies: inout ClientPolicies) {
        // Example: Redaction.swift
    }

    // MARK: Settings

    static func loaded() throws -> APIConfiguration {
        // Example: APIConfiguration+Loading.swift
        return configuration
    }

    static func optioned(_ file: URL) throws -> APIConfiguration {
        // Example: ConfigurationOptions.swift
        return configuration
    }

    // Example: AppSetting.swift

    static func own(_ file: URL) throws -> Int {
        // Example: AppSetting.swift
        return size
    }

    // MARK: Transports

    // Example: Transport.swift

    static func previewed(_ configuration: APIConfiguration) -> APIClient {
        // Example: AnyTransport.swift
        return client
    }

}

/// Calls without a service.
enum OperationComments {
    struct Hero: Sendable {
        let id: Int
        let name: String
    }

    protocol HeroService {
        func hero(_ id: Int) -> Call<Hero>
    }

    // Example: Call+Operation.swift

    static func operations() -> [Call<[Hero]>] {
        // Example: Call+Operation.swift
        return [offline, slow]
    }
}
