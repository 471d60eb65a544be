import EndpointKit
import Foundation
import TestSupport
import Testing

@Suite struct QuotaTests {
    private static let day = 86_400.0

    private static func limited(to calls: Int) throws -> (caller: GatewayCaller, clock: TestTime) {
        let clock = TestTime(Date(timeIntervalSince1970: 1_767_225_600))
        return (try GatewayCaller(dailyQuota: calls, now: { clock.date }), clock)
    }

    @Test func `a call is forgotten a day after it was made`() async throws {
        let (caller, clock) = try Self.limited(to: 2)
        #expect(try await caller.call("/characters").status == 200)
        clock.advance(by: Self.day / 2)
        #expect(try await caller.call("/characters").status == 200)
        clock.advance(by: Self.day / 2)
        #expect(try await caller.call("/characters").status == 200)
        let throttled = try await caller.call("/characters")
        #expect(throttled.status == 429)
        #expect(throttled.text.hasPrefix(#"{"code":"RequestThrottled","message":""#))
    }

    @Test func `a throttled call counts, so who keeps calling stays out`() async throws {
        let (caller, clock) = try Self.limited(to: 1)
        #expect(try await caller.call("/characters").status == 200)
        clock.advance(by: Self.day - 1)
        #expect(try await caller.call("/characters").status == 429)
        clock.advance(by: Self.day - 1)
        #expect(try await caller.call("/characters").status == 429)
        clock.advance(by: Self.day)
        #expect(try await caller.call("/characters").status == 200)
    }

    @Test(arguments: [
        ("/characters", "limit=0&ts=1&apikey=1234&hash=ffd275c5130566a2916217b101f26150"), ("/characters", "ts=1&apikey=1234&hash=0"),
        ("/characters", "apikey=1234"), ("/characters/1", "ts=1&apikey=1234&hash=ffd275c5130566a2916217b101f26150"),
        ("/villains", "apikey=1234"),
    ])
    func `a call that is rejected counts`(path: String, query: String) async throws {
        let (caller, _) = try Self.limited(to: 1)
        #expect(try await caller.unsigned(path, Query(encoded: query)).status.isClientError)
        #expect(try await caller.call("/characters").status == 429)
    }

    @Test func `another's key doesn't use up the quota`() async throws {
        let (caller, _) = try Self.limited(to: 1)
        #expect(try await caller.unsigned("/characters", ["apikey": "4321"]).status == 409)
        #expect(try await caller.call("/characters").status == 200)
    }
}
