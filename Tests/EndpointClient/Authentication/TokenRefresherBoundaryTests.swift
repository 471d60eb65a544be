import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@testable import EndpointClient

/// The work that is part of a refresh, and the work that isn't.
@Suite struct TokenRefresherBoundaryTests {
    @Test func `TokenRefresher: a task that a refresh doesn't await is part of it only until the refresh ends`() async throws {
        let (mayCall, left) = (Signal(), Recorder<Task<String, any Error>>())
        let issuer = Issuer()
        let stub = guarded("t1", "t2")
        let client = Recorder<APIClient>()
        let refresher = TokenRefresher<Pass>(store: MemoryTokenStore(Pass("old"))) { pass in
            if pass?.text == "old" {
                left.record(
                    Task {
                        await mayCall.wait()
                        // The call gets its token a moment before the refresh's work ends.
                        await eventually(asking: { !TokenWork.isActive })
                        return try await client.last?.string(Protected()).value ?? "none"
                    })
            }
            return try await issuer.issue(for: pass)
        }
        client.record(try APIClient.example(stub) { $0.authentication = .bearer(refresher) })
        #expect(try await client.last?.string(Protected()).value == "t1")
        // The task that the refresh left behind now needs its own refresh.
        refresher.invalidate()
        mayCall.give()
        #expect(try await left.last?.value == "t2")
        #expect(issuer.count == 2)
    }

    @Test func `TokenRefresher: a refresh belongs to no client, so cancelAll doesn't make later calls fail`() async throws {
        let (refreshing, mayRefresh) = (Signal(), Signal())
        let stub = StubTransport { request in
            if request.path == "/v1/token" {
                refreshing.give()
                await mayRefresh.wait()
                return HTTPResponse(body: Data("t1".utf8))
            }
            return .judging(request, accepting: ["t1"])
        }
        let client = Recorder<APIClient>()
        let refresher = TokenRefresher<Pass>(store: MemoryTokenStore(Pass("old"))) { _ in
            Pass(try await client.last?.string(.get("token")).value ?? "none")
        }
        let made = try APIClient.example(stub) { $0.authentication = .bearer(refresher) }
        client.record(made)
        let early = Task { await failure { try await made.string(Protected()).value } }
        await refreshing.wait()
        made.cancelAll()
        #expect(await early.value?.code == .cancelled)
        let late = Task { try await made.string(Protected()).value }
        await eventually { made.activeCalls.count == 1 }
        mayRefresh.give()
        #expect(try await late.value == "t1")
    }

    @Test func `TokenRefresher: a server that rejects every token causes only as many refreshes as the window allows`() async throws {
        let (issuer, clock) = (Issuer(), ManualClock())
        let refresher = TokenRefresher<Pass>(
            store: MemoryTokenStore(Pass("old")), window: RefreshWindow(count: 3, interval: .seconds(30)), clock: clock
        ) { try await issuer.issue(for: $0) }
        let client = try APIClient.example(guarded()) { $0.authentication = .bearer(refresher) }
        var codes: [APIError.Code?] = []
        for _ in 0..<20 { codes.append(await failure { try await client.string(Protected()).value }?.code) }
        #expect(issuer.count == 3)
        #expect(codes.prefix(3).allSatisfy { $0 == .badStatus } && codes.dropFirst(3).allSatisfy { $0 == .authentication })
        clock.advance(by: .seconds(30))
        #expect(await failure { try await client.string(Protected()).value }?.code == .badStatus)
        #expect(issuer.count == 4)
    }

