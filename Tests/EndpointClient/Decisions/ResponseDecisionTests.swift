import EndpointKit
import EndpointKitTesting
import Synchronization
import TestSupport
import Testing

@Suite struct ResponseDecisionTests {
    @Test(arguments: [100, 199, 300, 304, 400, 401, 404, 409, 429, 500, 503, 599, 600, 999, 0])
    func `ResponseDecision: a status outside 200 to 299 is an error with the whole response`(status: Int) async throws {
        let response = HTTPResponse(status: HTTPStatus(rawValue: status), headers: ["X": "1"], body: Data("why".utf8))
        let client = try APIClient.example(StubTransport(response))
        let error = await #expect(throws: APIError.self) { try await client.data(.get("items")).value }
        #expect(error?.code == .badStatus)
        #expect(error?.response?.status.rawValue == status)
        #expect(error?.response?.body == Data("why".utf8))
        #expect(error?.response?.headers == ["X": "1"])
        #expect(error?.request?.description == "GET https://api.example.com/v1/items")
        #expect(error?.attempts.map(\.number) == [1])
    }

    @Test(arguments: [200, 201, 204, 206, 299])
    func `ResponseDecision: a status from 200 to 299 is a success`(status: Int) async throws {
        let client = try APIClient.example(StubTransport(HTTPResponse(status: HTTPStatus(rawValue: status), body: Data("x".utf8))))
        #expect(try await client.data(.get("items", headers: ["Range": "bytes=0-0"])).value == Data("x".utf8))
    }

    @Test func `ResponseDecision: the next decision gets the response as the previous decision left it`() async throws {
        let rewrite = Restarting { _, _ in .replace(HTTPResponse(status: 200, body: Data("new".utf8))) }
        let client = try APIClient.example(
            StubTransport(HTTPResponse(status: 500)), decisions: [rewrite, BadStatusDecision(), ParseDecision()])
        let reply = try await client.string(.get("items")).response
        #expect(reply.value == "new")
        #expect(reply.status == .ok)
        #expect(reply.attempts.map(\.outcome) == [.answered(500)])
    }

    @Test func `ResponseDecision: a custom error is kept, whether returned or thrown`() async throws {
        let decisions: [Restarting] = [Restarting { _, _ in .fail(OwnError()) }, Restarting { _, _ in throw OwnError() }]
        for decision in decisions {
            let client = try APIClient.example(StubTransport(), decisions: [decision, ParseDecision()])
            await #expect(throws: OwnError()) { try await client.data(.get("items")).value }
        }
    }

    @Test func `ResponseDecision: a list that reaches no verdict is an undecided error`() async throws {
        for decisions in [[], [BadStatusDecision()]] as [[any ResponseDecision]] {
            let client = try APIClient.example(StubTransport(), decisions: decisions)
            let error = await #expect(throws: APIError.self) { try await client.data(.get("items")).value }
            #expect(error?.code == .undecided)
            #expect(error?.response?.status == 200)
        }
    }

    @Test func `ResponseDecision: a transport error is thrown if no decision handles it`() async throws {
        let client = try APIClient.example(StubTransport { _ in throw OwnError() })
        await #expect(throws: OwnError()) { try await client.data(.get("items")).value }
        let failing = try APIClient.example(StubTransport { _ in throw APIError(.timeout, "Too late.") })
        let error = await #expect(throws: APIError.self) { try await failing.data(.get("items")).value }
        #expect(error?.code == .timeout)
        #expect(error?.request != nil)
        #expect(error?.attempts.count == 1)
    }

    @Test func `ResponseDecision: a transport error reaches only the decision that handles it`() async throws {
        let never = Restarting { _, _ in throw OwnError(reason: "asked without a response") }
        let fallback = Restarting(asksForFailures: true) { _, result in
            guard case .failure(let error) = result, error is OwnError else { return .pass }
            return .replace(HTTPResponse(body: Data("kept".utf8)))
        }
        let client = try APIClient.example(StubTransport { _ in throw OwnError() }, decisions: [never, fallback, ParseDecision()])
        #expect(try await client.string(.get("items")).value == "kept")
    }

