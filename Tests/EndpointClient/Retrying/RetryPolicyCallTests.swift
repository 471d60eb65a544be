import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// Complete calls that are retried: their requests and their outcomes.
@Suite struct RetryPolicyCallTests {
    private let clock = ManualClock(skipsSleeps: true)

    private func client(
        _ transport: any Transport, adapters: [any RequestAdapter] = [], decisions: [any ResponseDecision]? = nil,
        configure: (inout APIConfiguration) throws -> Void = { _ in }
    ) throws -> APIClient {
        try APIClient.example(transport, adapters: adapters, decisions: decisions, clock: clock) {
            $0.policies.retry = RetryPolicy(backoff: Backoff(jitter: .none))
            try configure(&$0)
        }
    }

    @Test func `RetryPolicy: a transient failure is hidden from the caller, but appears in the timeline`() async throws {
        let stub = StubTransport.answering(HTTPResponse(status: 503), HTTPResponse(status: 429, headers: ["Retry-After": "2"]))
        let reply = try await client(stub).call(.get("items")).response
        #expect(reply.status == .ok)
        #expect(reply.attempts.map(\.outcome) == [.answered(503), .answered(429), .answered(200)])
        #expect(reply.attempts.map(\.start) == [.zero, .milliseconds(200), .milliseconds(2200)])
        #expect(clock.sleeps == [.milliseconds(200), .seconds(2)])
    }

    @Test(arguments: [(1, 1), (2, 2), (3, 3), (6, 6), (9, 6)])
    func `RetryPolicy: an endless 503 is a bad status after the last attempt, or when the budget is used up`(
        maxAttempts: Int, sent: Int
    ) async throws {
        let stub = StubTransport(HTTPResponse(status: 503, body: Data("down".utf8)))
        let call = try client(stub) { $0.policies.retry.maxAttempts = maxAttempts }.call(.get("items"))
        let error = await failure { try await call.value }
        #expect(error?.code == .badStatus)
        #expect(error?.response?.body == Data("down".utf8))
        #expect(error?.attempts.map(\.outcome) == Array(repeating: .answered(503), count: sent))
        #expect(stub.requests.count == sent)
    }

    @Test func `RetryPolicy: if a transport keeps failing, its own error is thrown, with the reason for each attempt`() async throws {
        let number = Counter()
        let stub = StubTransport { _ in
            switch number.next() {
            case 1: throw APIError(.timeout, "Too late.")
            case 2: return HTTPResponse(status: 502)
            default: throw APIError(.connection, "Gone.", underlying: TransportFailure(.disconnected, detail: "gone"))
            }
        }
        let call = try client(stub).call(.get("items"))
        let error = await failure { try await call.value }
        #expect(error?.message == "Gone.")
        #expect(reason(of: error) == .disconnected)
        #expect(error?.attempts.map(\.outcome) == [.failed(.timeout), .answered(502), .failed(.connection)])
    }

    @Test func `RetryPolicy: a call that reaches the limit of attempts ends with the last failure, and the limit as the reason`()
        async throws
    {
        let call = try client(StubTransport(HTTPResponse(status: 503))) {
            $0.policies.retry.maxAttempts = 100
            $0.policies.retry.budget = RetryBudget(reserve: 100)
        }.call(.get("items"))
        let error = await failure { try await call.value }
        #expect(error?.code == .badStatus && error?.noRetryReason == "a call makes at most 20 attempts")
        #expect(error?.attempts.count == 20)
        #expect(error?.response?.status == 503)
    }

    @Test(arguments: [(61, nil), (10, .seconds(10)), (10, .seconds(5))] as [(Int, Duration?)])
    func `RetryPolicy: a Retry-After beyond the maximum or the deadline fails the call at once`(
        seconds: Int, deadline: Duration?
    ) async throws {
        let stub = StubTransport(HTTPResponse(status: 503, headers: ["Retry-After": "\(seconds)"]))
        let clock = ManualClock()
        let client = try APIClient.example(stub, clock: clock) {
            $0.policies.retry = .standard
            $0.policies.deadline = deadline
        }
        let error = await failure { try await client.call(.get("items")).value }
        #expect(error?.code == .badStatus)
        #expect(error?.response?.headers["Retry-After"] == "\(seconds)")
        #expect(stub.requests.count == 1)
    }

    @Test func `RetryPolicy: a wait may have any length`() async throws {
        let stub = StubTransport.answering(HTTPResponse(status: 503, headers: ["Retry-After": "99999999999999999999"]))
        let call = try client(stub) { $0.policies.retry.maxRetryAfter = .seconds(Int64.max) * 10 }.call(.get("items"))
        _ = try await call.value
        #expect(clock.sleeps == [.seconds(2_147_483_648)])
    }

