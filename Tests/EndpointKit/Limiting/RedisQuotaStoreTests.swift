import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

private let redisSocket = ProcessInfo.processInfo.environment["ENDPOINTKIT_REDIS_SOCKET"]

/// The store of the documentation, against a real server: `.ci/redis` starts one.
@Suite(.enabled(if: redisSocket != nil, "there is no Redis; run .ci/redis"))
struct RedisQuotaStoreTests {
    private let window = QuotaWindow(calls: 3, period: .milliseconds(200))

    /// A store with its own connection, as on another machine.
    private func store(_ key: String) throws -> RedisQuotaStore {
        let connection = try RedisConnection(socket: try #require(redisSocket))
        return RedisQuotaStore(send: { try await connection.integers(replying: $0) }, key: key)
    }

    @Test func `RedisQuotaStore: it grants the remaining calls, and returns the waits of the others`() async throws {
        let (one, other) = (try store("grants"), try store("grants"))
        let first = try await one.update(QuotaChange(wanted: 2), of: window)
        #expect(first.tickets.count == 2)
        let second = try await other.update(QuotaChange(wanted: 3), of: window)
        #expect(second.tickets.count == 1)
        #expect(second.used == 3)
        // All may end now.
        #expect(second.waits == [.milliseconds(201), .milliseconds(201)])
        _ = try await one.update(QuotaChange(arrived: first.tickets, withdrawn: second.tickets), of: window)
        #expect(try await one.update(QuotaChange(arrived: ["x"], withdrawn: ["y"]), of: window).used == 2)
        #expect(try await other.update(QuotaChange(wanted: 9), of: window).tickets.count == 1)
        // Until they no longer count. Those in flight count for a minute.
        while try await one.update(QuotaChange(), of: window).used > 1 {}
        #expect(try await one.update(QuotaChange(wanted: 5), of: window).tickets.count == 2)
    }

    @Test func `RedisQuotaStore: four machines together never exceed the quota at the server`() async throws {
        let arrivals = Recorder<ContinuousClock.Instant>()
        let server = try LoopbackServer { _ in
            arrivals.record(.now)
            return HTTPResponse()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                var configuration = server.configuration
                configuration.policies.quota = Quota(calls: 50, per: .milliseconds(300), store: try store("machines"))
                let client = APIClient(configuration: configuration)
                for _ in 0..<100 { group.addTask { try await client.call(.get("items")).value } }
            }
            try await group.waitForAll()
        }
        let times = arrivals.values.sorted()
        #expect(times.count == 400)
        for index in times.indices.dropFirst(50) { #expect(times[index] - times[index - 50] > .milliseconds(300)) }
    }
}
