import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct QuotaTransportTests {
    private let clock = ManualClock()
    private let stub = StubTransport()

    private func quota(_ calls: Int = 2, per seconds: Int = 60, _ whenSpent: Quota.WhenSpent = .wait) -> Quota {
        Quota(calls: calls, per: .seconds(seconds), whenSpent: whenSpent, store: MemoryQuotaStore(clock: clock))
    }

    private func client(
        _ quota: Quota, _ transport: (any Transport)? = nil, configure: (inout APIConfiguration) -> Void = { _ in }
    ) throws -> APIClient {
        try APIClient.example(transport ?? stub, clock: clock) {
            $0.policies.quota = quota
            configure(&$0)
        }
    }

    private func spent(_ error: APIError?) -> QuotaSpent? { error?.underlying as? QuotaSpent }

    @Test func `Quota: a call over the quota waits until a request no longer counts`() async throws {
        let client = try client(quota())
        for _ in 0..<2 { try await client.call(.get("items")).value }
        let call = Task { try await client.call(.get("items")).value }
        await clock.sleepers(1)
        #expect(stub.requests.count == 2)
        clock.advance(by: .milliseconds(60_900))
        #expect(stub.requests.count == 2)
        clock.advance(by: .milliseconds(1))
        try await call.value
        #expect(stub.requests.count == 3)
    }

    @Test func `Quota: with .fail, a call over the quota fails at once and says when a call is possible`() async throws {
        let client = try client(quota(2, per: 3600, .fail))
        for _ in 0..<2 { try await client.call(.get("items")).value }
        let before = Date()
        let error = await failure { try await client.call(.get("items")).value }
        #expect(error?.code == .quota)
        let spent = try #require(error?.underlying as? QuotaSpent)
        #expect(spent.wait == .milliseconds(3_600_901))
        #expect(!spent.isReported)
        #expect((3600...3700).contains(spent.date.timeIntervalSince(before)))
        #expect(error?.message.hasPrefix("The quota of 2 calls in 1 h is used up: this call could be sent in 1 h, at 20") == true)
        #expect(error?.attempts.count == 1)
        #expect(stub.requests.count == 2)
        clock.advance(by: .seconds(3601))
        try await client.call(.get("items")).value
    }

    @Test func `Quota: a call fails at once if its turn can't come before its deadline, and otherwise waits`() async throws {
        let client = try client(quota(1))
        try await client.call(.get("items")).value
        let error = await failure { try await client.call(.get("items")).deadline(.milliseconds(60_901)).value }
        #expect(error?.code == .quota)
        #expect(spent(error)?.wait == .milliseconds(60_901))
        let call = Task { try await client.call(.get("items")).deadline(.seconds(61)).value }
        await clock.sleepers(2)
        // The second waiting call would wait for another whole period.
        let second = await failure { try await client.call(.get("items")).deadline(.seconds(90)).value }
        #expect(second?.code == .quota)
        clock.advance(by: .milliseconds(60_901))
        try await call.value
        #expect(stub.requests.count == 2)
    }

    @Test func `Quota: a request counts from when it is sent, however long it is in flight`() async throws {
        let (arrived, go) = (Signal(), Signal())
        let stub = StubTransport { _ in
            arrived.give()
            await go.wait()
            return HTTPResponse()
        }
        let client = try client(quota(1, per: 5), stub)
        let first = Task { try await client.call(.get("items")).value }
        await arrived.wait()
        let second = Task { try await client.call(.get("items")).value }
        await clock.sleepers(1)
        #expect(clock.remainingSleeps == [.milliseconds(5251)])
        clock.advance(by: .milliseconds(5251))
        await arrived.wait()
        for task in [first, second] {
            go.give()
            try await task.value
        }
    }

    /// Answers slowly, or as if the process had been stopped in the meantime.
    private struct SlowStore: QuotaStore {
        let base: MemoryQuotaStore
        let clock: ManualClock
        let times: Recorder<Duration>
        let delays: [Double]

        func reserve(_ calls: Int, returning unsent: [Duration], for validity: Duration, of window: QuotaWindow) async throws -> QuotaGrant
        {
            let grant = base.reserve(calls, returning: unsent, for: validity, of: window)
            times.record(validity)
            clock.advance(by: .seconds(delays[min(times.values.count, delays.count) - 1]))
            return grant
        }
    }

    @Test func `Quota: a request that couldn't be sent in time is counted again, with more time`() async throws {
        let times = Recorder<Duration>()
        let store = SlowStore(base: MemoryQuotaStore(clock: clock), clock: clock, times: times, delays: [0.06, 0.12])
        let quota = Quota(calls: 1, per: .seconds(1), whenSpent: .fail, store: store)
        let client = try client(quota)
        try await client.call(.get("items")).value
        // First a twentieth of the period, and then twice the time that the first answer took.
        #expect(times.values == [.milliseconds(50), .milliseconds(120)])
        #expect(stub.requests.count == 1)
        #expect(try await quota.usage().used == 1)
    }

    @Test func `Quota: a store that takes longer than a second fails the calls`() async throws {
        let times = Recorder<Duration>()
        let store = SlowStore(base: MemoryQuotaStore(clock: clock), clock: clock, times: times, delays: [2])
        let client = try client(Quota(calls: 50, per: .seconds(60), store: store))
        let error = await failure { try await client.call(.get("items")).value }
        #expect(error?.code == .quota)
        #expect(error?.message == "The quota's store takes too long to answer, so the request wasn't sent.")
        #expect(times.values == Array(repeating: .milliseconds(900), count: 20))
        #expect(stub.requests.isEmpty)
    }

    @Test func `Quota: a call that is cancelled while it waits doesn't count`() async throws {
        let quota = quota(1)
        let client = try client(quota)
        try await client.call(.get("items")).value
        let handle = client.call(.get("items")).start { _ in }
        let task = Task { try await client.call(.get("items")).value }
        let last = Task { try await client.call(.get("last")).value }
        await clock.sleepers(1)
        await eventually { client.activeCalls.count == 3 }
        handle.cancel()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        clock.advance(by: .milliseconds(60_901))
        try await last.value
        #expect(stub.requests.map(\.path.encoded) == ["/v1/items", "/v1/last"])
        #expect(try await quota.usage() == QuotaUsage(calls: 1, used: 1, nextReturn: .milliseconds(60_901)))
    }

    /// Answers when the test allows it.
    private struct GuidedStore: QuotaStore {
        let base: MemoryQuotaStore
        let asked = Signal()
        let go = Signal()
        /// How many unsent requests each reservation returned.
        let returned = Recorder<Int>()

        func reserve(_ calls: Int, returning unsent: [Duration], for validity: Duration, of window: QuotaWindow) async throws -> QuotaGrant
        {
            asked.give()
            await go.wait()
            defer { returned.record(unsent.count) }
            return base.reserve(calls, returning: unsent, for: validity, of: window)
        }
    }

    @Test func `Quota: if a call is cancelled while the store is consulted, its share of the quota is returned without another call`()
        async throws
    {
        let store = GuidedStore(base: MemoryQuotaStore(clock: clock))
        let client = try client(Quota(calls: 2, per: .seconds(60), store: store))
        let call = Task { try await client.call(.get("items")).value }
        await store.asked.wait()
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        for _ in 0..<2 { store.go.give() }
        await eventually { store.returned.values == [0, 1] }
        #expect(try await Quota(calls: 2, per: .seconds(60), store: store.base).usage().used == 0)
    }

    @Test func `Quota: higher priorities go first, then earlier calls`() async throws {
        let transport = QuotaTransport(around: stub, quota(1, per: 10), clock: clock)
        let client = try APIClient.example(transport)
        try await client.call(.get("running")).value
        var calls: [Task<Void, any Error>] = []
        for (path, priority) in [
            ("a", TaskPriority.medium), ("b", .medium), ("low", .low), ("high", .high), ("high-2", .high), ("c", .medium),
        ] {
            let count = calls.count
            calls.append(Task { try await client.call(.get(Path(path))).priority(priority).value })
            await eventually { transport.waitingCount > count }
        }
        for count in 2...7 {
            await eventually { [clock] in clock.remainingSleeps == [.milliseconds(10_501)] }
            clock.advance(by: .milliseconds(10_501))
            await eventually { [stub] in stub.requests.count == count }
        }
        for call in calls { try await call.value }
        #expect(stub.requests.map { $0.path.encoded.dropFirst(4) } == ["running", "high", "high-2", "a", "b", "c", "low"])
    }

    @Test func `Quota: clients with the same store share the limit`() async throws {
        let quota = quota(2, per: 60, .fail)
        let clients = [try client(quota), try client(quota)]
        for client in clients { try await client.call(.get("items")).value }
        for client in clients { #expect(await failure { try await client.call(.get("items")).value }?.code == .quota) }
    }

    @Test func `Quota: each attempt and each redirect counts, but no request to another origin`() async throws {
        let quota = quota(10)
        let stub = StubTransport { request in
            switch request.path.encoded {
            case "/v1/flaky": HTTPResponse(status: 503)
            case "/v1/moved": HTTPResponse(status: 302, headers: ["Location": "/v1/here"])
            case "/v1/away": HTTPResponse(status: 302, headers: ["Location": "https://images.example.org/1"])
            default: HTTPResponse()
            }
        }
        let client = try client(quota, stub) { $0.policies.retry = RetryPolicy(maxAttempts: 2, backoff: Backoff(initial: .zero)) }
        for (path, used) in [("flaky", 2), ("moved", 4), ("away", 5)] as [(Path, Int)] {
            _ = try? await client.call(.get(path)).value
            #expect(try await quota.usage().used == used)
        }
    }

    @Test(arguments: [TransportFailure.Reason.connect, .nameResolution, .timeout, .disconnected, .truncated, .tls])
    func `Quota: a request counts, whatever its outcome`(reason: TransportFailure.Reason) async throws {
        let quota = quota()
        let stub = StubTransport { _ in throw APIError(.connection, "No.", underlying: TransportFailure(reason, detail: "no")) }
        let client = try client(quota, stub)
        #expect(await failure { try await client.call(.get("items")).value }?.code == .connection)
        #expect(try await quota.usage().used == 1)
    }

    @Test func `Quota: a stream counts from its head`() async throws {
        let quota = quota(1, per: 10)
        let client = try client(quota)
        let stream = try await client.stream(.get("items")).value
        #expect(try await quota.usage() == QuotaUsage(calls: 1, used: 1, nextReturn: .milliseconds(10_501)))
        clock.advance(by: .seconds(11))
        #expect(try await quota.usage() == QuotaUsage(calls: 1, used: 0, nextReturn: nil))
        #expect(try await stream.body.collected(limit: 10) == Data())
    }

    @Test(arguments: [
        (0, Duration.seconds(1)), (-1, .seconds(1)), (.max, .seconds(1)), (1, .zero), (1, .seconds(-1)), (1, .seconds(1 << 40)),
    ])
    func `Quota: invalid values fail the call`(calls: Int, period: Duration) async throws {
        let client = try client(Quota(calls: calls, per: period))
        #expect(await failure { try await client.call(.get("items")).value }?.code == .configuration)
        #expect(await failure { try await Quota(calls: calls, per: period).usage() }?.code == .configuration)
        #expect(stub.requests.isEmpty)
    }

    private struct BrokenStore: QuotaStore {
        struct Refusal: Error { let password = "hunter2" }
        func reserve(_ calls: Int, returning unsent: [Duration], for validity: Duration, of window: QuotaWindow) async throws -> QuotaGrant
        { throw Refusal() }
    }

    @Test func `Quota: if the store fails, the calls fail without showing its secrets`() async throws {
        let client = try client(Quota(calls: 1, per: .seconds(1), store: BrokenStore()))
        let error = await failure { try await client.call(.get("items")).value }
        #expect(error?.code == .quota)
        #expect(error?.message == "The quota's store failed: Refusal.")
        #expect(error.map { "\($0) \(String(reflecting: $0))".contains("hunter2") } == false)
        #expect(stub.requests.isEmpty)
    }

    private struct WildStore: QuotaStore {
        let grant: QuotaGrant
        func reserve(_ calls: Int, returning unsent: [Duration], for validity: Duration, of window: QuotaWindow) async throws -> QuotaGrant
        { grant }
    }

    @Test(arguments: [
        QuotaGrant(granted: 0, used: .min, waits: [.seconds(1e19)], nextReturn: .seconds(1e19)),
        QuotaGrant(granted: 0, used: .max, waits: [.seconds(-1e19)], nextReturn: .seconds(-1e19)),
        QuotaGrant(granted: 0, used: 1, waits: [], nextReturn: .seconds(-1)),
    ])
    func `Quota: nothing that a store returns traps`(grant: QuotaGrant) async throws {
        let quota = Quota(calls: 1, per: .seconds(1), whenSpent: .fail, store: WildStore(grant: grant))
        let error = await failure { try await client(quota).call(.get("items")).value }
        #expect(error?.code == .quota)
        let wait = try #require(spent(error)?.wait)
        #expect((.zero ... .seconds(1 << 31)).contains(wait))
        #expect((0...1).contains(try await quota.usage().left))
        #expect((0...1).contains(QuotaUsage(calls: 1, used: grant.used, nextReturn: nil).left))
    }

    @Test func `QuotaTransport: a request whose call has ended never counts as in flight`() async throws {
        let stub = StubTransport { _ in HTTPResponse(headers: ["RateLimit-Remaining": "1", "RateLimit-Reset": "600"]) }
        let transport = QuotaTransport(around: stub, quota(1_000_000, per: 60, .fail), clock: clock)
        let request = HTTPRequest(origin: try #require(Origin(scheme: .https, host: "api.example.com")), path: "/")
        var ended = TransferContext()
        ended.interruption = Interruption()
        ended.interruption?.interrupt()
        // A round that grants permits may coincide with any step of the other calls on their way into the queue.
        try await withThrowingTaskGroup { [ended] group in
            for number in 0..<4 {
                group.addTask {
                    for _ in 0..<2000 { _ = try? await transport.send(request, in: number == 0 ? TransferContext() : ended) }
                }
            }
            try await group.waitForAll()
        }
        // If a request still counted as in flight, the one call that the server still allows wouldn't be available to this request.
        _ = try await transport.send(request, in: TransferContext())
    }

    @Test func `QuotaTransport: without a client, it limits the requests to one origin or to all`() async throws {
        let home = try #require(Origin(scheme: .https, host: "api.example.com"))
        let other = try #require(Origin(scheme: .https, host: "www.example.com"))
        let one = QuotaTransport(around: stub, quota(1, per: 60, .fail), for: { $0 == home }, clock: clock)
        let all = QuotaTransport(around: stub, quota(1, per: 60, .fail), clock: clock)
        _ = try await one.send(HTTPRequest(origin: home, path: "/"))
        _ = try await one.send(HTTPRequest(origin: other, path: "/"))
        #expect(await failure { try await one.stream(HTTPRequest(origin: home, path: "/")) }?.code == .quota)
        _ = try await all.send(HTTPRequest(origin: other, path: "/"))
        #expect(await failure { try await all.send(HTTPRequest(origin: home, path: "/")) }?.code == .quota)
    }

    @Test func `QuotaTransport: a thousand concurrent calls are each sent once, within the quota`() async throws {
        let clock = ManualClock()
        let client = try APIClient.example(stub, clock: clock) {
            $0.policies.quota = Quota(calls: 100, per: .seconds(1), store: MemoryQuotaStore(clock: clock))
        }
        let calls = (0..<1000).map { number in Task { try await client.call(.get("items/\(number)")).value } }
        for round in 1...10 {
            await eventually { [stub] in stub.requests.count >= round * 100 }
            await eventually { client.activeCalls.count == 1000 - round * 100 }
            #expect(stub.requests.count == round * 100)
            if round < 10 {
                await clock.sleepers(1)
                clock.advance(by: .milliseconds(1051))
            }
        }
        for call in calls { try await call.value }
        #expect(Set(stub.requests.map(\.path.encoded)).count == 1000)
    }
}
