import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport

extension StressRun {
    static let sharedSessions = StressRun(
        name: "shared-sessions",
        purpose: "in 48,000 steps of two clients with one token store, no refresh token is used twice, and no user gets another's answer"
    ) { seed in
        let folder = try Folder()
        var figures: [String] = []
        for file in [nil, folder.file("session.json")] {
            for limit in [1, 4, nil] { figures.append(try await SharedSessions(in: file, limit: limit).run(8000, seed: seed)) }
        }
        return figures.joined(separator: "\n    ")
    }

    static let endingPrograms = StressRun(
        name: "ending-programs",
        purpose: "100 programs that end while they refresh a token with a rotating service leave the next one its session",
        limit: .seconds(300)
    ) { seed in
        let folder = try Folder()
        let store = FileTokenStore<RotatedToken>(folder.file("session.json"))
        let service = try RotatingService(seed: seed)
        try store.save(service.current)
        for round in 0..<100 {
            let answer = service.hold()
            let program = try await startThisProgram(
                arguments: ["--run", tokenUser.name, "--seed", "\(seed &+ UInt64(round))"],
                environment: [TokenUse.url: service.server.url.absoluteString, TokenUse.file: folder.file("session.json").path])
            let line = await program.nextLine()
            try require(line == TokenUse.ending, "round \(round): the program said \(line ?? "nothing")")
            // The refresh is answered when the program is about to end.
            answer.give()
            let result = await program.result
            try require(result.exit == .code(0), "round \(round): the program ended with \(result.exit): \(result.errorText)")
            let stored = try store.load()
            try require(stored == service.current, "round \(round): \(stored?.bearerText ?? "no token") is stored")
        }
        try require(service.refreshes > 50, "only \(service.refreshes) tokens were refreshed")
        return "\(service.refreshes) tokens were refreshed and saved"
    }

    /// A program that makes one call, shuts down its client, and ends.
    static let tokenUser = StressRun(name: "token-user", purpose: "makes one call, and ends", limit: .seconds(60)) { seed in
        try await TokenUse.run(seed: seed)
        return ""
    }
}

/// A token that is its own refresh token.
private struct RotatedToken: BearerToken, Codable, Equatable {
    let number: Int
    /// Seconds since 1970.
    let expires: Double
    var bearerText: String { "\(number)" }
    var expiry: Date? { Date(timeIntervalSince1970: expires) }
}

private enum TokenUse {
    static let url = "STRESS_URL"
    static let file = "STRESS_TOKEN"
    static let ending = "ending"

    static func run(seed: UInt64) async throws {
        let variables = ProcessInfo.processInfo.environment
        guard let url = variables[url].flatMap(URL.init), let file = variables[file] else { throw Complaint("the service isn't named") }
        var random = SplitMix64(seed: seed)
        let service = APIClient(configuration: APIConfiguration(baseURL: url))
        let refresher = TokenRefresher(store: FileTokenStore<RotatedToken>(URL(filePath: file))) { old in
            try await service.call(.post("token", query: ["token": old?.number ?? 0]), as: RotatedToken.self).value
        }
        let client = APIClient(configuration: APIConfiguration(baseURL: url, authentication: .bearer(refresher)))
        // A call with an expired token can't end before its deadline, because the refresh isn't answered yet.
        _ = await client.call(.get("items").authenticated()).deadline(.milliseconds(Int(random.next() % 40))).result
        print(ending)
        fflush(nil)
        await client.shutDown(gracePeriod: random.next() % 2 == 0 ? .zero : .seconds(10))
    }
}

/// Replaces a token when it is refreshed, and revokes the session if a token is refreshed twice.
private final class RotatingService: Sendable {
    private struct State {
        var current: RotatedToken?
        var isRevoked = false
        var answer = BlockingSignal()
        var random: SplitMix64

        /// Either the token has expired, or it is refreshed in the background.
        mutating func rotate() -> RotatedToken {
            let rest: Double = random.next() % 2 == 0 ? -1 : 30
            let token = RotatedToken(number: (current?.number ?? 0) + 1, expires: Date().timeIntervalSince1970 + rest)
            current = token
            return token
        }
    }
    private final class Shared: Sendable {
        let state: Mutex<State>
        init(_ state: State) { self.state = Mutex(state) }
    }
    private let shared: Shared
    let server: LoopbackServer

    init(seed: UInt64) throws {
        var state = State(random: SplitMix64(seed: seed))
        _ = state.rotate()
        let shared = Shared(state)
        self.shared = shared
        server = try LoopbackServer { request in
            guard request.path.encoded == "/token" else {
                let isCurrent = shared.state.withLock { request.headers["Authorization"] == "Bearer \($0.current?.number ?? 0)" }
                return HTTPResponse(status: isCurrent ? 200 : 401)
            }
            let (answer, token) = shared.state.withLock { state -> (BlockingSignal, RotatedToken?) in
                if request.query["token"] != "\(state.current?.number ?? 0)" { state.isRevoked = true }
                return (state.answer, state.isRevoked ? nil : state.rotate())
            }
            answer.wait()
            answer.give()
            guard let token else { return HTTPResponse(status: 400) }
            return HTTPResponse(headers: ["Content-Type": "application/json"], body: try JSONEncoder().encode(token))
        }
    }

    var current: RotatedToken? { shared.state.withLock { $0.isRevoked ? nil : $0.current } }
    var refreshes: Int { shared.state.withLock { ($0.current?.number ?? 1) - 1 } }

    /// From now on, a refresh is answered only after the returned signal.
    func hold() -> BlockingSignal {
        shared.state.withLock { state in
            state.answer = BlockingSignal()
            return state.answer
        }
    }
}
