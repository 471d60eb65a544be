import EndpointKit
import TestSupport
import Testing

@Suite struct RollingQuotaTests {
    private static let day = 86_400.0
    private let clock = TestTime(GatewayCaller.newYear2026)

    private func limited(to calls: Int) throws -> GatewayCaller { try GatewayCaller(dailyQuota: calls, now: { [clock] in clock.date }) }

    /// The time to wait before each call, and its status.
    @Test(
        arguments: [
            (2, [(0, 200), (day / 2, 200), (day / 2, 200), (0, 429)]), (1, [(0, 200), (day - 1, 429), (day - 1, 429), (day, 200)]),
            (0, [(0, 429)]),
        ] as [(Int, [(Double, Int)])])
    func `RollingQuota: a call is forgotten after a day, and a rejected call counts too`(
        quota: Int, calls: [(wait: Double, status: Int)]
    ) async throws {
        let caller = try limited(to: quota)
        for call in calls {
            clock.advance(by: call.wait)
            let response = try await caller.call("/characters", "limit=1")
            #expect(response.status.rawValue == call.status)
            #expect(call.status == 200 || response.text.hasPrefix(#"{"code":"RequestThrottled","message":""#))
        }
    }

    private static let signed = "ts=1&apikey=1234&hash=ffd275c5130566a2916217b101f26150"

    /// A call, its status, the status of the same call when the quota is used up, and the status of a valid call after both.
    @Test(arguments: [
        ("/characters", "limit=0&\(signed)", 409, 429, 429), ("/characters", "ts=1&apikey=1234&hash=0", 401, 401, 429),
        ("/characters", "apikey=1234", 409, 409, 429), ("/characters/1", signed, 404, 429, 429),
        ("/villains", "apikey=1234", 404, 404, 429), ("/characters", "apikey=4321", 409, 409, 200),
    ])
    func `RollingQuota: a rejected call counts for its key, and its path and credentials are checked before the quota`(
        path: String, query: String, first: Int, second: Int, next: Int
    ) async throws {
        let caller = try limited(to: 1)
        for status in [first, second] {
            #expect(try await caller.unsigned(path, Query(encoded: query)).status.rawValue == status)
        }
        #expect(try await caller.call("/characters", "limit=1").status.rawValue == next)
    }
}
