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

    static func film(_ client: APIClient) -> ResponseBytes {
        let film = client.bytes(.get("film")) { $0.tagged("film").deadline(.seconds(60)) }
        return film
    }

    final class CharactersClient: APIClient, @unchecked Sendable {
        func characters(limit: Int = 20) -> Call<CharacterPage> { call(CharactersEndpoint.list(limit: limit)) }
    }

    class HeroesClient: APIClient, @unchecked Sendable {
        func characters() -> Call<Characters> { call(.get("characters")) }
        func comics(of id: Int) -> Call<Characters> { call(.get("characters/\(id)/comics")) }
        func remove(_ id: Int) -> Call<Void> { call(CharactersEndpoint.remove(id)) }
        func renew(_ token: String?) -> Call<Session> { call(.post("session", body: .form(["refresh_token": token]))) }
    }

    struct Characters: Decodable, Sendable { let results: [Character] }

    typealias Show<Value> = @MainActor @Sendable (Value) -> Void

    static func styles(_ client: HeroesClient, show: @escaping Show<Result<Characters, any Error>>) async throws {
        let page = try await client.characters().value
        let response = try await client.characters().response
        let handle = client.characters().start { result in show(result) }
        _ = (page, response, handle)
    }

    static func modified(_ client: HeroesClient) -> Call<[Character]> {
        client.characters().retrying(.never).deadline(.seconds(5)).tagged("list").map(\.results)
    }

    static func grouped(_ client: HeroesClient, _ id: Int, show: @escaping Show<Result<Characters, any Error>>) async throws {
        let group = CallGroup()
        client.characters().start(in: group) { show($0) }
        client.comics(of: id).start(in: group) { show($0) }
        try await group.finish()
    }

    static func caught(_ client: HeroesClient) async throws -> Characters? {
        do { return try await client.characters().value } catch APIError.Code.timeout { return nil }
    }

    static func read(_ client: APIClient) async throws -> String? {
        let response = try await client.call(.get("status"), as: JSON.self).value
        let name = response["data"]?["results"]?[0]?["name"]?.string
        return name
    }

    struct Comic: Codable, Sendable { let id: Int }

    static func lossy(_ client: APIClient, log: (String) -> Void) async throws {
        struct Page: Decodable, Sendable {
            @LossyArray var results: [Comic]
        }
        let page = try await client.call(.get("comics"), as: Page.self).value
        for element in page.$results { log("\(element)") }  // results[3].prices[0].price: the key is missing
    }

    static func events(_ client: APIClient, show: (String) -> Void) async throws {
        for try await event in client.events(.get("notifications")) { show(event.data) }
    }

    static func changed(_ client: HeroClient, show: (Hero) -> Void) async throws {
        let seen = try await client.hero(1).response
        if let changed = try await client.hero(1).ifChanged(since: seen).value { show(changed) }
    }

    struct Hero: Decodable, Sendable { var id: Int }

    final class HeroClient: APIClient, @unchecked Sendable {
        func hero(_ id: Int) -> Call<Hero> { call(.get("heroes/\(id)")) }
    }

    struct Price: Decodable, Sendable { var amount: Int }

    static func prices(_ client: APIClient, show: (Price) -> Void) async throws {
        for try await update in client.events(.get("prices"), as: Price.self, named: ["price"]) { show(update) }
    }

    // MARK: Authentication, retries and observers

    struct Session: Codable, BearerToken {
        let accessToken: String
        let refreshToken: String
        let expiry: Date?
        var bearerText: String { accessToken }
    }

    static func signedIn(_ url: URL, _ file: URL, _ signIn: HeroesClient) -> APIClient {
        let refresher = TokenRefresher(store: FileTokenStore<Session>(file)) { session in
            try await signIn.renew(session?.refreshToken).value
        }
        let configuration = APIConfiguration(baseURL: url, authentication: .bearer(refresher))
        return APIClient(configuration: configuration)
    }

    static func waits() -> Backoff {
        Backoff(initial: .milliseconds(100), maximum: .seconds(1), jitter: .none)  // 0.1, 0.2, 0.4, 0.8, 1, 1 … seconds
    }

    struct PrintingObserver: CallObserver {
        func observe(_ event: CallEvent) { print(event) }
    }

    static func logged(_ configuration: APIConfiguration) -> APIClient {
        APIClient(configuration: configuration, observers: [LogObserver()])
    }

    @MainActor final class Spinner { var isHidden = true }

    @MainActor static func shown(_ activity: ActivityCounter, by spinner: Spinner) async {
        for await isActive in activity.changes { spinner.isHidden = !isActive }
    }

    static func hidden(_ policies: inout ClientPolicies) {
        policies.redaction = .standard.showing("sort-key", "X-Request-ID").hiding("member")
    }

    // MARK: Settings

    static func loaded() throws -> APIConfiguration {
        var configuration = try APIConfiguration(contentsOf: URL(filePath: "Config/marvel.json"), profile: "local")
        configuration.requestTimeout = .seconds(5)
        return configuration
    }

    static func optioned(_ file: URL) throws -> APIConfiguration {
        var options = ConfigurationOptions(variablePrefix: "HEROES_")
        options.defaults = #"{ "requestTimeout": "10s" }"#
        let configuration = try APIConfiguration(contentsOf: file, options: options)
        return configuration
    }

    static let pageSize = AppSetting.integer("pageSize", in: 1...100)
    static let reportingKey = AppSetting.secret("reportingKey")

    static func own(_ file: URL) throws -> Int {
        let options = ConfigurationOptions(variablePrefix: "HEROES_").declaring(pageSize, reportingKey)
        let configuration = try APIConfiguration(contentsOf: file, options: options)
        let size = try configuration.value(of: pageSize) ?? 20
        return size
    }

    // MARK: Transports

    struct LoggingTransport: Transport {
        let base: any Transport
        func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
            print(request)
            return try await base.send(request, in: context)
        }
    }
}
