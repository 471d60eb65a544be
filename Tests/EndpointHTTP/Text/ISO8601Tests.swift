import EndpointKit
import Testing

@Suite struct ISO8601Tests {
    @Test(
        arguments: [(String, Double)]([
            ("2014-04-29T14:18:17-0400", 1_398_795_497),
            ("2014-04-29T14:18:17-04:00", 1_398_795_497),
            ("2014-04-29T20:18:17+02", 1_398_795_497),
            ("2014-04-29T18:18:17Z", 1_398_795_497),
            ("2014-04-29 18:18:17", 1_398_795_497),
            ("2014-04-29T18:18:17.25Z", 1_398_795_497.25),
            ("2014-04-29T18:18:17,123456789123456789Z", 1_398_795_497.123456789),
            ("2014-04-29T18:18", 1_398_795_480),
            ("1992-06-10 00:00:00", 708_134_400),
            ("1992-06-10", 708_134_400),
            ("1969-12-31T23:59:59Z", -1),
            ("2016-12-31T23:59:60Z", 1_483_228_800),
            ("2000-02-29", 951_782_400),
            ("-0001-11-30T00:00:00-0500", -62_169_966_000),
        ]))
    func `ISO8601: a date is read in the forms that services write`(text: String, seconds: Double) throws {
        let date = try #require(ISO8601.date(from: text))
        #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6)
    }

    @Test(arguments: [
        "", "today", "2014", "2014-04", "2014-13-01", "2014-00-10", "2014-02-30", "1900-02-29", "2014-04-31", "14-04-29",
        "2014-04-29T", "2014-04-29T14", "2014-04-29T24:00:00Z", "2014-04-29T14:60:00Z", "2014-04-29T14:18:61Z", "2014-04-29T14:18:17.Z",
        "2014-04-29T14:18:17-", "2014-04-29T14:18:17-4", "2014-04-29T14:18:17-04:", "2014-04-29T14:18:17-0460", "2014-04-29T14:18:17ZZ",
        "2014-04-29T14:18:17Z ", " 2014-04-29", "2014/04/29", "２０１４-04-29",
    ])
    func `ISO8601: an invalid date is nil`(text: String) {
        #expect(ISO8601.date(from: text) == nil)
    }

    @Test(arguments: [-62_167_219_200.0, -1, 0, 0.5, 951_782_400, 1_398_795_497.123, 253_402_300_799])
    func `ISO8601: a written date reads back as the same date`(seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        let text = try #require(ISO8601.format(date))
        #expect(ISO8601.date(from: text) == date)
    }
}
