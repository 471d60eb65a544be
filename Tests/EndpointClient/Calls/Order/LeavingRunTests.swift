import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import EndpointClient

@Suite struct LeavingRunTests {
    private func client(
        _ transport: any Transport, _ authentication: (any Authentication)? = nil, configure: (inout APIConfiguration) -> Void = { _ in }
    ) throws -> APIClient {
        try APIClient.example(transport) {
            $0.authentication = authentication
            $0.policies.retry = .never
            $0.policies.sharesEqualRequests = true
            configure(&$0)
        }
    }

    @Test(.timeLimit(.minutes(4)), arguments: [false, true]) func `Call order: a call that leaves at its deadline has the attempts so far`(
        shares: Bool
    ) async throws {
        let (count, third, clock) = (Counter(), Signal(), ManualClock())
        let stub = StubTransport { _ in
            if count.next() > 2 {
                third.give()
                try await Task.sleep(for: .seconds(3600))
            }
            return HTTPResponse(status: 503)
        }
        let client = try APIClient.example(stub, clock: clock) {
            $0.policies.sharesEqualRequests = shares
            $0.policies.deadline = .seconds(10)
            $0.policies.retry = RetryPolicy(maxAttempts: 5, backoff: Backoff(initial: .zero, maximum: .zero))
        }
        let call = Task { await failure { try await client.data(.get("items")).value } }
        await third.wait()
        await clock.sleepers(1)
        clock.advance(by: .seconds(11))
        let error = await call.value
        #expect(error?.code == .deadline)
        #expect(error?.attempts.count == (shares ? 2 : 3), "\(String(describing: error?.attempts))")
    }

    @Test(.timeLimit(.minutes(4))) func `Call order: a call for the value and a call for the response share a run`() async throws {
        let (asked, go) = (Counter(), Signal())
        let stub = StubTransport { _ in
            asked.next()
            await go.wait()
            return HTTPResponse(body: Data("1".utf8))
        }
        let client = try client(stub)
        let one = Task { try await client.data(.get("items")).value }
        await eventually { asked.count == 1 }
        let two = Task { try await client.data(.get("items")).response.value }
        await eventually { client.core.sharedRuns?.waitingCount == 2 }
        go.give(); go.give()
        _ = (try await one.value, try await two.value)
        #expect(stub.requests.count == 1)
    }

    @Test(.timeLimit(.minutes(4))) func `Call order: equal calls before the first token share a run`() async throws {
        let (refreshing, go, mayAnswer) = (Signal(), Signal(), Signal())
        let refresher = TokenRefresher<Pass>(store: MemoryTokenStore()) { _ in
            refreshing.give()
            await go.wait()
            return Pass("t")
        }
        let stub = StubTransport { _ in
            await mayAnswer.wait()
            return HTTPResponse(body: Data("1".utf8))
        }
        let client = try client(stub, .bearer(refresher))
        let calls = (0..<10).map { _ in Task { try await client.data(GuardedItems()).value } }
        await refreshing.wait()
        go.give()
        await eventually { client.core.sharedRuns?.waitingCount == 10 }
        mayAnswer.give()
        for call in calls { _ = try await call.value }
        #expect(stub.requests.count == 1)
    }

    @Test(.timeLimit(.minutes(4))) func `Call order: a stream whose success was answered as a challenge releases both slots`() async throws
    {
        let users = ChangedSignerTests.Users("a", answering: 203)
        let count = Counter()
        let stub = StubTransport { _ in HTTPResponse(status: count.next() % 2 == 1 ? 203 : 200, body: Data("1".utf8)) }
        let client = try client(stub, users) {
            $0.policies.maxConcurrentStreams = 3
        }
        for number in 0..<4 {
            let error = await failure { for try await _ in try await client.stream(GuardedItems()).value.body {} }
            #expect(error == nil, "call \(number)")
        }
    }

    @Test(.timeLimit(.minutes(4))) func `Call order: a response that the authentication rejected isn't stored`() async throws {
        let users = ChangedSignerTests.Users("a", answering: 203)
        let count = Counter()
        let stub = StubTransport { _ in
            count.next() == 1
                ? HTTPResponse(status: 203, headers: ["Cache-Control": "max-age=600"], body: Data("sign in again".utf8))
                : HTTPResponse(headers: ["Cache-Control": "no-store"], body: Data("data".utf8))
        }
        let client = try client(stub, users) { $0.policies.cache = CachePolicy() }
        var values: [String] = []
        for _ in 0..<2 { values.append(try await client.string(GuardedItems()).value) }
        #expect(values == ["data", "data"])
    }

    @Test(.timeLimit(.minutes(4))) func `Call order: concurrent first digest calls never use the same count`() async throws {
        var failures = 0
        for _ in 0..<2 {
            let gate = Gate(8)
            let seen = Mutex<Set<String>>([])
            let used = Recorder<String>()
            let stub = StubTransport { request in
                let refusal = HTTPResponse(status: 401, headers: ["WWW-Authenticate": "Digest realm=\"A\", nonce=\"N\", qop=\"auth\""])
                guard let text = request.headers["Authorization"], let range = text.range(of: "nc=") else {
                    await gate.arrive(); return refusal
                }
                used.record(String(text[range.upperBound...].prefix(8).suffix(2)))
                let isNew = seen.withLock { $0.insert(String(text[range.upperBound...].prefix(8))).inserted }
                return isNew ? HTTPResponse() : refusal
            }
            let client = try client(stub, .digest(user: "u", password: "p"))
            let calls = (0..<8).map { n in Task { await failure { try await client.data(.get("a\(n)").authenticated()).value } } }
            for call in calls where await call.value != nil { failures += 1 }
        }
        #expect(failures == 0, "of 16 calls")
    }
}
