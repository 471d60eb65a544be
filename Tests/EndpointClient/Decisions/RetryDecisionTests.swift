import EndpointKit
import TestSupport
import Testing

/// The decision alone, as a table: nothing is sent, and nothing waits.
@Suite struct RetryDecisionTests {
    private static let backoff = Backoff(generator: SplitMix64(seed: 7))
    private static let waits = (1...5).map { backoff.wait(beforeRetry: $0) }
    private static let policy = RetryPolicy(backoff: backoff)
    private static let noon = Date(timeIntervalSince1970: 784_209_600)

    private static let date = "Mon, 06 May 2030 12:00:00 GMT"

    private let decision = RetryDecision { noon }

    private func answered(_ status: HTTPStatus, _ headers: HTTPHeaders = [:]) -> Result<HTTPResponse, any Error> {
        .success(HTTPResponse(status: status, headers: headers, body: Data("x".utf8)))
    }

    @Test(arguments: [408, 429, 500, 502, 503, 504], [(1, 0), (2, 1)])
    func `RetryDecision: a transient status is retried after the backoff`(
        status: HTTPStatus, attempt: (number: Int, wait: Int)
    ) async throws {
        let context = try DecisionContext.example(answered(status), attempt: attempt.number, policy: Self.policy)
        #expect(await decision.verdict(on: context) == .restarted(after: Self.waits[attempt.wait]))
    }

    @Test(arguments: [0, 100, 200, 204, 301, 304, 400, 401, 403, 404, 409, 410, 418, 501, 505, 507, 599, 999])
    func `RetryDecision: any other status passes`(status: Int) async throws {
        let context = try DecisionContext.example(answered(HTTPStatus(rawValue: status)))
        #expect(await decision.verdict(on: context) == .passed)
    }

    private static let errors: [(any Error, isTransient: Bool)] = [
        (failure(.connection, .nameResolution), true), (failure(.connection, .connect), true), (failure(.timeout, .timeout), true),
        (failure(.connection, .disconnected), true), (failure(.connection, .truncated), true), (failure(.tls, .tls), false),
        (failure(.connection, .malformed), false), (failure(.connection, .other), false),
        // Errors from a transport that gives no reason.
        (APIError(.timeout, ""), true), (APIError(.connection, ""), true), (APIError(.connection, "", underlying: OwnError()), true),
        (APIError(.tls, ""), false), (APIError(.bodyTooLarge, ""), false), (APIError(.decoding, ""), false),
        (APIError(.bodyEncoding, ""), false), (APIError(.deadline, ""), false), (APIError(.tooManyRedirects, ""), false),
        (APIError(.redirect, ""), false), (APIError(.authentication, ""), false), (APIError(.cancelled, ""), false),
        (APIError(.quota, ""), false), (APIError(.file, ""), false), (APIError(APIError.Code(rawValue: "own"), ""), false),
        (CancellationError(), false), (OwnError(), false), (TransportFailure(.tls, detail: ""), false),
    ]

    private static func failure(_ code: APIError.Code, _ reason: TransportFailure.Reason) -> APIError {
        APIError(code, "", underlying: TransportFailure(reason, detail: ""))
    }

    @Test(arguments: errors.indices)
    func `RetryDecision: only a transient transport failure is retried`(index: Int) async throws {
        let (error, isTransient) = Self.errors[index]
        let context = try DecisionContext.example(.failure(error), policy: Self.policy)
        #expect(await decision.verdict(on: context) == (isTransient ? .restarted(after: Self.waits[0]) : .passed))
    }

    @Test(arguments: [
        (3, 1, true), (3, 2, true), (3, 3, false), (3, 4, false), (1, 1, false), (0, 1, false), (-1, 1, false), (.min, 1, false),
        (6, 5, true),
        (.max, .max, false), (.max, 19, true), (.max, 20, false),
    ])
    func `RetryDecision: there are as many attempts as the policy allows`(maxAttempts: Int, attempt: Int, isRetried: Bool) async throws {
        let policy = RetryPolicy(maxAttempts: maxAttempts, backoff: Backoff(jitter: .none))
        for result in [answered(503), .failure(APIError(.timeout, ""))] {
            let verdict = await decision.verdict(on: try .example(result, attempt: attempt, policy: policy))
            #expect((verdict != .passed) == isRetried)
        }
    }

