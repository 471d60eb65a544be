import EndpointKit
import TestSupport
import Testing

/// Dates as servers have sent them (RFC 6265bis, section 5.1.1), checked by the expiry of a cookie.
@Suite struct CookieDateTests {
    /// The expiry, or nil if the date is ignored. The cookie is set a day before, so that no limit applies.
    private static func end(_ date: String, expected: String?) async throws -> String? {
        let end = try expected.map { try #require(HTTPDate.date(from: $0)) }
        let exchange = CookieExchange(now: end.map { $0 - 86_400 } ?? CookieExchange.start)
        try await exchange.receive(["a=b; Expires=\(date)"])
        let cookie = try #require(try await exchange.jar.cookies().first)
        return cookie.expires == end ? expected : cookie.expires.map { "\($0)" }
    }

    @Test(
        "CookieDate: parts may come in any order, with anything between them",
        arguments: [
            ("Tue, 04 Jun 2030 10:20:30 GMT", "Tue, 04 Jun 2030 10:20:30 GMT"),
            ("Tuesday, 04-Jun-30 10:20:30 GMT", "Tue, 04 Jun 2030 10:20:30 GMT"),
            ("Tue Jun  4 10:20:30 2030", "Tue, 04 Jun 2030 10:20:30 GMT"),
            ("Tue, 04-Jun-2030 10:20:30", "Tue, 04 Jun 2030 10:20:30 GMT"),
            ("2030 jun 4 10:20:30", "Tue, 04 Jun 2030 10:20:30 GMT"),
            ("10:20:30 4/JUNE/2030", "Tue, 04 Jun 2030 10:20:30 GMT"),
            ("4 Junk 2030 10:20:30", "Tue, 04 Jun 2030 10:20:30 GMT"),
            ("Tue, 4 Jun 2030 1:2:3 GMT", "Tue, 04 Jun 2030 01:02:03 GMT"),
            ("04 Jun 2030 10:20:30.999", "Tue, 04 Jun 2030 10:20:30 GMT"),
            ("04 Jun 2030 10:20:30z 11:11:11", "Tue, 04 Jun 2030 10:20:30 GMT"),
            ("04th Jun 2030x 10:20:30", "Tue, 04 Jun 2030 10:20:30 GMT"),
            // An offset is ignored: cookies' dates are in GMT.
            ("Tue, 04 Jun 2030 10:20:30 +0200", "Tue, 04 Jun 2030 10:20:30 GMT"),
            // The first number that can be a day is the day.
            ("30 4 Jun 2031 10:20:30", "Mon, 30 Jun 2031 10:20:30 GMT"), ("30 04 Jun 2031 10:20:30", "Wed, 30 Jun 2004 10:20:30 GMT"),
            ("04 Jun 69 10:20:30", "Tue, 04 Jun 2069 10:20:30 GMT"), ("04 Jun 70 10:20:30", "Thu, 04 Jun 1970 10:20:30 GMT"),
            ("04 Jun 1601 10:20:30", "Mon, 04 Jun 1601 10:20:30 GMT"), ("29 Feb 2028 00:00:00", "Tue, 29 Feb 2028 00:00:00 GMT"),
        ])
    func valid(date: String, expected: String) async throws {
        #expect(try await Self.end(date, expected: expected) == expected)
    }

    @Test(
        "CookieDate: if a part is missing or out of range, the attribute is ignored",
        arguments: [
            "", "tomorrow", "04 Jun 2030", "10:20:30 2030 Jun", "04 2030 10:20:30", "04 Jun 10:20:30", "00 Jun 2030 10:20:30",
            "32 Jun 2030 10:20:30", "31 Jun 2030 10:20:30", "29 Feb 2030 10:20:30", "04 Jun 1600 10:20:30", "04 Jun 2030 24:20:30",
            "04 Jun 2030 10:60:30", "04 Jun 2030 10:20:60", "04 Jun 2030 10:20", "04 Jun 2030 10:20:", "04 Jun 2030 100:20:30",
            "04 Jun 20300 10:20:30", "004 Jun 2030 10:20:30", "04 Jüni 10:20:30 x2030", "4 Ju 2030 10:20:30", "99999999999999999999",
            "04 Jun 2030 10:20:301",
        ])
    func invalid(date: String) async throws {
        #expect(try await Self.end(date, expected: nil) == nil)
    }
}
