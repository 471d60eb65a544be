import EndpointKit
import Foundation

func limited(_ configuration: inout APIConfiguration) {
    configuration.policies.quota = Quota(
        calls: 3000, per: .seconds(86_400), store: FileQuotaStore(URL(filePath: "/var/lib/hero/quota.json")))
}

func limitedInMemory(_ configuration: inout APIConfiguration) {
    configuration.policies.quota = Quota(calls: 3000, per: .seconds(86_400))
}

func sharing(_ configuration: inout APIConfiguration) {
    configuration.policies.sharesEqualRequests = true
}

struct LimitedHero: Decodable {
    let name: String
}

private final class LimitedClient: APIClient, @unchecked Sendable {
    func hero(_ id: Int) -> Call<LimitedHero> { call(.get("heroes/\(id)")) }
}

private func hero(_ id: Int, _ client: LimitedClient) async throws -> LimitedHero {
    do {
        return try await client.hero(id).value
    } catch let error as APIError where error.code == .quota {
        guard let spent = error.underlying as? QuotaSpent else { throw error }
        return try await heroLater(id, at: spent.date)
    }
}

private func heroLater(_ id: Int, at date: Date) async throws -> LimitedHero { throw CancellationError() }

struct RedisQuotaStore: QuotaStore {
    /// Sends a command and returns the integers of its reply.
    let send: @Sendable ([String]) async throws -> [Int]
    /// Names the quota. Quotas with different periods need different keys.
    let key: String

    func update(_ change: QuotaChange, of window: QuotaWindow) async throws -> QuotaGrant {
        // Tickets of different updates must differ.
        let name = UUID().uuidString
        let durations = [window.period, QuotaWindow.longestArrival].map { Int($0 / .milliseconds(1)) }
        let numbers = ([window.calls] + durations + [change.wanted]).map { "\($0)" }
        let reply = try await send(
            ["EVAL", Self.script, "1", key] + numbers + [name, "\(change.arrived.count)"] + change.arrived + change.withdrawn)
        guard reply.count >= 3 else { throw APIError(.quota, "Redis sent no reply that a quota has.") }
        return QuotaGrant(
            tickets: (0..<max(0, reply[0])).map { "\(name):\($0 + 1)" }, used: reply[1],
            waits: reply[3...].map { .milliseconds($0) }, nextReturn: .milliseconds(reply[2]))
    }

    /// A sorted set of tickets, each with the latest time at which its request may have arrived.
    private static let script = """
        local key, calls, period, longest = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
        local wanted, name, arrived = tonumber(ARGV[4]), ARGV[5], tonumber(ARGV[6])
        local time = redis.call('TIME')
        local now = time[1] * 1000 + math.floor(time[2] / 1000)
        redis.call('ZREMRANGEBYSCORE', key, '-inf', '(' .. string.format('%d', now - period))
        for i = 7, #ARGV do
            if i >= 7 + arrived then redis.call('ZREM', key, ARGV[i])
            else redis.call('ZADD', key, 'XX', string.format('%d', now + 1), ARGV[i]) end
        end
        local used = redis.call('ZCARD', key)
        local granted = math.max(0, math.min(wanted, calls - used))
        for i = 1, granted do redis.call('ZADD', key, string.format('%d', now + 1 + longest), name .. ':' .. i) end
        used = used + granted
        redis.call('PEXPIRE', key, period + longest + 1000)
        local function wait(score) return math.min(tonumber(score), now) + period + 1 - now end
        local first = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')
        local reply = { granted, used, first[2] and wait(first[2]) or 0 }
        local missing = math.min(wanted - granted, calls, 1000)
        if missing > 0 then
            local waiting = redis.call('ZRANGE', key, used - calls, used - calls + missing - 1, 'WITHSCORES')
            for i = 2, #waiting, 2 do reply[#reply + 1] = wait(waiting[i]) end
        end
        return reply
        """
}
