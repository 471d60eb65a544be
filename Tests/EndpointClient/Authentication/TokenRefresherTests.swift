import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct TokenRefresherTests {
    private func client(_ transport: any Transport, _ refresher: TokenRefresher<Pass>) throws -> APIClient {
        try .example(transport) {
            $0.authentication = .bearer(refresher)
            // All calls of a test are in flight together.
            $0.policies.maxConcurrentCalls = nil
        }
    }

    /// The outcomes of a number of concurrent calls, counted by kind.
    private func outcomes(of count: Int, _ call: Call<String>) async -> [String: Int] {
        await withTaskGroup(of: String.self) { group in
            for _ in 0..<count {
                group.addTask {
                    do {
                        return try await call.value
                    } catch {
                        let error = error as? APIError
                        return "\(error?.code.rawValue ?? "another error") \(error?.attempts.count ?? 0)"
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    /// Answers the first requests only when all of them have arrived.
    private func rejecting(_ count: Int, accepting accepted: String...) -> StubTransport {
        let gate = Gate(count)
        return StubTransport { request in
            if request.bearer == "old" { await gate.arrive() }
            return HTTPResponse.judging(request, accepting: accepted)
        }
    }

    @Test func `TokenRefresher: 1,000 calls that are rejected at once cause one refresh, and all succeed`() async throws {
        let issuer = Issuer()
        let stub = rejecting(1000, accepting: "t1")
        let call = try client(stub, TokenRefresher(Pass("old"), from: issuer)).string(Protected())
        #expect(await outcomes(of: 1000, call) == ["t1": 1000])
        #expect(issuer.tokens == ["old"])
        #expect(stub.requests.count == 2000)
    }

    @Test func `TokenRefresher: 1,000 calls with an expired token cause one refresh, and each is sent once`() async throws {
        let issuer = Issuer()
        let stub = guarded("t1")
        let call = try client(stub, TokenRefresher(Pass("old", expiresIn: 0), from: issuer)).string(Protected())
        #expect(await outcomes(of: 1000, call) == ["t1": 1000])
        #expect(issuer.count == 1)
        #expect(stub.requests.count == 1000)
    }

    @Test func `TokenRefresher: calls over real connections cause one refresh too`() async throws {
        let count = 16
        let arrived = Counter()
        let released = BlockingSignal()
        let server = try LoopbackServer { request in
            if request.bearer == "old" {
                let isLast = arrived.next() == count
                if isLast { for _ in 0..<count { released.give() } }
                released.wait()
            }
            return HTTPResponse.judging(request, accepting: ["t1"])
        }
        let issuer = Issuer()
        let configuration = APIConfiguration(
            baseURL: server.url, requestTimeout: .seconds(600), authentication: .bearer(TokenRefresher(Pass("old"), from: issuer)))
        #expect(await outcomes(of: count, APIClient(configuration: configuration).string(Protected())) == ["t1": count])
        #expect(issuer.count == 1)
    }

    /// On one actor, a task runs until it waits, so when a later task runs, all earlier ones wait.
    @MainActor
    private func waiting(_ count: Int, for refresher: TokenRefresher<Pass>) async -> [Task<Pass, any Error>] {
        let tasks = (0..<count).map { _ in Task { try await refresher.token() } }
        await Task {}.value
        return tasks
    }

    /// A refresher that has loaded its token, which has since expired.
    private func expired(_ issuer: Issuer) async throws -> TokenRefresher<Pass> {
        let time = TestTime(Pass.start)
        let refresher = TokenRefresher(Pass("old", expiresIn: 100), from: issuer, now: time)
        _ = try await refresher.token()
        time.advance(by: 100)
        return refresher
    }

    @Test @MainActor func `TokenRefresher: a failed refresh fails all waiting calls with the reason, and the next call tries again`()
        async throws
    {
        let resume = Signal()
        let issuer = Issuer { number in
            guard number == 1 else { return }
            await resume.wait()
            throw OwnError(reason: "not today")
        }
        let refresher = try await expired(issuer)
        let tasks = await waiting(100, for: refresher)
        resume.give()
        for task in tasks {
            let error = await failure { try await task.value }
            #expect(error?.code == .authentication)
            #expect(error?.underlying as? OwnError == OwnError(reason: "not today"))
        }
        #expect(issuer.count == 1)
        #expect(try await client(guarded("t2"), refresher).string(Protected()).value == "t2")
        #expect(issuer.tokens == ["old", "old"])
    }

    @Test @MainActor func `TokenRefresher: a cancelled call stops waiting at once, and no other call does`() async throws {
        let resume = Signal()
        let issuer = Issuer { _ in await resume.wait() }
        let tasks = await waiting(10, for: try await expired(issuer))
        // The first call started the refresh.
        for task in [tasks[0], tasks[5]] {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        resume.give()
        for (index, task) in tasks.enumerated() where index != 0 && index != 5 { #expect(try await task.value == Pass("t1")) }
        #expect(issuer.count == 1)
    }

    @Test @MainActor func `TokenRefresher: a refresh continues when all waiting calls are cancelled`() async throws {
        let resume = Signal()
        let issuer = Issuer { _ in
            await resume.wait()
            try Task.checkCancellation()
        }
        let refresher = try await expired(issuer)
        for task in await waiting(3, for: refresher) {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        resume.give()
        #expect(try await refresher.token() == Pass("t1"))
        #expect(issuer.count == 1)
    }

    @Test func `TokenRefresher: a call cancelled by its handle or client stops waiting, and others don't`() async throws {
        let (begun, resume) = (Signal(), Signal())
        let issuer = Issuer { _ in
            begun.give()
            await resume.wait()
        }
        let refresher = try await expired(issuer)
        let adapting = Signal()
        let cancelled = try APIClient.example(guarded("t1"), adapters: [AnyAdapter { _ in adapting.give() }]) {
            $0.authentication = .bearer(refresher)
        }
        let ended = Signal()
        let handle = cancelled.string(Protected()).start { result in
            #expect(throws: APIError(.cancelled, "")) { try result.get() }
            ended.give()
        }
        await adapting.wait()
        await begun.wait()
        async let other = client(guarded("t1"), refresher).string(Protected()).value
        handle.cancel()
        await ended.wait()
        async let late = failure { try await cancelled.string(Protected()).value }
        await adapting.wait()
        cancelled.cancelAll()
        #expect(await late?.code == .cancelled)
        resume.give()
        #expect(try await other == "t1")
        #expect(issuer.count == 1)
    }

    @Test func `TokenRefresher: a call cancelled just before it waits doesn't wait`() async throws {
        let resume = Signal()
        let asked = Counter()
        let refresher = TokenRefresher<Pass>(
            store: MemoryTokenStore(Pass("old", expiresIn: -1)),
            now: {
                // A task reads the clock just before it waits: first for the store, then for the refresh.
                let count = asked.next()
                if count == 2 { withUnsafeCurrentTask { $0?.cancel() } }
                return Pass.start
            }
        ) { _ in
            await resume.wait()
            return Pass("t1")
        }
        let task = Task { try await refresher.token() }
        await #expect(throws: CancellationError.self) { try await task.value }
        resume.give()
    }

    @Test func `TokenRefresher: a task that is cancelled beforehand starts no refresh`() async throws {
        let issuer = Issuer()
        let refresher = try await expired(issuer)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await refresher.token()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(issuer.count == 0)
    }
}
