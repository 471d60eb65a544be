public import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization

/// Clients whose refreshers use one store, while users sign in and out, tokens expire and are revoked, requests wait for their slots, calls
/// are cancelled, and refreshers are told that the program ends. No refresh token may be sent twice, no call may be answered for a user who
/// wasn't signed in during the call, and no write may be sent as two users.
public struct SharedSessions: Sendable {
    private let service = Service()
    private let sides: [Side]
    private let user = SignedIn()
    private static let concurrency = 16

    /// - Parameters:
    ///   - file: the file of the store; nil for a store in memory.
    ///   - limit: the maximum number of concurrent calls of each client.
    public init(in file: URL?, limit: Int?) throws {
        guard let url = URL(string: "https://model.example") else { throw Complaint("the URL is none") }
        let store: any TokenStore<Session> = file.map { FileTokenStore($0) } ?? MemoryTokenStore()
        sides = (0..<2).map { [service] _ in
            let refresher = TokenRefresher<Session>(
                store: store, window: RefreshWindow(count: .max), now: { service.now }, identity: { Identity(Secret($0.user)) }
            ) { try await service.refresh($0) }
            var configuration = APIConfiguration(baseURL: url, authentication: .bearer(refresher))
            configuration.policies.maxConcurrentCalls = limit
            configuration.policies.retry = RetryPolicy(maxAttempts: 3, backoff: Backoff(initial: .zero, maximum: .zero))
            let client = APIClient(configuration: configuration, transport: StubTransport { await service.answer($0) })
            return Side(client: client, refresher: refresher)
        }
    }

    private struct Side: Sendable {
        let client: APIClient
        let refresher: TokenRefresher<Session>
    }

    private struct Session: BearerToken, Codable {
        let user: String
        let number: Int
        let expires: Double
        var bearerText: String { "\(user).\(number)" }
        var expiry: Date? { Date(timeIntervalSince1970: expires) }
    }

    /// Accepts only the last token of each user, and each refresh token once.
    private final class Service: Sendable {
        private struct State {
            var number = 0
            var time = 1_000_000.0
            var valid: [String: Int] = [:]
            var used: Set<Int> = []
            var writers: [String: String] = [:]
            var complaints: [String] = []
            var random = SplitMix64(seed: 1)

            mutating func session(of user: String) -> Session {
                number += 1
                valid[user] = number
                return Session(user: user, number: number, expires: time + 100)
            }
        }
        private let state = Mutex(State())

        var now: Date { Date(timeIntervalSince1970: state.withLock { $0.time }) }
        var refreshes: Int { state.withLock { $0.used.count } }
        var complaints: [String] { state.withLock { $0.complaints } }
        func wait(_ seconds: Double) { state.withLock { $0.time += seconds } }
        func signIn(_ user: String) -> Session { state.withLock { $0.session(of: user) } }

        private func pause() async { for _ in 0..<state.withLock({ $0.random.next() % 8 }) { await Task.yield() } }

        func refresh(_ old: Session?) async throws -> Session {
            guard let old else { throw APIError(.authentication, "Sign in first.") }
            await pause()
            let new: Session? = state.withLock { state in
                if state.random.next() % 8 == 0 { return nil }
                if !state.used.insert(old.number).inserted { state.complaints.append("token \(old.bearerText) was refreshed twice") }
                return state.session(of: old.user)
            }
            await pause()
            guard let new else { throw APIError(.badStatus, "Busy.", response: HTTPResponse(status: 503)) }
            return new
        }

        func answer(_ request: HTTPRequest) async -> HTTPResponse {
            await pause()
            let text = request.headers["Authorization"]?.split(separator: " ").last.map(String.init) ?? ""
            let user = String(text.prefix(1))
            let response = state.withLock { state in
                if request.method == .put {
                    let writer = state.writers[request.path.encoded] ?? user
                    if writer != user { state.complaints.append("\(request.path) was sent as \(writer), and then as \(user)") }
                    state.writers[request.path.encoded] = user
                }
                let dice = state.random.next()
                if dice % 31 == 0 { state.valid[user] = nil }
                if dice % 17 == 0 { return HTTPResponse(status: 503) }
                guard let number = state.valid[user], text == "\(user).\(number)" else { return HTTPResponse(status: 401) }
                return HTTPResponse(body: Data(user.utf8))
            }
            await pause()
            return response
        }
    }

    /// `count` is a multiple of 16. Throws a ``Complaint`` about the first thing that must not happen.
    public func run(_ count: Int, seed: UInt64) async throws -> String {
        try await sides[0].refresher.setToken(service.signIn("a"))
        let answers = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<Self.concurrency {
                group.addTask {
                    var random = SplitMix64(seed: seed &+ UInt64(worker))
                    for number in 0..<(count / Self.concurrency) {
                        try await step(&random, "\(worker)-\(number)", answers)
                        if let complaint = service.complaints.first { throw Complaint(complaint) }
                    }
                }
            }
            try await group.waitForAll()
        }
        for side in sides { await side.refresher.finish() }
        try require(answers.count > count / 4, "only \(answers.count) of \(count) calls were answered")
        return "\(answers.count) of \(count) calls were answered, and \(service.refreshes) tokens were refreshed"
    }

    private func step(_ random: inout SplitMix64, _ name: String, _ answers: Counter) async throws {
        let side = sides[Int(random.next() % 2)]
        switch random.next() % 32 {
        case 0, 1, 2:
            let next = ["a", "b", "c"][Int(random.next() % 3)]
            guard user.begin(next) else { return }
            try await side.refresher.setToken(service.signIn(next))
            user.end()
        case 3:
            guard user.begin("") else { return }
            try await side.refresher.setToken(nil)
            user.end()
        case 4: service.wait(Double(random.next() % 60))
        case 5, 6:
            let end = Task { await side.refresher.finish() }
            if random.next() % 2 == 0 { end.cancel() }
            await end.value
        case 7:
            let task = Task { try await call(.get("items"), side, answers) }
            for _ in 0..<random.next() % 8 { await Task.yield() }
            task.cancel()
            if case .failure(let error as Complaint) = await task.result { throw error }
        case 8...15: try await call(.put("\(name)"), side, answers)
        default: try await call(.get("items"), side, answers)
        }
    }

    private func call(_ route: Route, _ side: Side, _ answers: Counter) async throws {
        let start = SignedIn.moment
        let name: String
        do {
            name = try await side.client.string(route.authenticated()).value
        } catch let error as APIError where [.badStatus, .authentication, .cancelled].contains(error.code) {
            return
        } catch is CancellationError { return }
        answers.next()
        try require(user.mayBe(name, from: start), "a call was answered for \(name)")
    }
}