    struct Signed: AuthenticatedEndpoint {
        var path: Path { "characters" }
        var query: Query { ["limit": 5] }
    }

    @Test func `RetryPolicy: each attempt is signed again, and no redirect takes a signature to another origin`() async throws {
        let time = TestTime(Date(timeIntervalSince1970: 0), step: 1)
        let elsewhere = "https://other.example.com/list"
        let stub = StubTransport.answering(
            HTTPResponse(status: 503), .redirect(to: elsewhere), HTTPResponse(status: 502), .redirect(307, to: elsewhere))
        let reply = try await client(stub) {
            $0.authentication = .hashedQuery(publicKey: "1234", privateKey: "abcd", now: { time.date })
        }.call(Signed()).response
        func signed(_ timestamp: String) -> String {
            "https://api.example.com/v1/characters?limit=5&ts=\(timestamp)&apikey=1234&hash="
                + HashedQueryAuthentication.hash(timestamp: timestamp, publicKey: "1234", privateKey: "abcd")
        }
        #expect(stub.requests.map(\.urlText) == [signed("1000"), signed("2000"), elsewhere, signed("3000"), elsewhere])
        #expect(reply.attempts.map { $0.redirects.count } == [0, 1, 1])
    }

    @Test func `RetryPolicy: separate clients have separate budgets, and clients that share one exhaust it together`() async throws {
        let down = StubTransport(HTTPResponse(status: 503))
        for _ in 0..<2 {
            let call = try client(down).call(.get("items"))
            _ = await failure { try await call.value }
        }
        #expect(down.requests.count == 6)
        let budget = RetryBudget(clock: ManualClock())
        for expected in [9, 12, 14] {
            let call = try client(down) { $0.policies.retry.budget = budget }.call(.get("items"))
            #expect(await failure { try await call.value }?.code == .badStatus)
            #expect(down.requests.count == expected)
        }
    }

