import EndpointKit
import Testing

@Suite struct RetryAfterTests {
    /// The same time as `date`.
    private static let noon = Date(timeIntervalSince1970: 784_209_600)
    private static let date = "Mon, 07 Nov 1994 12:00:00 GMT"

    private func wait(_ value: String, date: String? = nil, now: Date = noon) -> Duration? {
        RetryAfter(HTTPResponse(status: 503, headers: ["Retry-After": value, "Date": date])) { now }?.wait
    }

    @Test(arguments: [
        ("0", 0), ("7", 7), ("120", 120), ("007", 7), ("2147483648", 2_147_483_648), ("2147483649", 2_147_483_648),
        ("9223372036854775808", 2_147_483_648), (String(repeating: "9", count: 100_000), 2_147_483_648),
        (String(repeating: "0", count: 1000) + "3", 3),
    ])
    func `RetryAfter: seconds are read up to the maximum`(value: String, seconds: Int) {
        #expect(wait(value) == .seconds(seconds))
    }

    @Test(arguments: [
        ("1.5", 2), ("299.997", 300), ("1s", 1), ("0.0", 0), ("5.", 5), ("1m30s", 90), ("6m0s", 360), ("1h", 3600), ("500ms", 1),
        ("1.5s, 3s", 3), ("1994-11-07T12:00:30Z", 30), ("1994-11-07T11:00:30Z", 0),
        (String(repeating: "99h", count: 10_000), 2_147_483_648),
    ])
    func `RetryAfter: fractions, units and other date formats are read too, and rounded up`(value: String, seconds: Int) {
        #expect(wait(value) == .seconds(seconds))
    }

    @Test(arguments: [
        "", " ", "-1", "+1", "-1.5", ".5", "1.2.3", "1e3", "0x10", "1 2", "5 s", "s", "5x", "1s2", "1h-2m", "1S", "soon", "٣", "\u{0}",
        "NaN", "inf", "Mon, 07 Nov 1994", "1994-11-07",
        "Mon, 99 Nov 1994 12:00:00 GMT",
    ])
    func `RetryAfter: an invalid value is nil`(value: String) {
        #expect(wait(value) == nil)
    }

    @Test(arguments: [
        ("Mon, 07 Nov 1994 12:00:30 GMT", 30), ("Monday, 07-Nov-94 12:01:00 GMT", 60), ("Mon Nov  7 13:00:00 1994", 3600),
        ("Mon, 07 Nov 1994 12:00:00 GMT", 0), ("Mon, 07 Nov 1994 11:59:59 GMT", 0), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 2_147_483_648),
    ])
    func `RetryAfter: a date means the time until then, and a past date means no wait`(value: String, seconds: Int) {
        #expect(wait(value) == .seconds(seconds))
    }

    @Test(arguments: [0, 784_209_600, 1_789_732_800, 1e300, .nan, -.infinity] as [Double])
    func `RetryAfter: the response's Date takes precedence over a clock that may be wrong`(now: Double) {
        let now = Date(timeIntervalSince1970: now)
        #expect(wait("Mon, 07 Nov 1994 12:00:30 GMT", date: Self.date, now: now) == .seconds(30))
        #expect(wait("Mon, 07 Nov 1994 11:00:00 GMT", date: Self.date, now: now) == .zero)
    }

    @Test func `RetryAfter: if the response's Date is invalid, the clock is used`() {
        #expect(wait("Mon, 07 Nov 1994 12:00:30 GMT", date: "yesterday") == .seconds(30))
        #expect(wait("Mon, 07 Nov 1994 12:00:30 GMT", now: Self.noon.addingTimeInterval(0.25)) == .seconds(29.75))
    }

    @Test func `RetryAfter: a clock without a valid time causes no wait`() {
        #expect(wait("Mon, 07 Nov 1994 12:00:30 GMT", now: Date(timeIntervalSince1970: .nan)) == .zero)
    }

    @Test(arguments: [
        ("5, 10", 10), ("10,5", 10), ("5, later, 7", 7), ("Mon, 07 Nov 1994 12:00:30 GMT, 10", 30),
        ("40, Mon, 07 Nov 1994 12:00:30 GMT", 40),
        (String(repeating: "1,", count: 10_000), 1),
    ])
    func `RetryAfter: if one field has several waits, the longest one applies`(value: String, seconds: Int) {
        #expect(wait(value) == .seconds(seconds))
    }

    @Test func `RetryAfter: if there are several fields, the longest valid wait applies`() {
        var response = HTTPResponse(headers: ["Retry-After": "5"])
        response.headers.append("retry-after", "Mon, 07 Nov 1994 12:00:09 GMT")
        response.headers.append("RETRY-AFTER", "later")
        #expect(RetryAfter(response) { Self.noon }?.wait == .seconds(9))
    }

    @Test func `RetryAfter: without the field it is nil`() {
        #expect(RetryAfter(HTTPResponse(status: 503)) == nil)
    }
}
