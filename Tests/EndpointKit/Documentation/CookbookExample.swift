import EndpointKit
import EndpointKitTesting
import Testing

/// The code of the article "Cookbook".
enum Cookbook {
    struct Hero: Codable, Equatable, Sendable {
        let id: Int
        var name: String
    }

    final class HeroesClient: APIClient, @unchecked Sendable {
        func hero(_ id: Int) -> Call<Hero> { call(.get("heroes/\(id)")) }
        func add(_ hero: Hero) -> Call<Hero> { call(.post("heroes", body: .json(hero))) }
        func replace(_ hero: Hero) -> Call<Hero> { call(.put("heroes/\(hero.id)", body: .json(hero))) }
        func rename(_ id: Int, to name: String) -> Call<Void> { call(.patch("heroes/\(id)", body: .json(["name": name]))) }
        func remove(_ id: Int) -> Call<Void> { call(.delete("heroes/\(id)")) }
        func sidekick(of id: Int) -> Call<Hero?> { call(.get("heroes/\(id)/sidekick")) }
    }

    static func calls(_ client: HeroesClient) async throws -> [String] {
        let added = try await client.add(Hero(id: 7, name: "Hulk")).value
        try await client.rename(added.id, to: "The Hulk").value
        let sidekick = try await client.sidekick(of: added.id).value  // nil for an empty body, such as that of a 204
        try await client.remove(added.id).value
        return [added.name, sidekick?.name ?? "no sidekick"]
    }

    static func status(_ client: APIClient) async throws -> String {
        let response = try await client.call(.head("heroes/7")).response
        let isFresh = response.status == .ok && response.headers["ETag"] == "\"1\""
        return isFresh ? "fresh" : "\(response.status)"
    }

    static func bytes(_ client: APIClient, image: URL) async throws -> (Data, String) {
        let picture = try await client.data(.get(image)).value  // another host's URL gets none of the credentials
        let terms = try await client.string(.get("terms.txt")).value
        return (picture, terms)
    }

    static func photo(of image: URL, in folder: URL, _ client: APIClient, show: @escaping @Sendable (Double) -> Void) async throws -> URL {
        let file = folder.appending(path: "photo.jpg")
        return try await client.download(.get(image), to: file, resuming: true)
            .onProgress { progress in show(progress.fractionCompleted ?? 0) }
            .value
    }

    static func form(_ client: APIClient) async throws {
        let form: FormBody = ["name": "Hulk", "power": ["strength", "anger"], "sidekick": nil]
        try await client.call(.post("heroes/search", body: form)).value  // name=Hulk&power=strength&power=anger
    }

    static func upload(_ photo: URL, _ client: APIClient, show: @escaping @Sendable (String) -> Void) async throws {
        let parts: [MultipartBody.Part] = [
            .text("title", "At work"),
            .file("photo", photo),
            .body("place", .json(["city": "Dayton"])),
        ]
        try await client.call(.post("heroes/7/photos", body: .multipart(parts)))
            .onProgress { progress in if progress.direction == .upload { show("\(progress.completedBytes) bytes") } }
            .value
    }

    struct Refusal: Decodable, Error {
        let reason: String
    }

    static func refused(_ client: HeroesClient) async throws -> String? {
        do {
            try await client.remove(1).value
            return nil
        } catch let error as APIError where error.code == .badStatus {
            return error.serverError(as: Refusal.self)?.reason ?? "status \(error.response?.status.rawValue ?? 0)"
        }
    }

    static func strictClient(_ configuration: APIConfiguration) -> HeroesClient {
        let decisions = APIClient.standardDecisions.replacing(BadStatusDecision.self, with: BadStatusDecision(decoding: Refusal.self))
        return HeroesClient(configuration: configuration, decisions: decisions)  // error.underlying is a Refusal
    }

    static func caught(_ client: HeroesClient) async throws -> String {
        do {
            return try await client.hero(2).value.name
        } catch APIError.Code.timeout, APIError.Code.connection {
            return "offline"
        } catch APIError.Code.decoding {
            return "not a hero"
        }
    }

    struct Session: Codable, Sendable, BearerToken {
        let accessToken: String
        let refreshToken: String
        let expiry: Date?
        var bearerText: String { accessToken }
    }

    static func signedIn(_ configuration: APIConfiguration, sessions: URL) -> APIClient {
        let signIn = APIClient(configuration: configuration)  // without a token, so it can't ask itself for one
        let refresher = TokenRefresher(store: FileTokenStore<Session>(sessions)) { session in
            guard let session else { throw APIError(.authentication, "Sign in first.") }
            return try await signIn.call(.post("session", body: .form(["refresh_token": session.refreshToken]))).value
        }
        var configuration = configuration
        configuration.authentication = .bearer(refresher)
        return APIClient(configuration: configuration)
    }

    final class OutcomeObserver: CallObserver {
        private let show: @Sendable (String) -> Void
        init(show: @escaping @Sendable (String) -> Void) { self.show = show }

        func observe(_ event: CallEvent) {
            switch event.kind {
            case .finished(let attempts): show("\(event.endpointLabel): \(attempts.count) attempts in \(event.elapsed)")
            case .failed(let error): show("\(event.endpointLabel): \(error)")
            default: break
            }
        }
    }

    static func observed(
        _ configuration: APIConfiguration, write: @escaping @Sendable (LogLine) -> Void, show: @escaping @Sendable (String) -> Void
    ) -> HeroesClient {
        let log = LogObserver(.attempts) { line in write(line) }
        let client = HeroesClient(configuration: configuration, observers: [log, OutcomeObserver(show: show)])
        return client
    }

    static func together(_ client: HeroesClient) async throws -> [Hero] {
        let group = CallGroup()
        return try await group.run {
            async let first = client.hero(1).value
            async let second = client.hero(2).value
            return try await [first, second]
        }
    }

    static func secret(_ environment: [String: String], baseURL: URL) -> APIConfiguration {
        let key = Secret(environment["HEROES_KEY"] ?? "")
        let configuration = APIConfiguration(baseURL: baseURL, authentication: .bearer(key))
        print(key)  // <redacted>, as in every description, log and error; key.reveal() is the text
        return configuration
    }

    static func dates(_ configuration: APIConfiguration) -> APIClient {
        var configuration = configuration
        configuration.policies.json = JSONConvention(dates: .iso8601, keys: .snakeCase)
        return APIClient(configuration: configuration)
    }
}

@Suite struct CookbookClientTests {
    typealias Hero = Cookbook.Hero
    typealias HeroesClient = Cookbook.HeroesClient

    @Test func `Cookbook: a hero is renamed without the rest of it`() async throws {
        let stub = StubTransport([.patch("heroes/7"): .status(204)])
        let baseURL = try #require(URL(string: "https://example.com"))
        let client = HeroesClient(configuration: APIConfiguration(baseURL: baseURL), transport: stub)
        try await client.rename(7, to: "The Hulk").value
        #expect(stub.requests.map(\.description) == ["PATCH https://example.com/heroes/7"])
    }
}