    @Test func `RetryPolicy: a task cancelled during the wait sends nothing more`() async throws {
        let clock = ManualClock()
        let stub = StubTransport(HTTPResponse(status: 503))
        let call = try APIClient.example(stub, clock: clock) { $0.policies.retry = .standard }.call(.get("items"))
        let task = Task { try await call.value }
        await clock.sleepers(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(stub.requests.count == 1)
        #expect(clock.remainingSleeps.isEmpty)
    }

    @Test func `RetryPolicy: a stream is requested again before its first chunk, but not after it`() async throws {
        let lost = APIError(.connection, "Lost.")
        let transport = ChunkTransport { number, _ in
            if number == 1 { throw lost }
            return number == 2
                ? HTTPResponseStream(status: 503, body: .text("busy")) : HTTPResponseStream(body: .text("one\ntwo", then: lost))
        }
        var lines = try client(transport).lines(.get("log")).makeAsyncIterator()
        #expect(try await lines.next() == "one")
        await #expect(throws: APIError.self) { try await lines.next() }
        #expect(transport.requests.count == 3)
    }

    // MARK: Why there is no further attempt

    private func error(
        _ transport: any Transport, _ endpoint: Route = .get("items"), configure: (inout APIConfiguration) throws -> Void = { _ in }
    ) async throws -> APIError? {
        let call = try client(transport, configure: configure).call(endpoint)
        return await failure { try await call.value }
    }

    private static let down = HTTPResponse(status: 503)

    @Test func `RetryPolicy: the error says that the attempts are used up`() async throws {
        let error = try await self.error(StubTransport(Self.down))
        #expect(error?.noRetryReason == "maxAttempts is 3")
        #expect(error?.description.hasSuffix(" (3 attempts; no retry: maxAttempts is 3)") == true)
        let lost = try await self.error(StubTransport { _ in throw APIError(.connection, "Lost.") })
        #expect(lost?.code == .connection && lost?.noRetryReason == "maxAttempts is 3")
    }

    @Test func `RetryPolicy: the error says that the budget is used up, even if that happens during the decision`() async throws {
        // The clock stands still, so no retry is forgotten.
        func budget(_ reserve: Int) -> RetryBudget { RetryBudget(ratio: 0, reserve: reserve, clock: ManualClock()) }
        let error = try await self.error(StubTransport(Self.down)) { $0.policies.retry.budget = budget(1) }
        let reason =
            "the policy's retry budget is used up: 1 retry for 1 call in 10 s; another is allowed in 10.000 s, or with a larger RetryPolicy.budget"
        #expect(error?.noRetryReason == reason)
        #expect(error?.description.hasSuffix(" (2 attempts; no retry: \(reason))") == true)
        let context = try DecisionContext.example(.success(Self.down), policy: RetryPolicy(budget: budget(0)))
        guard case .passed(let never) = try await RetryDecision().apply(to: context) else { return #expect(Bool(false)) }
        #expect(never == "the policy's retry budget is used up: 0 retries for 0 calls in 10 s; more need a larger RetryPolicy.budget")
    }

    @Test func `RetryPolicy: the error says that a used-up limit's reset is too far away`() async throws {
        let headers: HTTPHeaders = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "6m0s"]
        let error = try await error(StubTransport(HTTPResponse(status: 403, headers: headers)))
        #expect(error?.noRetryReason == "the limit's reset is in 360.000 s, and maxRetryAfter is 60.000 s")
    }

    @Test func `RetryPolicy: the error says that the request may not be sent twice`() async throws {
        let post = try await error(StubTransport(Self.down), .post("items"))
        #expect(post?.noRetryReason == "POST isn't idempotent, and the request has no lasting Idempotency-Key")
        #expect(post?.description.contains(" (no retry: POST isn't idempotent") == true)
        let chunks = AsyncStream<Data> { $0.finish() }
        let stream = try await error(StubTransport(Self.down), .put("items", body: .stream(chunks)))
        #expect(stream?.noRetryReason == "the request's body can be read only once")
    }

    @Test func `RetryPolicy: the error says that the wait is too long, whether the server or the backoff requires it`() async throws {
        let server = try await error(StubTransport(HTTPResponse(status: 503, headers: ["Retry-After": "61"])))
        #expect(server?.noRetryReason == "the server's Retry-After is 61.000 s, and maxRetryAfter is 60.000 s")
        for (wait, headers) in [(7, ["Retry-After": "7"]), (9, [:])] as [(Int, HTTPHeaders)] {
            // A clock that skips sleeps would reach the deadline at once.
            let client = try APIClient.example(StubTransport(HTTPResponse(status: 503, headers: headers)), clock: ManualClock()) {
                $0.policies.retry = RetryPolicy(backoff: Backoff(initial: .seconds(wait), jitter: .none))
                $0.policies.deadline = .seconds(5)
            }
            let late = await failure { try await client.call(.get("items")).value }
            #expect(late?.code == .badStatus && late?.noRetryReason == "a wait of \(wait).000 s would end after the deadline")
        }
    }

    @Test func `RetryPolicy: if the policy doesn't retry a failure, the error has no reason`() async throws {
        #expect(try await error(StubTransport(HTTPResponse(status: 404)))?.noRetryReason == nil)
        #expect(try await error(StubTransport(Self.down)) { $0.policies.retry = .never }?.noRetryReason == nil)
        #expect(try await error(StubTransport { _ in throw APIError(.tls, "No.") })?.noRetryReason == nil)
        let restarted = try await error(StubTransport.answering(Self.down, HTTPResponse(status: 404)))
        #expect(restarted?.attempts.count == 2 && restarted?.noRetryReason == nil)
    }

    struct Again: ResponseDecision {
        func shouldApply<Value>(to context: DecisionContext<Value>) -> Bool { context.status == 503 }
        func apply<Value>(to context: DecisionContext<Value>) async throws -> DecisionAction<Value> {
            .restartWith(context.removing(Again.self), after: .zero)
        }
    }

    @Test func `RetryPolicy: a restart by another decision clears the reason`() async throws {
        let number = Counter()
        let adapter = AnyAdapter { _ in if number.next() == 2 { throw APIError(.authentication, "No.") } }
        let decisions = APIClient.standardDecisions.inserting(Again(), before: BadStatusDecision.self)
        let call = try client(StubTransport(Self.down), adapters: [adapter], decisions: decisions).call(.post("items"))
        let error = await failure { try await call.value }
        #expect(error?.code == .authentication && error?.noRetryReason == nil)
    }

    @Test func `RetryPolicy: the noRetryReason of a cancelled call is nil`() async throws {
        struct Cancelling: ResponseDecision {
            let cancel: @Sendable () -> Void
            func apply<Value>(to context: DecisionContext<Value>) async throws -> DecisionAction<Value> {
                cancel()
                throw CancellationError()
            }
        }
        let group = CallGroup()
        let decisions = APIClient.standardDecisions.inserting(Cancelling { group.cancel() }, before: BadStatusDecision.self)
        let call = try client(StubTransport(Self.down), decisions: decisions).call(.post("items")).joining(group)
        let error = await failure { try await call.value }
        #expect(error?.code == .cancelled && error?.noRetryReason == nil)
    }

    struct Impatient: Endpoint {
        var path: Path { "items" }
        func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] { standard.removing(RetryDecision.self) }
    }

    @Test func `RetryPolicy: an endpoint may turn retries off`() async throws {
        let stub = StubTransport(HTTPResponse(status: 503))
        let call = try client(stub).call(Impatient())
        #expect(await failure { try await call.value }?.code == .badStatus)
        #expect(stub.requests.count == 1)
    }
}
