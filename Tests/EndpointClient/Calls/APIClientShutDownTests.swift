import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct APIClientShutDownTests {
    private let reached = Signal()
    private let answer = Signal()
    private let clock = ManualClock()

    private func makeClient() throws -> (client: APIClient, stub: StubTransport) {
        let stub = StubTransport { [reached, answer] _ in
            reached.give()
            await answer.wait()
            return HTTPResponse(body: Data("text".utf8))
        }
        return (APIClient(configuration: APIConfiguration(baseURL: try exampleURL()), transport: stub, clock: clock), stub)
    }

    @Test func `APIClient: after its shutdown began, a call in flight finishes, and a later one isn't sent`() async throws {
        let (client, stub) = try makeClient()
        async let call = client.string(.get("items")).value
        await reached.wait()
        async let end: Void = client.shutDown(gracePeriod: .seconds(10))
        await clock.sleepers(1)
        for way in Way.allCases where way != .task {
            let late = await way.start(client.data(.get("items")), of: client).outcome.value
            let error = try #require(throws: APIError.self) { try late.get() }
            #expect(error.code == .cancelled && error.message == "The call wasn't made: its client has been shut down.")
            guard case .shutDown? = error.cancellationReason else { throw error }
        }
        answer.give()
        #expect(try await call == "text")
        await end
        #expect(stub.requests.count == 1 && client.activeCalls.isEmpty)
    }

    @Test func `APIClient: a call that is in flight at the end of the grace period is cancelled`() async throws {
        let (client, _) = try makeClient()
        async let call = client.string(.get("items")).result
        await reached.wait()
        async let end: Void = client.shutDown(gracePeriod: .seconds(10))
        await clock.sleepers(1)
        #expect(client.activeCalls.map(\.isCancelled) == [false])
        clock.advance(by: .seconds(10))
        await end
        let result = await call
        let error = try #require(throws: APIError.self) { try result.get() }
        #expect(error.code == .cancelled && error.message == "The call was cancelled: its client has been shut down.")
        guard case .shutDown? = error.cancellationReason else { throw error }
        answer.give()
    }

    @Test func `APIClient: a call that waits for its turn when the shutdown begins has the grace period, too`() async throws {
        let stub = StubTransport { [reached, answer] _ in
            reached.give()
            await answer.wait()
            return HTTPResponse(body: Data("text".utf8))
        }
        var configuration = APIConfiguration(baseURL: try exampleURL())
        configuration.policies.maxConcurrentCalls = 1
        let client = APIClient(configuration: configuration, transport: stub, clock: clock)
        async let first = client.string(.get("items")).value
        await reached.wait()
        async let second = client.string(.get("items")).value
        await eventually { client.waitingCallCount == 1 }
        async let end: Void = client.shutDown(gracePeriod: .seconds(10))
        await clock.sleepers(1)
        answer.give()
        await reached.wait()
        answer.give()
        #expect(try await [first, second] == ["text", "text"])
        await end
    }

    @Test func `APIClient: a shutdown in a cancelled task has no grace period`() async throws {
        let (client, _) = try makeClient()
        async let call = client.string(.get("items")).result
        await reached.wait()
        let end = Task { await client.shutDown(gracePeriod: .seconds(10)) }
        end.cancel()
        await end.value
        let result = await call
        #expect(throws: APIError.Code.cancelled.error) { try result.get() }
        answer.give()
    }

    @Test func `APIClient: a shutdown waits for a body that is being read, and returns at once without a call`() async throws {
        let (client, _) = try makeClient()
        answer.give()
        do {
            let stream = try await client.stream(.get("items")).value
            async let end: Void = client.shutDown(gracePeriod: .seconds(10))
            await clock.sleepers(1)
            var text = Data()
            for try await chunk in stream.body { text += chunk }
            await end
            #expect(text == Data("text".utf8))
        }
        await client.shutDown(gracePeriod: .seconds(10))
        #expect(client.activeCalls.isEmpty)
    }

    /// Makes a call whose token is refreshed, or expires soon and is refreshed in the background. Returns when the refresh was sent, and the
    /// call has ended.
    private func refreshed(_ store: RecordingStore) async throws -> APIClient {
        let refresher = TokenRefresher<Pass>(store: store, now: { Pass.start }) { [reached, answer] _ in
            reached.give()
            await answer.wait()
            return Pass("new")
        }
        let client = try APIClient.example(guarded("old"), clock: clock) { $0.authentication = .bearer(refresher) }
        let call = Task { try await client.string(Protected()).value }
        await reached.wait()
        call.cancel()
        _ = await call.result
        return client
    }

    @Test(arguments: [30, -1])
    func `APIClient: a shutdown waits until a refreshed token is saved`(seconds: Double) async throws {
        let store = RecordingStore(Pass("old", expiresIn: seconds))
        let client = try await refreshed(store)
        async let end: Void = client.shutDown(gracePeriod: .seconds(10))
        answer.give()
        await end
        #expect(store.saved == ["new"])
    }

    @Test(arguments: [30, -1])
    func `APIClient: a refresh that was sent is saved even if it takes longer than the grace period`(seconds: Double) async throws {
        let store = RecordingStore(Pass("old", expiresIn: seconds))
        let client = try await refreshed(store)
        async let end: Void = client.shutDown(gracePeriod: .seconds(10))
        await clock.sleepers(1)
        clock.advance(by: .seconds(10))
        answer.give()
        await end
        #expect(store.saved == ["new"])
    }
}

extension APIError.Code {
    /// An error with this code, for comparisons. Errors with equal codes are equal.
    fileprivate var error: APIError { APIError(self, "") }
}
