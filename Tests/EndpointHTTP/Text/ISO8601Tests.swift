import EndpointKit
import Foundation
import TestSupport
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
            ("2000-02-29", 951_782_400), ("+2000-02-29", 951_782_400),
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
        // Years that can't be written.
        "-0001-11-30T00:00:00-0500", "-2014-04-29", "0000-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00",
        "9999-12-31T23:59:59.9999999-00:01",
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

    @Test(arguments: [
        ("2031-02-03T04:05:06Z", "2031-02-03T04:05:06Z"), ("2031-02-03T04:05:06.5Z", "2031-02-03T04:05:06.500Z"),
        ("2031-02-03T04:05:06.12Z", "2031-02-03T04:05:06.120Z"), ("2031-02-03T04:05:06.123Z", "2031-02-03T04:05:06.123Z"),
        ("2031-02-03T04:05:06.123789Z", "2031-02-03T04:05:06.123789Z"), ("2031-02-03T06:05:06.123789+02:00", "2031-02-03T04:05:06.123789Z"),
        // .NET, Java and Go write seven and nine digits. In 2031, a `Date` has about seven.
        ("2031-02-03T04:05:06.1237895Z", "2031-02-03T04:05:06.123789500Z"),
        // This one is the `Date` that a program makes from 123,789 microseconds.
        ("2031-02-03T04:05:06.1237891Z", "2031-02-03T04:05:06.123789Z"),
        ("2001-03-01T04:05:06.123789123Z", "2001-03-01T04:05:06.123789123Z"),
        ("0001-01-01T00:00:00", "0001-01-01T00:00:00Z"), ("9999-12-31T23:59:59.9999999Z", "9999-12-31T23:59:59.999999Z"),
        ("2001-01-01T00:00:00.000000001Z", "2001-01-01T00:00:00.000000001Z"),
        // The end of a day in Java and Go, and a tick of .NET before a millisecond.
        ("2026-11-28T23:59:59.999999999Z", "2026-11-28T23:59:59.999999900Z"),
        ("2026-11-28T23:59:59.9999999Z", "2026-11-28T23:59:59.999999900Z"),
        ("2034-06-25T06:33:46.5549999Z", "2034-06-25T06:33:46.554999900Z"),
        ("1969-12-31T23:59:59.999999Z", "1969-12-31T23:59:59.999999Z"),
        ("2001-03-01T04:05:06.123789123999999999Z", "2001-03-01T04:05:06.123789123Z"),
        ("2031-02-03T04:05:06.123456000000000001Z", "2031-02-03T04:05:06.123456Z"),
        ("9999-12-31T23:59:59.99999999999999999Z", "9999-12-31T23:59:59.999999Z"),
        ("0000-01-01T00:00:00-01:00", "0000-01-01T01:00:00Z"), ("9999-12-31T23:59:59+01:00", "9999-12-31T22:59:59Z"),
    ])
    func `ISO8601: a date that was read is written with three, six or nine digits, or none`(text: String, written: String) throws {
        let date = try #require(ISO8601.date(from: text))
        #expect(ISO8601.format(date) == written)
        #expect(ISO8601.date(from: written) == date)
        let query: Query = ["since": date]
        #expect(query["since"] == written)
        let convention = JSONConvention(dates: .iso8601)
        #expect(Query(encoding: ["since": date], by: convention)["since"] == written)
        let body = try convention.encoder().encode(["since": date])
        #expect(String(decoding: body, as: UTF8.self) == #"{"since":"\#(written)"}"#)
    }

    /// A random moment from 1970 to 2200, or around the beginning of 2001.
    private static func second(_ random: inout SplitMix64) -> Int {
        Int.random(in: Bool.random(using: &random) ? 0...7_258_118_400 : 974_000_000...982_000_000, using: &random)
    }

    @Test func `ISO8601: milliseconds and microseconds from a program are written with three and six digits, like those of a text`() throws
    {
        var random = SplitMix64(seed: 71)
        for index in 0..<20_000 {
            let second = Self.second(&random)
            let isMilliseconds = index % 2 == 0
            let number = isMilliseconds ? Int.random(in: 1...999, using: &random) : Int.random(in: 0...999, using: &random) * 1000 + 7
            let scale = isMilliseconds ? 1000 : 1_000_000
            let whole = try #require(ISO8601.format(Date(timeIntervalSince1970: Double(second)))).dropLast()
            let text = "\(whole).\(String(scale + number).dropFirst())Z"
            var dates = [
                Date(timeIntervalSince1970: Double(second * scale + number) / Double(scale)),
                Date(timeIntervalSince1970: Double(second) + Double(number) / Double(scale)), try #require(ISO8601.date(from: text)),
            ]
            // Foundation's `ISO8601FormatStyle` reads milliseconds like this.
            if isMilliseconds {
                dates.append(Date(timeIntervalSinceReferenceDate: Double(second - 978_307_200) + Double(number) / Double(scale)))
            }
            for date in dates { #expect(ISO8601.format(date) == text) }
            #expect(dates[0] == dates[2])
        }
    }

    @Test func `ISO8601: a number of milliseconds is the same in a body and in a query, and reads back as the same date`() throws {
        var random = SplitMix64(seed: 72)
        let convention = JSONConvention(dates: .millisecondsSince1970)
        for _ in 0..<2000 {
            let (second, rest) = (Self.second(&random), Int.random(in: 1...999, using: &random))
            let whole = try #require(ISO8601.format(Date(timeIntervalSince1970: Double(second)))).dropLast()
            let text = "\(whole).\(String(1000 + rest).dropFirst())Z"
            let read = try #require(ISO8601.date(from: text))
            for date in [read, Date(timeIntervalSinceReferenceDate: Double(second - 978_307_200) + Double(rest) / 1000)] {
                #expect(Query(encoding: ["d": date], by: convention)["d"] == "\(second * 1000 + rest)")
                let body = try convention.encoder().encode(["d": date])
                #expect(String(decoding: body, as: UTF8.self) == "{\"d\":\(second * 1000 + rest)}")
                #expect(try ResponseDecoder(convention).decode([String: Date].self, from: HTTPResponse(body: body))["d"] == read)
            }
        }
    }

    @Test func `ISO8601: any date of the years 0 to 9999 reads back as the same date`() throws {
        var random = SplitMix64(seed: 68)
        for _ in 0..<20_000 {
            // As many dates in each distance from 2001, but not so near that two nanoseconds are too long.
            let distance = exp2(Double.random(in: 24...35.8, using: &random))
            let date = Date(timeIntervalSinceReferenceDate: Bool.random(using: &random) ? distance : -distance)
            let text = try #require(ISO8601.format(date))
            let read = try #require(ISO8601.date(from: text))
            // The date that is closest to a whole number of milliseconds may differ from the one that a program makes from that number.
            let isMilliseconds = text.utf8.count == "2031-02-03T04:05:06.123Z".utf8.count
            #expect(read == date || isMilliseconds && abs(read.timeIntervalSince(date)) < 1e-5, "\(text)")
        }
    }

    @Test func `ISO8601: a date with up to nine digits that was read is never written as another, and never later if it is finer`() throws {
        var random = SplitMix64(seed: 69)
        for _ in 0..<20_000 {
            let second = Int.random(
                in: Bool.random(using: &random) ? -3_000_000_000...3_000_000_000 : 973_000_000...983_000_000, using: &random)
            let whole = try #require(ISO8601.format(Date(timeIntervalSince1970: Double(second)))).dropLast()
            let digits = Int.random(in: 1...9, using: &random)
            let number = Int.random(in: 0..<Int(pow(10, Double(digits))), using: &random)
            let fraction = String(repeating: "0", count: digits - String(number).count) + String(number)
            let date = try #require(ISO8601.date(from: "\(whole).\(fraction)Z"))
            #expect(ISO8601.format(date).flatMap(ISO8601.date) == date, "\(whole).\(fraction)Z")
            let fine = Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.remainder(dividingBy: 4_000_000).nextUp)
            #expect(try #require(ISO8601.format(fine).flatMap(ISO8601.date)) <= fine)
        }
    }

    @Test func `ISO8601: a fraction finer than a microsecond is read as a date that isn't later, and at most two dates earlier`() throws {
        var random = SplitMix64(seed: 70)
        for _ in 0..<2000 {
            // A second far from 2001 and one near it; the digits as a whole number of nanoseconds.
            let second = Int.random(
                in: Bool.random(using: &random) ? -2_000_000_000...2_000_000_000 : 970_000_000...986_000_000, using: &random)
            // Whole microseconds are read as a program makes them.
            let nanoseconds = Int.random(in: 0..<1_000_000, using: &random) * 1000 + Int.random(in: 1...999, using: &random)
            let whole = try #require(ISO8601.format(Date(timeIntervalSince1970: Double(second)))).dropLast()
            let digits = String(String(1_000_000_000 + nanoseconds).dropFirst())
            let read = try #require(ISO8601.date(from: "\(whole).\(digits)Z")).timeIntervalSinceReferenceDate
            // In units of 2^-60 nanoseconds, both are whole numbers.
            func isLater(_ time: Double) -> Bool {
                Int128((time - Double(second - 978_307_200)) * exp2(60)) * 1_000_000_000 > Int128(nanoseconds) << 60
            }
            #expect(!isLater(read) && isLater(read.nextUp.nextUp.nextUp), "\(whole).\(digits)Z")
        }
    }

    @Test(arguments: [-11_676_096_000.0, -1, 0, 951_782_400, 1_398_795_497, 1_927_857_906, 253_402_300_799])
    func `ISO8601: Foundation's coders read whole seconds that this type writes, and write such that it reads`(seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        encoder.dateEncodingStrategy = .iso8601
        decoder.dateDecodingStrategy = .iso8601
        #expect(try decoder.decode([Date].self, from: JSONConvention(dates: .iso8601).encoder().encode([date])) == [date])
        let text = try #require(JSONDecoder().decode([String].self, from: encoder.encode([date])).first)
        #expect(ISO8601.date(from: text) == date)
    }
}
