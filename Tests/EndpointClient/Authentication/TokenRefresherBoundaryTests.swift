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
        let (issuer, time) = (Issuer(), TestTime(Pass.start))
        let stub = guarded()
        let refresher = TokenRefresher<Pass>(
            store: MemoryTokenStore(Pass("old")), window: RefreshWindow(count: 3, interval: .seconds(30)), now: { time.date }
        ) { try await issuer.issue(for: $0) }
        let client = try APIClient.example(stub) { $0.authentication = .bearer(refresher) }
        var codes: [APIError.Code?] = []
        for _ in 0..<20 { codes.append(await failure { try await client.string(Protected()).value }?.code) }
        #expect(issuer.count == 3)
        #expect(codes.prefix(3).allSatisfy { $0 == .badStatus } && codes.dropFirst(3).allSatisfy { $0 == .authentication })
        time.advance(by: 30)
        #expect(await failure { try await client.string(Protected()).value }?.code == .badStatus)
        #expect(issuer.count == 4)
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

    @Test func `TokenRefresher: a failing store isn't a network failure`() async throws {
        struct Failing: TokenStore {
            func load() throws -> Pass? { throw POSIXError(.EIO) }
            func save(_ token: Pass?) {}
        }
        let client = try APIClient.example(guarded()) { $0.authentication = .bearer(TokenRefresher(store: Failing()) { _ in Pass("t") }) }
        #expect(await failure { try await client.string(Protected()).value }?.code == .authentication)
    }
}
