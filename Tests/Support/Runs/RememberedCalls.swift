public import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization

/// Calls by two clients that share a folder, to a server whose resources have versions, directives, tags, languages and owners, while users
/// sign in, write and cancel at any moment. No matter what caches, equal calls and redirects remember, no call may get a response for a
/// user who wasn't signed in during the call, a version older than a write that had ended before the call, or another language.
public struct RememberedCalls: Sendable {
    private let server = Server()
    private let sides: [Side]
    private static let concurrency = 16
    private static let resources = 12

    /// - Parameters:
    ///   - folder: the cache's folder; nil for a cache in the memory of each client, which knows only of that client's writes.
    ///   - limit: the maximum number of concurrent calls of each client.
    ///   - shares: whether equal calls share a run.
    ///   - cookies: whether users sign in with a cookie, rather than with tokens.
    public init(in folder: URL?, limit: Int?, shares: Bool, cookies: Bool) throws {
        guard let url = URL(string: "https://model.example") else { throw Complaint("the URL is none") }
        sides = (0..<2).map { [server] number in
            let user = SignedIn()
            let jar = CookieJar()
            let refresher = TokenRefresher<Token>(identity: { Identity(Secret($0.user)) }) { old in
                await Task.yield()
                return server.token(for: old?.user ?? user.current)
            }
            var configuration = APIConfiguration(baseURL: url)
            if cookies { configuration.policies.cookies = jar } else { configuration.authentication = .bearer(refresher) }
            configuration.policies.cache = CachePolicy(directory: folder)
            configuration.policies.sharesEqualRequests = shares
            configuration.policies.maxConcurrentCalls = limit
            configuration.policies.retry = RetryPolicy(maxAttempts: 3, backoff: Backoff(initial: .zero, maximum: .zero))
            let client = APIClient(configuration: configuration, transport: StubTransport { try await server.answer($0) })
            return Side(
                client: client, refresher: refresher, jar: cookies ? jar : nil, user: user, sharesWrites: folder != nil, number: number)
        }
    }

    private struct Token: BearerToken {
        let user: String
        let number: Int
        var bearerText: String { "\(user).\(number)" }
        var expiry: Date? { nil }
    }

    private struct Side: Sendable {
        let client: APIClient
        let refresher: TokenRefresher<Token>
        /// nil if users sign in with tokens.
        let jar: CookieJar?
        let user: SignedIn
        let sharesWrites: Bool
        let number: Int

        func guarded(_ route: Route) -> Route { jar == nil ? route.authenticated() : route }
    }

    /// A response names its user, its version and its language.
    private struct Body: Equatable {
        let resource, version: Int
        let user, language: String

        var text: String { "\(resource) \(version) \(user) \(language)" }

        init(resource: Int, version: Int, user: String, language: String) {
            (self.resource, self.version, self.user, self.language) = (resource, version, user, language)
        }

        init(_ text: String) throws {
            let parts = text.split(separator: " ").map(String.init)
            guard parts.count == 4, let resource = Int(parts[0]), let version = Int(parts[1]) else {
                throw Complaint("the body is \(text)")
            }
            self.init(resource: resource, version: version, user: parts[2], language: parts[3])
        }
    }

    /// Resources by number: 0...3 have owners; 4...7 are the same for all users, and odd ones vary by language; from 8 on, each redirects to the
    /// number that is lower by 8.
    private final class Server: Sendable {
        private struct State {
            var versions: [Int: Int] = [:]
            var tokens: [String: Int] = [:]
            var random = SplitMix64(seed: 1)
        }
        private let state = Mutex(State())

        func token(for user: String) -> Token { state.withLock { Token(user: user, number: $0.tokens[user] ?? 0) } }

        private func version(_ resource: Int) -> Int { state.withLock { $0.versions[resource] ?? 0 } }

        func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
            let dice = state.withLock { $0.random.next() }
            for _ in 0..<dice % 5 { await Task.yield() }
            defer { if dice % 97 == 0 { state.withLock { state in for user in ["a", "b", "c"] { state.tokens[user, default: 0] += 1 } } } }
            let user: String
            if let cookie = request.headers["Cookie"] {
                user = String(cookie.dropFirst("session=".count))
            } else {
                let token = (request.headers["Authorization"] ?? "").split(separator: " ").last?.split(separator: ".") ?? []
                guard token.count == 2, let number = Int(token[1]) else { return HTTPResponse(status: 403) }
                user = String(token[0])
                if state.withLock({ $0.tokens[user] ?? 0 }) != number { return HTTPResponse(status: 401) }
            }
            if dice % 41 == 0 { return HTTPResponse(status: 503) }
            if dice % 43 == 0 { throw APIError(.connection, "Gone.", underlying: TransportFailure(.disconnected, detail: "gone")) }
            guard let resource = Int(request.path.encoded.dropFirst()) else { return HTTPResponse(status: 404) }
            if request.method == .put {
                let version = state.withLock { state in
                    state.versions[resource, default: 0] += 1
                    return state.versions[resource] ?? 0
                }
                return HTTPResponse(status: 204, headers: ["X-Version": "\(version)"])
            }
            if resource >= 8 {
                let fields: HTTPHeaders = ["Location": "/\(resource - 8)", "Cache-Control": "max-age=600"]
                return HTTPResponse(status: 302, headers: fields)
            }
            return self.answer(request, resource, user, dice)
        }