    @Test(arguments: [
        ("GET", true), ("HEAD", true), ("OPTIONS", true), ("TRACE", true), ("PUT", true), ("DELETE", true), ("POST", false),
        ("PATCH", false),
        ("PURGE", false), ("get", false),
    ])
    func `RetryDecision: only idempotent requests and requests with a key are sent twice`(method: String, isIdempotent: Bool) async throws {
        for result in [answered(503), .failure(APIError(.connection, ""))] {
            let bare = try DecisionContext.example(result, method: HTTPMethod(rawValue: method), policy: Self.policy)
            #expect(await decision.verdict(on: bare) == (isIdempotent ? .restarted(after: Self.waits[0]) : .passed))
            let keyed = try DecisionContext.example(
                result, method: HTTPMethod(rawValue: method), headers: ["idempotency-key": "k"], policy: Self.policy)
            #expect(await decision.verdict(on: keyed) == .restarted(after: Self.waits[0]))
        }
    }

    @Test func `RetryDecision: a one-time body is sent if no attempt has begun to read it`() async throws {
        let once = StreamBody.stream(AsyncStream<Data> { $0.finish() }).entity()
        let refused = Result<HTTPResponse, any Error>.failure(APIError(.connection, ""))
        #expect(await decision.verdict(on: try .example(refused, method: .put, body: once)) != .passed)
        #expect(await decision.verdict(on: try .example(refused, method: .post, body: once)) == .passed)
        _ = try once.chunks()
        #expect(await decision.verdict(on: try .example(refused, method: .put, body: once)) == .passed)
    }

    @Test func `RetryDecision: a one-time body isn't sent twice`() async throws {
        let once = StreamBody.stream(AsyncStream<Data> { $0.finish() }).entity()
        let anew = StreamBody.stream { AsyncStream<Data> { $0.finish() } }.entity()
        let data = HTTPBodyEntity(contentType: nil, content: .data(Data("x".utf8)))
        for (body, isRetried) in [(once, false), (anew, true), (data, true)] {
            let verdict = await decision.verdict(on: try .example(answered(503), method: .put, body: body))
            #expect((verdict != .passed) == isRetried)
        }
    }

    private static let retryAfters: [(HTTPHeaders, Duration?)] = [
        (["Retry-After": "7"], .seconds(7)), (["Retry-After": "60"], .seconds(60)), (["Retry-After": "61"], nil),
        (["Retry-After": "99999999999999999999"], nil), (["Retry-After": "0"], waits[0]), (["Retry-After": "soon"], waits[0]),
        (["Retry-After": "-7"], waits[0]),
        (["Retry-After": "Mon, 07 Nov 1994 12:00:09 GMT"], .seconds(9)), (["Retry-After": "Mon, 07 Nov 1994 12:01:01 GMT"], nil),
        (["Retry-After": "Mon, 07 Nov 1994 11:00:00 GMT"], waits[0]),
        (["Retry-After": "Mon, 07 Nov 1994 11:00:00 GMT", "Date": "Mon, 07 Nov 1994 10:59:49 GMT"], .seconds(11)),
    ]

    @Test(arguments: retryAfters.indices, [429, 503])
    func `RetryDecision: it waits as long as the server asks, unless the backoff is longer or the policy's limit is exceeded`(
        index: Int, status: HTTPStatus
    ) async throws {
        let (headers, wait) = Self.retryAfters[index]
        let verdict = await decision.verdict(on: try .example(answered(status, headers), policy: Self.policy))
        #expect(verdict == wait.map { .restarted(after: $0) } ?? .passed)
    }

    @Test func `RetryDecision: jitter never makes the wait shorter than Retry-After`() async throws {
        for seed in 0..<200 {
            let policy = RetryPolicy(
                backoff: Backoff(initial: .seconds(4), maximum: .seconds(4), generator: SplitMix64(seed: UInt64(seed))))
            let drawn = policy.backoff.wait(beforeRetry: 1)
            let verdict = await decision.verdict(on: try .example(answered(503, ["Retry-After": "2"]), policy: policy))
            #expect(verdict == .restarted(after: max(drawn, .seconds(2))))
        }
    }

