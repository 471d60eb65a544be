import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

private let redisSocket = ProcessInfo.processInfo.environment["ENDPOINTKIT_REDIS_SOCKET"]

/// The store from the documentation, tested against a real server, which `.ci/redis` starts.
@Suite(.enabled(if: redisSocket != nil, "there is no Redis; run .ci/redis"))
struct RedisQuotaStoreTests {
    /// A store with its own connection, as on another machine.
    private func store(_ key: String) throws -> RedisQuotaStore {
        let connection = try RedisConnection(socket: try #require(redisSocket))
        return RedisQuotaStore(send: { try await connection.integers(replying: $0) }, key: key)
    }

    @Test func `RedisQuotaStore: it grants the remaining calls, and returns the waits of the others`() async throws {
        let (one, other) = (try store("grants"), try store("grants"))
        let window = QuotaWindow(calls: 3, period: .seconds(1000))
        #expect(try await one.reserve(2, returning: [], for: .milliseconds(500), of: window).granted == 2)
        let second = try await other.reserve(3, returning: [], for: .zero, of: window)
        #expect(second.granted == 1)
        #expect(second.used == 3)
        // The request that was counted later must be sent sooner.
        #expect(second.waits.count == 2 && second.waits.allSatisfy { (.milliseconds(999_000)...(.milliseconds(1_000_502))).contains($0) })
        #expect(second.nextReturn == second.waits[0])
        // Two requests weren't sent; one of them is returned twice.
        #expect(try await one.reserve(0, returning: [second.end], for: .zero, of: window).used == 2)
        #expect(try await one.reserve(2, returning: [second.end], for: .zero, of: window).granted == 1)
        let short = QuotaWindow(calls: 3, period: .milliseconds(200))
        _ = try await store("short").reserve(3, returning: [], for: .zero, of: short)
        while try await store("short").reserve(0, returning: [], for: .zero, of: short).used > 0 {}
        #expect(try await store("short").reserve(5, returning: [], for: .zero, of: short).granted == 3)
    }

    @Test func `RedisQuotaStore: its time doesn't go back, and continues at once`() async throws {
        let connection = try RedisConnection(socket: try #require(redisSocket))
        let window = QuotaWindow(calls: 3, period: .milliseconds(200))
        // This is the state after two requests if the server's clock is then set back by a day.
        let past = """
            local now = redis.call('TIME')[1] * 1000 + 86400000
            redis.call('HSET', KEYS[2], 'last', string.format('%d', now), 'ahead', '0')
            for i = 1, 2 do redis.call('ZADD', KEYS[1], string.format('%d', now), i) end
            return {}
            """
        _ = try await connection.integers(replying: ["EVAL", past, "2", "back", "back:clock"])
        let grant = try await store("back").reserve(3, returning: [], for: .zero, of: window)
        #expect(grant.granted == 1 && grant.used == 3)
        #expect(grant.waits.allSatisfy { $0 <= .milliseconds(201) })
        while try await store("back").reserve(0, returning: [], for: .zero, of: window).used > 0 {}
        #expect(try await store("back").reserve(3, returning: [], for: .zero, of: window).granted == 3)
    }

    @Test func `RedisQuotaStore: four machines together never send more requests than the quota`() async throws {
        let moments = Recorder<ContinuousClock.Instant>()
        let stub = StubTransport { _ in
            moments.record(.now)
            return HTTPResponse()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                let store = try store("machines")
                let client = try APIClient.example(stub) {
                    $0.policies.quota = Quota(calls: 50, per: .milliseconds(300), store: store)
                }
                for _ in 0..<100 { group.addTask { try await client.call(.get("items")).value } }
            }
            try await group.waitForAll()
        }
        let times = moments.values.sorted()
        #expect(times.count == 400)
        for index in times.indices.dropFirst(50) { #expect(times[index] - times[index - 50] > .milliseconds(300)) }
    }
}