        private func answer(_ request: HTTPRequest, _ resource: Int, _ user: String, _ dice: UInt64) -> HTTPResponse {
            let language = resource % 2 == 1 ? request.headers["Accept-Language"] ?? "none" : "any"
            let body = Body(resource: resource, version: version(resource), user: resource < 4 ? user : "all", language: language)
            let directives = [
                "max-age=600", "max-age=0", "no-cache", "max-age=0, stale-while-revalidate=600", "max-age=0, stale-if-error=600",
                "public, max-age=600", "no-store",
            ]
            let isPublic = resource >= 4
            var control = directives[Int(dice >> 8) % directives.count]
            if !isPublic, control.hasPrefix("public") { control = "max-age=600" }
            var headers: HTTPHeaders = ["Cache-Control": control, "Content-Type": "text/plain"]
            if resource % 2 == 1 { headers["Vary"] = "Accept-Language" }
            let tag = "\"\(body.text.replacing(" ", with: "-"))\""
            if dice >> 16 & 1 == 0 { headers["ETag"] = dice >> 17 & 1 == 0 ? tag : "W/\(tag)" }
            if let condition = request.headers["If-None-Match"], condition.hasSuffix(tag) {
                return HTTPResponse(status: 304, headers: headers)
            }
            return HTTPResponse(headers: headers, body: Data(body.text.utf8))
        }
    }

    /// The versions after the writes that have ended, for the clients that know of them.
    private final class Writes: Sendable {
        private let versions = Mutex<[[Int: Int]]>([[:], [:]])

        func note(_ resource: Int, _ version: Int, by side: Side) {
            versions.withLock { versions in
                for number in versions.indices where number == side.number || side.sharesWrites {
                    versions[number][resource] = max(versions[number][resource] ?? 0, version)
                }
            }
        }

        func version(_ resource: Int, for side: Side) -> Int { versions.withLock { $0[side.number][resource] ?? 0 } }
    }

    /// `count` is a multiple of 16. Throws a ``Complaint`` about the first call that got a response that it must not get.
    public func run(_ count: Int, seed: UInt64) async throws -> String {
        let writes = Writes()
        let stored = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<Self.concurrency {
                group.addTask {
                    var random = SplitMix64(seed: seed &+ UInt64(worker))
                    for _ in 0..<(count / Self.concurrency) { try await step(&random, writes, stored) }
                }
            }
            try await group.waitForAll()
        }
        return "\(stored.count) answers of \(count) calls came from a cache"
    }

    private func step(_ random: inout SplitMix64, _ writes: Writes, _ stored: Counter) async throws {
        let side = sides[Int(random.next() % 2)]
        let resource = Int(random.next() % UInt64(Self.resources))
        switch random.next() % 20 {
        case 0:
            let user = ["a", "b", "c"][Int(random.next() % 3)]
            guard side.user.begin(user) else { return }
            if let jar = side.jar {
                try await jar.set(Cookie(name: "session", value: Secret(user), domain: "model.example"))
            } else {
                try await side.refresher.setToken(server.token(for: user))
            }
            side.user.end()
        case 1, 2:
            let target = resource % 8
            let response = try? await side.client.data(side.guarded(.put("\(target)"))).response
            if let version = response?.headers["X-Version"].flatMap({ Int($0) }) { writes.note(target, version, by: side) }
        case 3:
            let task = Task { [random] in
                var random = random
                try await read(resource, side, &random, writes, stored)
            }
            for _ in 0..<random.next() % 8 { await Task.yield() }
            task.cancel()
            if case .failure(let error as Complaint) = await task.result { throw error }
        default: try await read(resource, side, &random, writes, stored)
        }
    }

    private func read(
        _ resource: Int, _ side: Side, _ random: inout SplitMix64, _ writes: Writes, _ stored: Counter
    ) async throws {
        let language = ["de", "en"][Int(random.next() % 2)]
        let use: CacheUse = [.standard, .standard, .standard, .preferStale, .ignore][Int(random.next() % 5)]
        let route = Route.get("\(resource)", headers: ["Accept-Language": language])
        let isStreamed = random.next() % 8 == 0
        let start = SignedIn.moment
        let least = writes.version(resource % 8, for: side)
        let text: String
        do {
            if isStreamed {
                text = String(
                    decoding: try await side.client.stream(side.guarded(route)).cached(use).value.body.collected(limit: 1000), as: UTF8.self
                )
            } else {
                let response = try await side.client.string(side.guarded(route)).cached(use).response
                if response.source != .network { stored.next() }
                text = response.value
            }
        } catch let error as APIError where [.connection, .badStatus, .authentication].contains(error.code) {
            return
        } catch is CancellationError { return }
        let body = try Body(text)
        try require(body.resource == resource % 8, "\(resource) was answered with \(text)")
        try require(body.version >= least, "\(resource) was answered with version \(body.version) after the write of \(least)")
        try require(body.language == (body.resource % 2 == 1 ? language : "any"), "\(language) was answered with \(text)")
        try require(body.resource >= 4 || side.user.mayBe(body.user, from: start), "a call got the answer of \(body.user): \(text)")
    }
}