    struct Choosy: Endpoint {
        var path: Path { "items" }
        func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
            standard.filter { !($0 is BadStatusDecision) }
        }
    }

    @Test func `ResponseDecision: an endpoint edits the client's decisions for itself`() async throws {
        let client = try APIClient.example(StubTransport(HTTPResponse(status: 500, body: Data("x".utf8))))
        #expect(try await client.string(Choosy()).value == "x")
    }

    struct Seeing: ResponseDecision {
        func apply<Value>(to context: DecisionContext<Value>) throws -> DecisionAction<Value> {
            .errored(OwnError(reason: "\(type(of: context.endpoint)) \(context.attempt) \(context.request.urlText)"))
        }
    }

    @Test func `ResponseDecision: a decision sees the caller's endpoint and the request as it was sent`() async throws {
        let adapter = AnyAdapter { $0.query.append("a", "1") }
        let client = try APIClient.example(StubTransport(), adapters: [adapter], decisions: [Seeing()])
        let expected = OwnError(reason: "Choosy 1 https://api.example.com/v1/items?a=1")
        await #expect(throws: expected) { try await client.data(Choosy()).value }
        await #expect(throws: expected) { try await client.call(Choosy(), as: [Int].self).value }
    }
}

/// Counts the exchanges that it judges.
private struct Asking: ResponseDecision {
    let judgesSuccesses: Bool
    let count = Count()

    final class Count: Sendable {
        let value = Mutex(0)
    }

    func shouldApply<Value>(to context: DecisionContext<Value>) -> Bool {
        count.value.withLock { $0 += 1 }
        return false
    }

    func apply<Value>(to context: DecisionContext<Value>) async throws -> DecisionAction<Value> { .continueWith(try context.result.get()) }
}

/// Judges successes, as decisions do by default.
private struct Silent: ResponseDecision {
    func apply<Value>(to context: DecisionContext<Value>) async throws -> DecisionAction<Value> { .continueWith(try context.result.get()) }
}

/// Waits and may fail before it says whether it applies.
private struct Considering: ResponseDecision {
    let applies: Result<Bool, OwnError>

    func shouldApply<Value>(to context: DecisionContext<Value>) async throws -> Bool {
        await Task.yield()
        return try applies.get()
    }

    func apply<Value>(to context: DecisionContext<Value>) async throws -> DecisionAction<Value> { .errored(OwnError(reason: "applied")) }
}

@Suite struct ResponseDecisionSuccessTests {
    private static let answers: [(Result<Bool, OwnError>, String?)] = [
        (.success(true), "applied"), (.success(false), nil), (.failure(OwnError(reason: "unsure")), "unsure"),
    ]

    @Test(arguments: answers)
    func `ResponseDecision: shouldApply may wait, and its error ends the call`(
        applies: Result<Bool, OwnError>, reason: String?
    ) async throws {
        let client = try APIClient.example(StubTransport(), decisions: [Considering(applies: applies), ParseDecision()])
        switch await client.data(.get("items")).result {
        case .success: #expect(reason == nil)
        case .failure(let error): #expect((error as? OwnError)?.reason == reason)
        }
    }

    @Test func `ResponseDecision: a decision that doesn't judge successes is called only for failures`() async throws {
        for (status, isAsked) in [(200, 0), (503, 1)] {
            let decision = Asking(judgesSuccesses: false)
            let transport = StubTransport(HTTPResponse(status: HTTPStatus(rawValue: status)))
            let client = try APIClient.example(transport, decisions: [decision, BadStatusDecision(), ParseDecision()])
            _ = await client.data(.get("items")).result
            #expect(decision.count.value.withLock { $0 } == isAsked)
        }
    }

    @Test func `ResponseDecision: if any decision may judge a success, all decisions are called`() async throws {
        let decision = Asking(judgesSuccesses: false)
        let client = try APIClient.example(StubTransport(), decisions: [decision, Silent(), ParseDecision()])
        _ = try await client.data(.get("items")).value
        #expect(decision.count.value.withLock { $0 } == 1)
    }

    @Test func `ResponseDecision: a success goes straight to the parser, even if the service's errors are decoded`() async throws {
        struct ServiceError: Error, Decodable {}
        let decisions: [any ResponseDecision] = [RetryDecision(), BadStatusDecision(decoding: ServiceError.self)]
        #expect(decisions.allSatisfy { !$0.judgesSuccesses })
        #expect(APIClient.standardDecisions.dropLast().allSatisfy { !$0.judgesSuccesses })
        let refresher = TokenRefresher(store: MemoryTokenStore(Pass("a"))) { _ in Pass("b") }
        #expect(!RefreshTokenDecision(refresher).judgesSuccesses)
        #expect(RefreshTokenDecision(refresher, statuses: [.ok]).judgesSuccesses)
        #expect(RetryDecision(policy: RetryPolicy(statuses: [.accepted])).judgesSuccesses)
    }
}
