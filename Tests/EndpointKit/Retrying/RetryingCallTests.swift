import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

/// Whole calls that are retried: what is sent, and how they end.
@Suite struct RetryingCallTests {
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

    @Test func `a passing failure is none to the caller, and the timeline tells of it`() async throws {
        let stub = StubTransport.answering(HTTPResponse(status: 503), HTTPResponse(status: 429, headers: ["Retry-After": "2"]))
        let reply = try await client(stub).send(.get("items")).response
        #expect(reply.status == .ok)
        #expect(reply.attempts.map(\.outcome) == [.answered(503), .answered(429), .answered(200)])
        #expect(reply.attempts.map(\.start) == [.zero, .milliseconds(200), .milliseconds(2200)])
        #expect(clock.sleeps == [.milliseconds(200), .seconds(2)])
    }

    @Test(arguments: [(1, 1), (2, 2), (3, 3), (6, 4)])
    func `an endless 503 is a bad status after the last attempt, or the budget's last`(maxAttempts: Int, sent: Int) async throws {
        let stub = StubTransport(HTTPResponse(status: 503, body: Data("down".utf8)))
        let call = try client(stub) { $0.policies.retry.maxAttempts = maxAttempts }.send(.get("items"))
        let error = await failure { try await call.value }
        #expect(error?.code == .badStatus)
        #expect(error?.response?.body == Data("down".utf8))
        #expect(error?.attempts.map(\.outcome) == Array(repeating: .answered(503), count: sent))
        #expect(stub.requests.count == sent)
    }

    @Test func `a transport that keeps failing gives its own error, and why each attempt failed`() async throws {
        let number = Counter()
        let stub = StubTransport { _ in
            switch number.next() {
            case 1: throw APIError(.timeout, "Too late.")
            case 2: return HTTPResponse(status: 502)
            default: throw APIError(.connection, "Gone.", underlying: TransportFailure(.disconnected, detail: "gone"))
            }
        }
        let call = try client(stub).send(.get("items"))
        let error = await failure { try await call.value }
        #expect(error?.message == "Gone.")
        #expect(reason(of: error) == .disconnected)
        #expect(error?.attempts.map(\.outcome) == [.failed(.timeout), .answered(502), .failed(.connection)])
    }

    @Test func `more attempts than restarts are allowed end with the limit's error`() async throws {
        let call = try client(StubTransport(HTTPResponse(status: 503))) {
            $0.policies.attemptLimit = 4
            $0.policies.retry.maxAttempts = 100
            $0.policies.retry.budget = RetryBudget(reserve: 100)
        }.send(.get("items"))
        let error = await failure { try await call.value }
        #expect(error?.code == .restartLimit)
        #expect(error?.attempts.count == 4)
        #expect(error?.response?.status == 503)
    }

    @Test(arguments: [(61, nil), (10, .seconds(10)), (10, .seconds(5))] as [(Int, Duration?)])
    func `a Retry-After beyond the longest or the deadline fails at once`(seconds: Int, deadline: Duration?) async throws {
        let stub = StubTransport(HTTPResponse(status: 503, headers: ["Retry-After": "\(seconds)"]))
        let clock = ManualClock()
        let client = try APIClient.example(stub, clock: clock) {
            $0.policies.retry = .standard
            $0.policies.deadline = deadline
        }
        let error = await failure { try await client.send(.get("items")).value }
        #expect(error?.code == .badStatus)
        #expect(error?.response?.headers["Retry-After"] == "\(seconds)")
        #expect(stub.requests.count == 1)
    }

    @Test func `a wait of any length can be asked for`() async throws {
        let stub = StubTransport.answering(HTTPResponse(status: 503, headers: ["Retry-After": "99999999999999999999"]))
        let call = try client(stub) { $0.policies.retry.maxRetryAfter = .seconds(Int64.max) * 10 }.send(.get("items"))
        _ = try await call.value
        #expect(clock.sleeps == [.seconds(2_147_483_648)])
    }

    struct Signed: AuthenticatedEndpoint {
        var path: Path { "characters" }
        var query: Query { ["limit": 5] }
    }

    @Test func `each attempt is signed afresh, and no redirect takes a signature elsewhere`() async throws {
        let time = TestTime(Date(timeIntervalSince1970: 0), step: 1)
        let elsewhere = "https://other.example.com/list"
        let stub = StubTransport.answering(
            HTTPResponse(status: 503), .redirect(to: elsewhere), HTTPResponse(status: 502), .redirect(307, to: elsewhere))
        let reply = try await client(stub) {
            $0.authentication = .hashedQuery(publicKey: "1234", privateKey: "abcd", now: { time.date })
        }.send(Signed()).response
        func signed(_ timestamp: String) -> String {
            "https://api.example.com/v1/characters?limit=5&ts=\(timestamp)&apikey=1234&hash="
                + HashedQueryAuthentication.hash(timestamp: timestamp, publicKey: "1234", privateKey: "abcd")
        }
        #expect(stub.requests.map(\.urlText) == [signed("1000"), signed("2000"), elsewhere, signed("3000"), elsewhere])
        #expect(reply.attempts.map { $0.redirects.count } == [0, 1, 1])
    }

    @Test func `clients of their own have budgets of their own, and those who share one share its end`() async throws {
        let down = StubTransport(HTTPResponse(status: 503))
        for _ in 0..<2 {
            let call = try client(down).send(.get("items"))
            _ = await failure { try await call.value }
        }
        #expect(down.requests.count == 6)
        let budget = RetryBudget(clock: ManualClock())
        for expected in [9, 11, 12] {
            let call = try client(down) { $0.policies.retry.budget = budget }.send(.get("items"))
            #expect(await failure { try await call.value }?.code == .badStatus)
            #expect(down.requests.count == expected)
        }
    }

    @Test func `a task that is cancelled while it waits sends no more`() async throws {
        let clock = ManualClock()
        let stub = StubTransport(HTTPResponse(status: 503))
        let call = try APIClient.example(stub, clock: clock) { $0.policies.retry = .standard }.send(.get("items"))
        let task = Task { try await call.value }
        await clock.sleepers(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(stub.requests.count == 1)
        #expect(clock.remainingSleeps.isEmpty)
    }

    @Test func `a stream is asked for again before its first chunk, and not after it`() async throws {
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

    struct Impatient: Endpoint {
        var path: Path { "items" }
        func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] { standard.removing(RetryDecision.self) }
    }

    @Test func `an endpoint may do without`() async throws {
        let stub = StubTransport(HTTPResponse(status: 503))
        let call = try client(stub).send(Impatient())
        #expect(await failure { try await call.value }?.code == .badStatus)
        #expect(stub.requests.count == 1)
    }
}