    @Test(arguments: [(nil, true), (12, false), (12.001, true), (5, false), (2, false), (0, false)] as [(Double?, Bool)])
    func `RetryDecision: a Retry-After that reaches the deadline ends the call`(deadline: Double?, isRetried: Bool) async throws {
        let context = try DecisionContext.example(
            answered(503, ["Retry-After": "7"]), elapsed: .seconds(5), deadline: deadline.map { .seconds($0) })
        #expect(await decision.verdict(on: context) == (isRetried ? .restarted(after: .seconds(7)) : .passed))
    }

    @Test
    func `RetryDecision: a backoff that reaches the deadline ends the call with the response or the transport's error`() async throws {
        let policy = RetryPolicy(backoff: Backoff(initial: .seconds(2), jitter: .none))
        for (deadline, isRetried) in [(6.9, false), (7, false), (7.1, true)] {
            let response = try DecisionContext.example(answered(503), elapsed: .seconds(5), deadline: .seconds(deadline), policy: policy)
            #expect(
                await decision.verdict(on: response) == (isRetried ? .restarted(after: .seconds(2)) : .passed))
            let failure = try DecisionContext.example(
                .failure(APIError(.timeout, "Too late.")), elapsed: .seconds(5), deadline: .seconds(deadline), policy: policy)
            #expect(await decision.verdict(on: failure) == (isRetried ? .restarted(after: .seconds(2)) : .passed))
        }
    }

    @Test func `RetryDecision: the budget is checked last, and applies to every context that shares it`() async throws {
        let budget = RetryBudget(reserve: 2)
        let policy = RetryPolicy(backoff: Self.backoff, budget: budget)
        // None of these reduces the budget.
        _ = await decision.verdict(on: try .example(answered(200), policy: policy))
        _ = await decision.verdict(on: try .example(answered(503), method: .post, policy: policy))
        _ = await decision.verdict(on: try .example(answered(503), attempt: 3, policy: policy))
        _ = await decision.verdict(on: try .example(answered(503, ["Retry-After": "100"]), policy: policy))
        _ = await decision.verdict(on: try .example(answered(503), deadline: .zero, policy: policy))
        for _ in 0..<5 { _ = decision.shouldApply(to: try .example(answered(503), policy: policy)) }

        #expect(await decision.verdict(on: try .example(answered(503), policy: policy)) == .restarted(after: Self.waits[0]))
        let failed = try DecisionContext.example(.failure(APIError(.timeout, "")), attempt: 2, policy: policy)
        #expect(await decision.verdict(on: failed) == .restarted(after: Self.waits[1]))
        #expect(await decision.verdict(on: try .example(answered(503), policy: policy)) == .passed)
        #expect(await decision.verdict(on: failed) == .passed)
    }

    @Test func `RetryDecision: a budget that is used up before the decision is applied leaves the result unchanged`() async throws {
        let budget = RetryBudget(reserve: 1)
        let policy = RetryPolicy(backoff: Self.backoff, budget: budget)
        let response = try DecisionContext.example(answered(503), policy: policy)
        let failed = try DecisionContext.example(.failure(APIError(.timeout, "Too late.")), policy: policy)
        #expect(decision.shouldApply(to: response) && decision.shouldApply(to: failed))
        #expect(budget.allowsRetry())
        for context in [response, failed] {
            guard case .passed(let reason) = try await decision.apply(to: context) else {
                return #expect(Bool(false), "it restarted")
            }
            #expect(reason.hasPrefix("the policy's retry budget is used up: 1 retry for 0 calls in 10 s; another is allowed in "))
        }
    }

    @Test func `RetryDecision: its own policy replaces the call's`() async throws {
        let own = RetryDecision(policy: RetryPolicy(maxAttempts: 2, backoff: Backoff(jitter: .none), statuses: [404]))
        #expect(await own.verdict(on: try .example(answered(404), policy: .never)) == .restarted(after: .milliseconds(200)))
        #expect(await own.verdict(on: try .example(answered(503))) == .passed)
        #expect(await own.verdict(on: try .example(answered(404), attempt: 2)) == .passed)
    }

    @Test func `RetryDecision: its own policy uses the call's budget, unless the policy has its own`() async throws {
        let spent = RetryPolicy(budget: RetryBudget(reserve: 0))
        #expect(await RetryDecision(policy: .standard).verdict(on: try .example(answered(503), policy: spent)) == .passed)
        let own = RetryDecision(policy: RetryPolicy(backoff: Self.backoff, budget: RetryBudget(reserve: 1)))
        #expect(await own.verdict(on: try .example(answered(503), policy: spent)) == .restarted(after: Self.waits[0]))
        #expect(await own.verdict(on: try .example(answered(503), policy: spent)) == .passed)
    }

    @Test func `RetryDecision: failures that the policy doesn't name are final, even by their code`() async throws {
        let policy = RetryPolicy(backoff: Self.backoff, failures: [.timeout, .tls])
        let expected: [(any Error, Bool)] = [
            (APIError(.timeout, ""), true), (APIError(.connection, ""), false), (Self.failure(.connection, .connect), false),
            (Self.failure(.tls, .tls), true), (Self.failure(.connection, .timeout), true),
        ]
        for (error, isRetried) in expected {
            let verdict = await decision.verdict(on: try .example(.failure(error), policy: policy))
            #expect((verdict != .passed) == isRetried, "\(error)")
        }
    }

    @Test func `RetryDecision: a status treated as final passes`() async throws {
        let policy = RetryPolicy.standard.treatingAsFinal(429, 500)
        #expect(policy.statuses == [408, 502, 503, 504])
        #expect(RetryPolicy.standard.treatingAsFinal(403, 529).statusesWithRetryAfter == [409, 413, 420, 423, 425])
        #expect(await decision.verdict(on: try .example(answered(429, ["Retry-After": "1"]), policy: policy)) == .passed)
    }

    private static let refusals: [(HTTPStatus, HTTPHeaders, Duration)] = [
        (429, [:], waits[0]), (429, ["Retry-After": "7"], .seconds(7)),
        (429, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "30"], .seconds(30)),
        (425, [:], waits[0]), (425, ["Retry-After": "7"], .seconds(7)),
        // Another connection needs no wait.
        (421, [:], .zero), (421, ["Retry-After": "7"], .zero), (421, ["Retry-After": "86400"], .zero),
    ]

    @Test(arguments: refusals.indices, [.get, .post, .patch] as [HTTPMethod])
    func `RetryDecision: a request that the server refused is sent again, even if it isn't idempotent`(
        index: Int, method: HTTPMethod
    ) async throws {
        let (status, headers, wait) = Self.refusals[index]
        for result in [answered(status, headers), Self.bodyLost(answered(status, headers))] {
            func verdict(_ policy: RetryPolicy = Self.policy, attempt: Int = 1, body: HTTPBodyEntity? = nil) async throws -> Verdict {
                await decision.verdict(on: try .example(result, method: method, body: body, attempt: attempt, policy: policy))
            }
            #expect(try await verdict() == .restarted(after: wait))
            #expect(try await verdict(attempt: 3) == .passed)
            #expect(try await verdict(.standard.treatingAsFinal(status)) == .passed)
            #expect(try await verdict(RetryPolicy(budget: RetryBudget(reserve: 0))) == .passed)
            let once = StreamBody.stream(AsyncStream<Data> { $0.finish() }).entity()
            #expect(try await verdict(body: once) == .passed)
        }
    }

    /// The failure of a transfer that ended after the head of the response.
    private static func bodyLost(_ answer: Result<HTTPResponse, any Error>) -> Result<HTTPResponse, any Error> {
        answer.flatMap { head in
            var error = failure(.connection, .truncated)
            error.response = head
            return .failure(error)
        }
    }

    @Test func `RetryDecision: a response whose body is lost is judged by its status if that is an error, and as a failure otherwise`()
        async throws
    {
        func verdict(_ status: Int, _ headers: HTTPHeaders = [:]) async throws -> Verdict {
            await decision.verdict(on: try .example(Self.bodyLost(answered(HTTPStatus(rawValue: status), headers)), policy: Self.policy))
        }
        #expect(try await verdict(200) == .restarted(after: Self.waits[0]))
        #expect(try await verdict(404) == .passed)
        #expect(try await verdict(503, ["Retry-After": "7"]) == .restarted(after: .seconds(7)))
        #expect(try await verdict(503, ["Retry-After": "86400"]) == .passed)
    }

    @Test(arguments: [TransportFailure.Reason.nameResolution, .connect], [HTTPMethod.get, .post])
    func `RetryDecision: a request that never left is sent again, even if it isn't idempotent`(
        reason: TransportFailure.Reason, method: HTTPMethod
    ) async throws {
        let context = try DecisionContext.example(.failure(Self.failure(.connection, reason)), method: method, policy: Self.policy)
        #expect(await decision.verdict(on: context) == .restarted(after: Self.waits[0]))
    }

    @Test(arguments: [TransportFailure.Reason.tls, .timeout, .disconnected, .truncated, .malformed, .other])
    func `RetryDecision: a POST that may have left isn't sent again`(reason: TransportFailure.Reason) async throws {
        let policy = RetryPolicy(failures: [.tls, .timeout, .disconnected, .truncated, .malformed, .other])
        let result = Result<HTTPResponse, any Error>.failure(Self.failure(.connection, reason))
        #expect(await decision.verdict(on: try .example(result, method: .post, policy: policy)) == .passed)
        #expect(await decision.verdict(on: try .example(result, method: .put, policy: policy)) != .passed)
    }

    @Test(arguments: [403, 409, 413, 420, 423, 529])
    func `RetryDecision: some errors are retried only if the server says when`(status: Int) async throws {
        let status = HTTPStatus(rawValue: status)
        func verdict(
            _ headers: HTTPHeaders, method: HTTPMethod = .get, policy: RetryPolicy = .standard
        ) async throws -> Verdict {
            await decision.verdict(on: try .example(answered(status, headers), method: method, policy: policy))
        }
        #expect(try await verdict(["Retry-After": "7"]) == .restarted(after: .seconds(7)))
        #expect(try await verdict(["Retry-After": "7"], method: .delete) == .restarted(after: .seconds(7)))
        for headers: HTTPHeaders in [[:], ["Retry-After": "soon"], ["Retry-After": "61"]] { #expect(try await verdict(headers) == .passed) }
        #expect(try await verdict(["Retry-After": "7"], method: .post) == .passed)
        #expect(try await verdict(["Retry-After": "7"], policy: .standard.treatingAsFinal(status)) == .passed)
    }

    @Test(arguments: [400, 401, 402, 404, 405, 410, 412, 422, 431, 501, 505, 507, 509, 599])
    func `RetryDecision: other errors aren't retried, even if the server says when`(status: Int) async throws {
        let result = answered(HTTPStatus(rawValue: status), ["Retry-After": "1", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1"])
        #expect(await decision.verdict(on: try .example(result)) == .passed)
    }

    @Test(
        arguments: [
            (403, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "30"], 30),
            (429, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1904299240", "Date": date], 40),
            (429, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "6m0s"], nil),
            (403, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1904299240000000", "Date": date], 40),
            (403, ["RateLimit": #""a";r=0;t=30"#], 30),
            (403, ["X-RateLimit-Remaining": "1", "X-RateLimit-Reset": "30"], nil),
            (403, ["X-RateLimit-Remaining": "0"], nil),
            // `Retry-After` is about this request, so it is more precise.
            (403, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "30", "Retry-After": "9"], 9),
            (423, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "30"], nil),
        ] as [(Int, HTTPHeaders, Double?)])
    func `RetryDecision: a 403 or 429 with a used-up limit waits for its reset`(
        status: Int, headers: HTTPHeaders, wait: Double?
    ) async throws {
        let verdict = await decision.verdict(on: try .example(answered(HTTPStatus(rawValue: status), headers)))
        #expect(verdict == wait.map { .restarted(after: .seconds($0)) } ?? .passed)
    }
}
