import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// The effect of a 304 on a stored response, and lists with quoted elements.
@Suite struct CacheValidationTests {
    /// Answers with the responses in turn, and then always with the last one.
    private func fixture(_ answers: HTTPResponse...) -> CacheFixture {
        let counter = Counter()
        return CacheFixture { _ in answers[min(counter.next(), answers.count) - 1] }
    }

    static func date(_ seconds: Double) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: CacheDecisionTests.start.addingTimeInterval(seconds))
    }

    private func text(_ response: HTTPResponse) -> String { String(decoding: response.body, as: UTF8.self) }

    @Test func `Validation: after a 304 without a date, the age counts from the 304's arrival`() async throws {
        let fixture = fixture(
            HTTPResponse(headers: ["ETag": "\"1\"", "Date": Self.date(0), "Cache-Control": "max-age=60"], body: Data("a".utf8)),
            HTTPResponse(status: 304, headers: ["ETag": "\"1\""]))
        try await fixture.send()
        fixture.wait(61)
        #expect(try await fixture.send().source == .revalidated)
        fixture.wait(1)
        let hit = try await fixture.send()
        #expect(hit.source == .cache && hit.headers["Age"] == "1")
        #expect(fixture.stub.requests.count == 2)
    }

    @Test func `Validation: after a 304 without a date, a later Expires and stale-if-error count from the 304's arrival`() async throws {
        let fixture = fixture(
            HTTPResponse(headers: ["ETag": "\"1\"", "Date": Self.date(0), "Expires": Self.date(60)], body: Data("a".utf8)),
            HTTPResponse(
                status: 304, headers: ["ETag": "\"1\"", "Expires": Self.date(121), "Cache-Control": "stale-if-error=30"]),
            HTTPResponse(status: 503))
        try await fixture.send()
        fixture.wait(61)
        try await fixture.send()
        fixture.wait(1)
        #expect(try await fixture.send().headers["Age"] == "1")
        fixture.wait(80)
        #expect(try await fixture.send().source == .stale)
        #expect(fixture.stub.requests.count == 3)
    }

    @Test func `Validation: a response without a date gets the date of its arrival, or that of the 304 that validated it`() async throws {
        let fixture = fixture(
            HTTPResponse(headers: ["ETag": "\"1\"", "Cache-Control": "max-age=60"]), HTTPResponse(status: 304))
        try await fixture.send()
        fixture.wait(1)
        #expect(try await fixture.send().headers["Date"] == Self.date(0))
        fixture.wait(60)
        #expect(try await fixture.send().headers["Date"] == Self.date(61))
        fixture.wait(1)
        #expect(try await fixture.send(use: .only).headers["Date"] == Self.date(61))
    }

    @Test func `Validation: a 304 doesn't change the fields by which the body was chosen`() async throws {
        let fixture = fixture(
            HTTPResponse(
                headers: ["ETag": "\"1\"", "Vary": "Accept-Language", "Cache-Control": "max-age=60"], body: Data("hello".utf8)),
            HTTPResponse(status: 304, headers: ["ETag": "\"1\"", "Vary": "Accept-Encoding", "Cache-Control": "max-age=60"]),
            HTTPResponse(headers: ["Vary": "Accept-Language"], body: Data("bonjour".utf8)))
        try await fixture.send(.get, "/a", ["Accept-Language": "en"])
        try await fixture.send(.get, "/a", ["Accept-Language": "en", "If-None-Match": "\"1\"", "Cache-Control": "no-cache"])
        #expect(text(try await fixture.send(.get, "/a", ["Accept-Language": "fr"])) == "bonjour")
        #expect(fixture.stub.requests.count == 3)
    }

    @Test(arguments: [nil, "W/\"1\""])
    func `Validation: a 304 with another Last-Modified concerns another version`(tag: String?) async throws {
        let fixture = fixture(
            HTTPResponse(headers: ["ETag": tag, "Last-Modified": Self.date(-100), "Cache-Control": "no-cache"], body: Data("new".utf8)),
            HTTPResponse(status: 304, headers: ["ETag": tag, "Last-Modified": Self.date(-500)]),
            HTTPResponse(headers: ["Last-Modified": Self.date(-500), "Cache-Control": "no-cache"], body: Data("old".utf8)))
        try await fixture.send()
        #expect(text(try await fixture.send()) == "old")
        #expect(fixture.stub.requests.count == 3)
        #expect(fixture.stub.requests.last?.headers.contains("If-Modified-Since") == false)
    }

    @Test(arguments: [("\"a,xx,b\"", false), ("\"a\", \"xx\"", true), ("\"a,b\",W/\"xx\"", true), ("xx", false), ("*", true)])
    func `Validation: an entity tag may contain commas`(condition: String, isMatch: Bool) async throws {
        let fixture = fixture(HTTPResponse(headers: ["ETag": "\"xx\"", "Cache-Control": "max-age=60"], body: Data("a".utf8)))
        try await fixture.send()
        #expect(try await fixture.send(.get, "/a", ["If-None-Match": condition]).status == (isMatch ? 304 : 200))
    }

    @Test(arguments: [#"max-age=60, ext="foo, no-cache"#, #"max-age=60, ext="foo"#, #"max-age=60, ext="a\""#])
    func `CacheControl: a response whose directives can't be read isn't stored`(field: String) async throws {
        let fixture = CacheFixture.counting(["Cache-Control": field])
        for _ in 0..<2 { try await fixture.send() }
        #expect(fixture.stub.requests.count == 2)
    }

    @Test(arguments: ["accept language", "accept-language;q=1", "\"accept\""])
    func `Vary: a response whose Vary can't be read is used for no other request`(field: String) async throws {
        let fixture = CacheFixture.counting(["Cache-Control": "max-age=60", "Vary": field])
        for _ in 0..<2 { try await fixture.send() }
        #expect(fixture.stub.requests.count == 2)
    }

    @Test func `ResponseCache: stale-while-revalidate needs no validator`() async throws {
        let fixture = CacheFixture.counting(["Cache-Control": "max-age=10, stale-while-revalidate=60"])
        try await fixture.send()
        fixture.wait(11)
        #expect(try await fixture.send().source == .stale)
        await eventually { fixture.stub.requests.count == 2 }
        await eventually { (try? await fixture.send())?.source == .cache }
    }

    @Test func `ResponseCache: a write whose response is lost removes the stored response`() async throws {
        let fixture = CacheFixture { request in
            if request.method == .put { throw TransportFailure(.disconnected, detail: "lost").error(for: request) }
            return HTTPResponse(headers: ["Cache-Control": "max-age=60"])
        }
        try await fixture.send()
        await #expect(throws: APIError.self) { try await fixture.send(.put) }
        #expect(try await fixture.send().source == .network)
    }
}
