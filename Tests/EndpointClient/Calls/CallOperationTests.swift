import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// Calls without a service.
@Suite struct CallOperationTests {
    private struct Hero: Equatable, Sendable { var id: Int }

    private protocol Service: Sendable {
        func hero(_ id: Int) -> Call<Hero>
    }

    private struct Preview: Service {
        func hero(_ id: Int) -> Call<Hero> { Call(value: Hero(id: id)) }
    }

    @Test func `Call: a value that needs no service can be awaited, mapped, and passed to a callback`() async throws {
        let service: any Service = Preview()
        #expect(try await service.hero(7).value == Hero(id: 7))
        #expect(try await service.hero(7).map { $0.id + 1 }.value == 8)
        let response = try await service.hero(7).response
        #expect(response.value == Hero(id: 7) && response.status == 200 && response.attempts.count == 1)
        let values = Recorder<Hero>()
        service.hero(9).start(on: .immediate) { if case .success(let hero) = $0 { values.record(hero) } }
        await eventually { values.values == [Hero(id: 9)] }
        try await Call<Void> {}.value
    }

    @Test func `Call: the error of an operation is thrown unchanged, once`() async throws {
        let count = Counter()
        let call = Call<Int> {
            count.next()
            throw OwnError(reason: "no network")
        }
        await #expect(throws: OwnError.self) { try await call.value }
        #expect(count.count == 1)
        let failing = Call<Int> { throw APIError(.connection, "There is no network.") }.retrying(.aggressive)
        #expect(await failure { try await failing.value }?.message == "There is no network.")
    }

    private static let slow = Call<Int> {
        try await Task.sleep(for: .seconds(600))
        return 1
    }

    @Test func `Call: a waiting operation ends when it, its task or its group is cancelled, and at its deadline`() async throws {
        let result = Recorder<APIError.Code?>()
        let handle = Self.slow.start(on: .immediate) { result.record(($0.error as? APIError)?.code) }
        handle.cancel()
        await eventually { result.values == [.cancelled] }
        #expect(handle.isCancelled && handle.isFinished)

        #expect(await failure { try await Self.slow.deadline(.milliseconds(1)).value }?.code == .deadline)

        let task = Task { try await Self.slow.value }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }

        let group = CallGroup()
        let error = await failure {
            try await group.run {
                async let slow = Self.slow.value
                async let broken = Call<Int> { throw APIError(.connection, "Lost.") }.value
                return try await (slow, broken)
            }
        }
        #expect(error != nil && group.isCancelled && group.failure?.message == "Lost.")
    }

    @Test func `Call: modifiers that don't apply to an operation have no effect`() async throws {
        let call = Call(value: 5).tagged("a").priority(.high).retrying(.never).timeout(.seconds(1)).cached(.only)
            .adapting(AnyAdapter { _ in throw OwnError(reason: "not adapted") })
        #expect(try await call.value == 5)
    }

    @Test func `AnyTransport: a closure can create the response, up to the body limit`() async throws {
        let transport = AnyTransport { HTTPResponse(body: Data("[\($0.query["n"] ?? "0")]".utf8)) }
        #expect(try await APIClient.example(transport).call(.get("a", query: ["n": 7]), as: [Int].self).value == [7])
        let client = try APIClient.example(transport) { $0.policies.bodyLimit = 2 }
        #expect(await failure { try await client.data(.get("a")).value }?.code == .bodyTooLarge)
        let lost = AnyTransport { _ in throw OwnError(reason: "lost") }
        await #expect(throws: OwnError.self) { try await APIClient.example(lost).data(.get("a")).value }
    }
}

extension Result {
    fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
