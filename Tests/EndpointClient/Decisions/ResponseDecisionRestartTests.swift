import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct ResponseDecisionRestartTests {
    private let flaky = StubTransport()

    /// Restarts once, by removing itself from the current list.
    struct Once: ResponseDecision {
        func apply<Value>(to context: DecisionContext<Value>) -> DecisionAction<Value> {
            .restartWith(context.removing(Once.self), after: .zero)
        }
    }
    struct Twice: ResponseDecision {
        func apply<Value>(to context: DecisionContext<Value>) -> DecisionAction<Value> {
            .restartWith(context.replacing(Twice.self, with: Once()), after: .zero)
        }
    }

    @Test func `ResponseDecision: a restart that removes the decision itself edits the current list`() async throws {
        let client = try APIClient.example(flaky, decisions: [Once(), ParseDecision()])
        let reply = try await client.data(.get("items")).response
        #expect(flaky.requests.count == 2)
        #expect(reply.attempts.map(\.number) == [1, 2])
    }

    @Test func `ResponseDecision: a replaced decision doesn't come back, and two that remove themselves both go`() async throws {
        let client = try APIClient.example(flaky, decisions: [Twice(), Once(), ParseDecision()])
        _ = try await client.data(.get("items")).value
        // `Twice` becomes `Once`, and the next attempt removes every `Once`.
        #expect(flaky.requests.count == 3)
    }

    @Test func `ResponseDecision: a plain restart keeps the current list, not the original one`() async throws {
        let again = Restarting { attempt, _ in attempt < 3 ? .restart : .pass }
        let client = try APIClient.example(flaky, decisions: [Once(), again, ParseDecision()])
        _ = try await client.data(.get("items")).value
        #expect(flaky.requests.count == 3)
    }

    @Test func `ResponseDecision: the next call starts with the complete list again`() async throws {
        let call = try APIClient.example(flaky, decisions: [Once(), ParseDecision()]).data(.get("items"))
        _ = try await call.value
        _ = try await call.value
        #expect(flaky.requests.count == 4)
    }

    @Test func `ResponseDecision: restarts end after twenty attempts`() async throws {
        let client = try APIClient.example(StubTransport(HTTPResponse(status: 503)), decisions: [Restarting { _, _ in .restart }])
        let error = await #expect(throws: APIError.self) { try await client.data(.get("items")).value }
        #expect(error?.code == .restartLimit)
        #expect(error?.attempts.map(\.number) == Array(1...20))
        #expect(error?.response?.status == 503)
    }

    @Test func `ResponseDecision: a wait may have any length, if the decision says so`() async throws {
        struct Endless: ResponseDecision {
            var maxRetryAfter: Duration? { .seconds(Int64.max) }
            func apply<Value>(to context: DecisionContext<Value>) -> DecisionAction<Value> {
                .restartWith(context.removing(Endless.self), after: .seconds(Int64.max))
            }
        }
        let clock = ManualClock(skipsSleeps: true)
        let client = try APIClient.example(StubTransport(), decisions: [Endless(), ParseDecision()], clock: clock)
        _ = try await client.data(.get("items")).value
        #expect(clock.sleeps == [.seconds(2_147_483_648)])
    }

    /// Restarts after as long as the server asks for.
    struct Polling: ResponseDecision {
        func shouldApply<Value>(to context: DecisionContext<Value>) -> Bool { context.status == .accepted }
        func apply<Value>(to context: DecisionContext<Value>) -> DecisionAction<Value> {
            .restart(after: context.response.flatMap { RetryAfter($0)?.wait } ?? .seconds(1))
        }
    }

    @Test(arguments: [("60", true), ("61", false), ("86400", false)])
    func `ResponseDecision: a wait that is longer than maxRetryAfter fails the call at once`(wait: String, isAllowed: Bool) async throws {
        let stub = StubTransport.answering(HTTPResponse(status: 202, headers: ["Retry-After": wait]), HTTPResponse())
        let clock = ManualClock(skipsSleeps: true)
        let client = try APIClient.example(stub, decisions: [Polling(), ParseDecision()], clock: clock)
        let error = await failure { try await client.data(.get("report")).value }
        #expect((error == nil) == isAllowed)
        #expect(stub.requests.count == (isAllowed ? 2 : 1))
        #expect(clock.sleeps == (isAllowed ? [.seconds(60)] : []))
        guard !isAllowed else { return }
        #expect(error?.code == .restartLimit && error?.response?.status == 202 && error?.attempts.count == 1)
        #expect(error?.message.contains("Polling") == true && error?.message.contains("maxRetryAfter is 60.000 s") == true)
    }

    @Test func `ResponseDecision: the timeline has each attempt's outcome and time, in order`() async throws {
        let answers = StubTransport()
        let stub = StubTransport { request in
            _ = try await answers.send(request)
            switch answers.requests.count {
            case 1: throw APIError(.timeout, "Too late.")
            case 2: throw OwnError()
            case 3: return HTTPResponse(status: 503)
            default: return HTTPResponse(status: 404)
            }
        }
        let again = Restarting(asksForFailures: true) { attempt, _ in attempt < 4 ? .restart : .pass }
        let client = try APIClient.example(stub, decisions: [again, BadStatusDecision(), ParseDecision()])
        let error = await #expect(throws: APIError.self) { try await client.data(.get("items")).value }
        let attempts = error?.attempts ?? []
        #expect(
            attempts.map { "\($0.number) \($0.outcome)" } == [
                "1 failed(timeout)", "2 failed(connection)", "3 answered(503 Service Unavailable)", "4 answered(404 Not Found)",
            ])
        for (earlier, later) in zip(attempts, attempts.dropFirst()) {
            #expect(earlier.duration >= .zero)
            #expect(later.start >= earlier.start + earlier.duration)
        }
        #expect(error.map { "\($0)".hasSuffix("(4 attempts)") } == true)
    }
}
