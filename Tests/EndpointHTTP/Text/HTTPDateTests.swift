import EndpointKit
import Testing

@Suite struct HTTPDateTests {
    /// 18 September 2026, 12:00.
    private static let now = Date(timeIntervalSince1970: 1_789_732_800)

    private func seconds(_ text: String, now: Date = now) -> Double? { HTTPDate.date(from: text) { now }?.timeIntervalSince1970 }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Thu Jan  1 00:00:00 1970", 0),
        ("Wed, 31 Dec 1969 23:59:59 GMT", -1), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
        ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600), ("Thu Nov 16 08:49:37 1995", 816_511_777),
        // A leap second, and the name of a different day.
        ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800), ("Mon, 06 Nov 1994 08:49:37 GMT", 784_111_777),
        ("Saturday, 29-Feb-20 00:00:00 GMT", 1_582_934_400), ("Monday, 29-Feb-28 00:00:00 GMT", 1_835_395_200),
        // Forms that servers write.
        ("Sun, 6 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 6-Nov-94 08:49:37 GMT", 784_111_777),
        ("Mon, 3 Jun 2030 12:00:00 UTC", 1_906_718_400),
        ("Sun, 06 Nov 1994 08:49:37 UT", 784_111_777), ("Sun, 06 Nov 1994 08:49:37 +0000", 784_111_777),
        ("Sun, 06 Nov 1994 03:49:37 -0500", 784_111_777), ("Sun, 06 Nov 1994 10:19:37 +0130", 784_111_777),
        ("Sunday, 06-Nov-94 08:49:37 UTC", 784_111_777),
    ])
    func `HTTPDate: a date is read in its three standard forms, and as servers write it`(text: String, seconds: Double) {
        #expect(self.seconds(text) == seconds)
    }

    @Test(arguments: [
        "", "0", "120", "now", "Sun", "Sun,", "Sun, ", "Sunday", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37",
        "Sun, 06 Nov 1994 08:49 GMT",
        "Sun, 06 Nov 1994 08:49:37 EST", "Sun, 06 Nov 1994 08:49:37 UTCx", "Sun, 06 Nov 1994 08:49:37 +2400",
        "Sun, 06 Nov 1994 08:49:37 +000",
        "Sun, 006 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT+1", "Sun, 06 Nov 1994 08:49:37 gmt",
        "sun, 06 nov 1994 08:49:37 GMT",
        "Sun,06 Nov 1994 08:49:37 GMT", " Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ",
        "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 19940 08:49:37 GMT", "Sun, 06 Now 1994 08:49:37 GMT", "Fox, 06 Nov 1994 08:49:37 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT", "Wed, 29 Feb 1900 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, -6 Nov 1994 08:49:37 GMT", "Sun, ०६ Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday 06-Nov-94 08:49:37 GMT",
        "Sunday, 30-Feb-94 08:49:37 GMT",
        "Sun Nov 6 08:49:37 1994", "Sun Nov  6 08:49:37 94", "Sun Nov  6 08:49:37 1994 GMT", "Sun Nov 00 08:49:37 1994",
        "1994-11-06T08:49:37Z",
        String(repeating: "9", count: 10_000),
    ])
    func `HTTPDate: anything else is nil`(text: String) {
        #expect(seconds(text) == nil)
    }

    @Test(arguments: [
        ("Monday, 01-Jan-00 00:00:00 GMT", 946_684_800), ("Monday, 01-Jan-75 00:00:00 GMT", 3_313_526_400),
        // Exactly fifty years from now, and one second more.
        ("Friday, 18-Sep-76 12:00:00 GMT", 3_367_656_000), ("Friday, 18-Sep-76 12:00:01 GMT", 211_896_001),
        ("Friday, 17-Sep-76 23:59:59 GMT", 3_367_612_799), ("Sunday, 01-Jan-77 00:00:00 GMT", 220_924_800),
        ("Friday, 31-Dec-99 23:59:59 GMT", 946_684_799),
    ])
    func `HTTPDate: a two-digit year means the latest year that is at most fifty years ahead`(text: String, seconds: Double) {
        #expect(self.seconds(text) == seconds)
    }

    @Test func `HTTPDate: a two-digit year depends on the current century`() {
        let text = "Saturday, 01-Jan-05 00:00:00 GMT"
        #expect(seconds(text, now: Date(timeIntervalSince1970: 915_148_800)) == 1_104_537_600)
        #expect(seconds(text, now: Date(timeIntervalSince1970: -631_152_000)) == -2_051_222_400)
        #expect(seconds(text, now: Date(timeIntervalSince1970: 3_313_526_400)) == 4_260_211_200)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func `HTTPDate: a clock out of range provides no century, and nothing else needs the clock`(now: Double) {
        let now = Date(timeIntervalSince1970: now)
        #expect(seconds("Sunday, 06-Nov-94 08:49:37 GMT", now: now) == nil)
        #expect(seconds("Sun, 06 Nov 1994 08:49:37 GMT", now: now) == 784_111_777)
    }

    @Test func `HTTPDate: a date is rounded down to its second, even just before the next one`() throws {
        let next = Date(timeIntervalSince1970: 1_927_857_907)
        let before = Date(timeIntervalSinceReferenceDate: next.timeIntervalSinceReferenceDate.nextDown)
        let headers: HTTPHeaders = ["If-Modified-Since": before, "If-Unmodified-Since": next]
        #expect(headers["If-Modified-Since"] == "Mon, 03 Feb 2031 04:05:06 GMT")
        #expect(headers["If-Unmodified-Since"] == "Mon, 03 Feb 2031 04:05:07 GMT")
        #expect(Day(Date(timeIntervalSinceReferenceDate: 949_536_000.0.nextDown), in: .gmt)?.description == "2031-02-02")
    }

    @Test func `HTTPDate: the largest date of .NET lies in the last second of 9999`() throws {
        let date = try #require(ISO8601.date(from: "9999-12-31T23:59:59.9999999Z"))
        let headers: HTTPHeaders = ["Expires": date]
        #expect(headers["Expires"] == "Fri, 31 Dec 9999 23:59:59 GMT")
        #expect(Day(date, in: .gmt)?.description == "9999-12-31")
    }
}
