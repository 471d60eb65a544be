import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// What a server reports, tested by how long the next call waits.
@Suite struct RateLimitReportTests {
    private static let date = "Mon, 06 May 2030 12:00:00 GMT"
    private static let epoch = 1904299200

    /// The wait of the call after a response with these fields; nil if it isn't delayed.
    private func wait(after headers: HTTPHeaders, status: HTTPStatus = 200) async throws -> Duration? {
        let stub = StubTransport(HTTPResponse(status: status, headers: headers))
        let clock = ManualClock()
        let client = try APIClient.example(stub, clock: clock) {
            $0.policies.quota = Quota(
                calls: 100, per: .seconds(60), whenSpent: .fail, store: MemoryQuotaStore(clock: clock))
        }
        _ = try? await client.call(.get("first")).value
        let error = await failure { try await client.call(.get("second")).value }
        guard error?.code == .quota else { return nil }
        #expect(stub.requests.count == 1)
        let spent = try #require(error?.underlying as? QuotaSpent)
        #expect(spent.isReported)
        return spent.wait
    }

    @Test(
        arguments: [
            (["RateLimit": #""default";r=0;t=30"#], 30), (["RateLimit": #""default";r=1;t=30"#], nil),
            (["RateLimit": #"default;r=0;t=30"#], 30),
            (["RateLimit": #""a";r=50;t=30, "b";r=0;t=7, "c";r=0;t=9"#], 9),
            (["RateLimit": #""b" ; r=0 ; t=7"#], 7),
            (["RateLimit": #""a, b;c";r=0;pk=":x,;y=:";t=7"#], 7),
            (["RateLimit": #""hour";r=0"#, "RateLimit-Policy": #""minute";q=10;w=60, "hour";q=100;w=600"#], 600),
            (["RateLimit": #""day";r=0"#, "RateLimit-Policy": #""minute";q=10;w=60"#], nil),
            (["RateLimit": "limit=100, remaining=0, reset=5"], 5), (["RateLimit": "limit=100, remaining=1, reset=5"], nil),
            (["RateLimit-Limit": "100, 100;w=60", "RateLimit-Remaining": "0", "RateLimit-Reset": "12"], 12),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "12"], 12),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "0.5"], 0.5),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "\(epoch + 40)", "Date": date], 40),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "\(epoch + 40)000", "Date": date], 40),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "\(epoch + 40)000000", "Date": date], 40),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "\(epoch + 40)000000000", "Date": date], 40),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "\(epoch + 40).5", "Date": date], 40.5),
            (["X-Rate-Limit-Remaining": "0", "X-Rate-Limit-Reset": "\(epoch - 40)", "Date": date], nil),
            (["X-Rate-Limit-Remaining": "0", "X-Rate-Limit-Reset": "\(epoch - 40)000000", "Date": date], nil),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "6m0s"], 360),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1", "X-RateLimit-Reset-After": "7"], 7),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "12", "X-RateLimit-Reset-After": "soon"], 12),
            (
                [
                    "X-RateLimit-Remaining-Requests": "9", "X-RateLimit-Reset-Requests": "30",
                    "X-RateLimit-Remaining-Tokens": "0", "X-RateLimit-Reset-Tokens": "6s",
                ], 6
            ),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1m30.5s"], 90.5),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "500ms"], 0.5),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1s"], 1),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "2030-05-06T12:00:40Z", "Date": date], 40),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "2030-05-06T14:00:40.5+02:00", "Date": date], 40.5),
            // A reset that makes no sense in any unit.
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "\(epoch + 400 * 86_400)", "Date": date], nil),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "999999999"], nil),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "\(epoch)000000000000", "Date": date], nil),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "2060-05-06T12:00:40Z", "Date": date], nil),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "soon"], nil),
            (["X-RateLimit-Remaining": "-1", "X-RateLimit-Reset": "12"], 12),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "-12"], nil),
            (["RateLimit": "limit=100, remaining=-3, reset=5"], 5),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "Mon, 06 May 2030 12:00:40 GMT", "Date": date], 40),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "Mon, 06 May 2030 11:00:40 GMT", "Date": date], nil),
            (["X-RateLimit-Remaining": "0"], nil), (["X-RateLimit-Reset": "30"], nil),
            (["RateLimit": #""a";r=0;t=30"#, "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "50"], 50),
            (["Retry-After": "30"], nil),
        ] as [(HTTPHeaders, Double?)])
    func `RateLimitReport: a report of no remaining calls applies until its reset`(headers: HTTPHeaders, seconds: Double?) async throws {
        #expect(try await wait(after: headers) == seconds.map { .seconds($0) })
    }

    @Test(
        arguments: [
            (403, 30.0), (420, 30), (429, 30), (503, 30), (529, 30), (408, nil), (409, nil), (413, nil), (423, nil), (425, nil), (500, nil),
            (404, nil),
        ] as [(Int, Double?)])
    func `RateLimitReport: an error stops the client only if it is about the client`(status: Int, seconds: Double?) async throws {
        for headers: HTTPHeaders in [["Retry-After": "30"], ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "30"]] {
            #expect(try await wait(after: headers, status: HTTPStatus(rawValue: status)) == seconds.map { .seconds($0) })
        }
    }

    @Test func `RateLimitReport: a success has no Retry-After`() async throws {
        #expect(try await wait(after: ["Retry-After": "30"]) == nil)
    }

    @Test(
        arguments: [
            (["RateLimit": #""a";r=0;t=9999999"#], 3600), (["Retry-After": "99999999999999999999"], 3600),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "9999999"], 3600),
            (["RateLimit": #""a";r=0;t=99999999999999999999999999999999999999"#], nil),
            (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "9999999999999999999999999"], nil),
            (["RateLimit": "\"a\";r=0;t=" + String(repeating: "9", count: 400)], nil),
            (["RateLimit": "\"a\";r=0;t=" + String(repeating: "9", count: 310) + ".5"], nil),
        ] as [(HTTPHeaders, Double?)])
    func `RateLimitReport: a hostile server can't stop the client for longer than an hour`(
        headers: HTTPHeaders, seconds: Double?
    ) async throws {
        #expect(try await wait(after: headers, status: 429) == seconds.map { .seconds($0) })
    }

    @Test(arguments: [
        "", ",", ";", "=", "\"", "\"a", "\"a\";", "\"a\";r", "\"a\";r=", "\"a\";r=-0;t=5", "\"a\";r=0;t=-5", "\"a\";r=0;t=\"5\"",
        "a=b=c;;;,,,=",
        "\"a\";r=0;t=nan", "\"a\";r=0;t=inf", "\"a\";r=0;t=0x5", "\"a\";r=0;t=.", "\"a\";r=0;t=1.2.3", "\"a\";r=1e0;t=5",
        "(\"a\" \"b\");r=0;t=",
        "\u{1F9FF};r=0;t=\u{0665}", String(repeating: "\"a\";r=0,", count: 400), String(repeating: "\\", count: 400),
    ])
    func `RateLimitReport: invalid values are ignored`(field: String) async throws {
        #expect(try await wait(after: ["RateLimit": field]) == nil)
        #expect(try await wait(after: ["RateLimit-Remaining": "0", "RateLimit-Reset": field]) == nil)
        #expect(try await wait(after: ["X-RateLimit-Remaining": field, "X-RateLimit-Reset": "5"]) == nil)
    }

    /// A server that counts calls, and reports how many are left.
    @Test func `RateLimitReport: the requests in flight share the remaining calls`() async throws {
        let left = Counter()
        let stub = StubTransport { _ in
            HTTPResponse(headers: ["RateLimit": "\"a\";r=\(max(0, 3 - left.next()));t=10"])
        }
        let clock = ManualClock()
        let client = try APIClient.example(stub, clock: clock) {
            $0.policies.quota = Quota(calls: 100, per: .seconds(60), store: MemoryQuotaStore(clock: clock))
        }
        try await client.call(.get("items")).value
        let calls = (0..<5).map { _ in Task { try await client.call(.get("items")).value } }
        await clock.sleepers(1)
        await eventually { client.activeCalls.count == 3 }
        #expect(stub.requests.count == 3)
        clock.advance(by: .seconds(10))
        for call in calls { try await call.value }
        #expect(stub.requests.count == 6)
    }

    @Test func `RateLimitReport: a server can't allow more than the quota`() async throws {
        let stub = StubTransport(HTTPResponse(headers: ["RateLimit": #""a";r=1000;t=10"#]))
        let client = try APIClient.example(stub) { $0.policies.quota = Quota(calls: 1, per: .seconds(60), whenSpent: .fail) }
        try await client.call(.get("items")).value
        let error = await failure { try await client.call(.get("items")).value }
        #expect((error?.underlying as? QuotaSpent)?.isReported == false)
    }

    @Test func `RateLimitReport: a report doesn't delay a retry after Retry-After`() async throws {
        let attempts = Counter()
        let stub = StubTransport { _ in
            attempts.next() == 1 ? HTTPResponse(status: 429, headers: ["Retry-After": "30"]) : HTTPResponse()
        }
        let clock = ManualClock(skipsSleeps: true)
        let client = try APIClient.example(stub, clock: clock) {
            $0.policies.retry = .standard
            $0.policies.quota = Quota(calls: 100, per: .seconds(60), whenSpent: .fail, store: MemoryQuotaStore(clock: clock))
        }
        let response = try await client.call(.get("items")).response
        #expect(response.attempts.count == 2)
        #expect(clock.sleeps == [.seconds(30)])
    }

    @Test func `RateLimitReport: a report from another origin is ignored`() async throws {
        let stub = StubTransport { request in
            request.origin.host == "api.example.com"
                ? HTTPResponse(status: 302, headers: ["Location": "https://evil.example.org/"])
                : HTTPResponse(status: 429, headers: ["Retry-After": "3000"])
        }
        let client = try APIClient.example(stub) { $0.policies.quota = Quota(calls: 100, per: .seconds(60), whenSpent: .fail) }
        for _ in 0..<2 { #expect(await failure { try await client.call(.get("items")).value }?.code == .badStatus) }
    }
}