    @Test func `TokenRefresher: a clock that goes back a day delays no refresh, and the error says when the next one is`() async throws {
        let (issuer, time, clock) = (Issuer(), TestTime(Pass.start), ManualClock())
        let refresher = TokenRefresher<Pass>(
            store: MemoryTokenStore(Pass("old")), window: RefreshWindow(count: 5, interval: .seconds(30)), now: { time.date }, clock: clock
        ) { try await issuer.issue(for: $0) }
        let client = try APIClient.example(guarded("t6")) { $0.authentication = .bearer(refresher) }
        for _ in 0..<5 { #expect(await failure { try await client.string(Protected()).value }?.code == .badStatus) }
        clock.advance(by: .seconds(12))
        time.advance(by: -86_400)
        let error = await failure { try await client.string(Protected()).value }
        #expect(error?.code == .authentication && error?.message.contains("in 18.000 s at the earliest") == true)
        clock.advance(by: .seconds(18))
        #expect(try await client.string(Protected()).value == "t6")
    }

    @Test func `TokenRefresher: a failed refresh names its own request`() async throws {
        let stub = StubTransport { request in HTTPResponse(status: request.path == "/v1/token" ? 400 : 401) }
        let client = Recorder<APIClient>()
        let refresher = TokenRefresher<Pass>(store: MemoryTokenStore(Pass("old"))) { _ in
            Pass(try await client.last?.string(.post("token")).value ?? "none")
        }
        client.record(try APIClient.example(stub) { $0.authentication = .bearer(refresher) })
        let error = await failure { try await client.last?.string(Protected()).value }
        #expect(error?.message.contains("refreshed by POST https://api.example.com/v1/token: The server answered 400") == true)
    }

    // MARK: A refresh that the token service refuses

    private static func answered(_ status: HTTPStatus, _ headers: HTTPHeaders = [:]) -> APIError {
        APIError(.badStatus, "The server answered \(status).", response: HTTPResponse(status: status, headers: headers))
    }

    @Test(arguments: [400, 401, 403] as [HTTPStatus])
    func `TokenRefresher: a refresh that the token service refuses is sent once, until another token is set`(
        status: HTTPStatus
    ) async throws {
        let issuer = Issuer { if $0 <= 2 { throw Self.answered(status) } }
        let refresher = TokenRefresher<Pass>(store: MemoryTokenStore(Pass("old", expiresIn: -1)), now: { Pass.start }) {
            try await issuer.issue(for: $0)
        }
        let client = try APIClient.example(guarded("t3")) { $0.authentication = .bearer(refresher) }
        var errors: [APIError?] = []
        for _ in 0..<20 { errors.append(await failure { try await client.string(Protected()).value }) }
        #expect(issuer.tokens == ["old"])
        #expect(errors.allSatisfy { $0?.code == .authentication && ($0?.underlying as? APIError)?.response?.status == status })
        #expect(errors.allSatisfy { $0?.message.contains("The server answered \(status)") == true })
        #expect(errors.map { $0?.message.contains("until another token is set") == true } == [false] + Array(repeating: true, count: 19))
        // The server may also reject a token that hasn't expired.
        try await refresher.setToken(Pass("second"))
        for _ in 0..<5 {
            let error = await failure { try await client.string(Protected()).value }
            #expect(error?.code == .authentication && error?.response?.status == .unauthorized)
        }
        #expect(issuer.tokens == ["old", "second"])
        try await refresher.setToken(Pass("third"))
        #expect(try await client.string(Protected()).value == "t3")
    }

    private static let passing: [any Error] = [
        answered(429), answered(408), answered(500), answered(503), answered(404), answered(403, ["Retry-After": "60"]),
        APIError(.connection, "No."), APIError(.timeout, "No."), APIError(.authentication, "No.", response: HTTPResponse(status: 401)),
        APIError(.custom, "No.", underlying: answered(400)), OwnError(),
    ]

    @Test(arguments: passing.indices)
    func `TokenRefresher: any other failed refresh is tried again`(index: Int) async throws {
        let issuer = Issuer { if $0 <= 2 { throw Self.passing[index] } }
        let refresher = TokenRefresher(Pass("old", expiresIn: -1), from: issuer)
        for _ in 0..<2 { #expect(await failure { try await refresher.token() } != nil) }
        #expect(try await refresher.token() == Pass("t3"))
    }

    @Test func `TokenRefresher: the program may say which errors are final`() async throws {
        let issuer = Issuer { throw $0 == 1 ? Self.answered(400) : OwnError(reason: "revoked") }
        let refresher = TokenRefresher<Pass>(store: MemoryTokenStore(Pass("old")), isFinal: { $0 is OwnError }) {
            try await issuer.issue(for: $0)
        }
        refresher.invalidate()
        for _ in 0..<5 { #expect(await failure { try await refresher.token() }?.code == .authentication) }
        #expect(issuer.count == 2)
    }

    @Test func `TokenRefresher: a refused request for a first token is sent again`() async throws {
        let issuer = Issuer { if $0 <= 2 { throw Self.answered(401) } }
        let refresher = TokenRefresher(nil, from: issuer)
        for _ in 0..<2 { #expect(await failure { try await refresher.token() }?.code == .authentication) }
        #expect(try await refresher.token() == Pass("t3"))
    }

    @Test func `TokenRefresher: while a token is valid, a refused background refresh neither fails calls nor is repeated`() async throws {
        let refused = Signal()
        let issuer = Issuer { _ in
            refused.give()
            throw Self.answered(400)
        }
        let time = TestTime(Pass.start)
        let refresher = TokenRefresher(Pass("old", expiresIn: 30), from: issuer, now: time)
        #expect(try await refresher.token().text == "old")
        await refused.wait()
        time.advance(by: 29)
        for _ in 0..<50 {
            #expect(try await refresher.token().text == "old")
            await Task.yield()
        }
        time.advance(by: 1)
        #expect(await failure { try await refresher.token() }?.code == .authentication)
        #expect(issuer.count == 1)
    }

    @Test func `TokenRefresher: a failed refresh names the member that its answer lacks`() async throws {
        struct Session: Decodable, Sendable {
            var refreshToken: String
        }
        let client = try APIClient.example(StubTransport(HTTPResponse(body: Data("{}".utf8))))
        let refresher = TokenRefresher<Pass>(store: MemoryTokenStore(Pass("old", expiresIn: -1))) { _ in
            Pass(try await client.call(.post("session"), as: Session.self).value.refreshToken)
        }
        let error = await failure { try await refresher.token() }
        #expect(error?.message.contains("Could not decode Session: `refreshToken` is missing") == true, "\(error?.message ?? "")")
    }

    @Test func `TokenRefresher: a failing store isn't a network failure`() async throws {
        struct Failing: UnsharedStore {
            func load() throws -> Pass? { throw POSIXError(.EIO) }
            func save(_ token: Pass?) {}
        }
        let client = try APIClient.example(guarded()) { $0.authentication = .bearer(TokenRefresher(store: Failing()) { _ in Pass("t") }) }
        #expect(await failure { try await client.string(Protected()).value }?.code == .authentication)
    }

    @Test(arguments: [503, 429, nil] as [HTTPStatus?])
    func `TokenRefresher: a refresh that fails for a transient reason doesn't count as one that gave a rejected token`(
        status: HTTPStatus?
    ) async throws {
        let reason = status.map { Self.answered($0) } ?? APIError(.connection, "Refused.")
        let issuer = Issuer { if $0 <= 8 { throw reason } }
        let client = try APIClient.example(guarded("t9")) { $0.authentication = .bearer(TokenRefresher(Pass("old"), from: issuer)) }
        for _ in 1...8 { #expect(await failure { try await client.string(Protected()).value }?.code == reason.code) }
        #expect(try await client.string(Protected()).value == "t9")
    }

    @Test func `TokenRefresher: the rejections of one user's tokens don't delay the next user's refresh`() async throws {
        let issuer = Issuer()
        let refresher = TokenRefresher(Pass("ann"), from: issuer, clock: ManualClock())
        let client = try APIClient.example(guarded("t6")) { $0.authentication = .bearer(refresher) }
        for _ in 0..<5 { #expect(await failure { try await client.string(Protected()).value }?.code == .badStatus) }
        #expect(await failure { try await client.string(Protected()).value }?.code == .authentication)
        try await refresher.setToken(Pass("bob"))
        #expect(try await client.string(Protected()).value == "t6")
        #expect(issuer.tokens.last == "bob")
    }

    @Test func `TokenRefresher: no call fails if somebody signs in while all of them wait for a refresh`() async throws {
        for _ in 0..<100 {
            let begun = Signal()
            let refresher = TokenRefresher<Pass>(store: MemoryTokenStore(Pass("old", expiresIn: -1)), now: { Pass.start }) { _ in
                begun.give()
                try await untilCancelled()
            }
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<8 { group.addTask { try await refresher.token().text } }
                await begun.wait()
                try await refresher.setToken(Pass("new"))
                for try await text in group { #expect(text == "new") }
            }
        }
    }
}
