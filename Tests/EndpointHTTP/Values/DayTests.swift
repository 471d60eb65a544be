import EndpointKit
import Foundation
import Testing

@Suite struct DayTests {
    private static func day(_ text: String) throws -> Day { try #require(Day(text)) }

    @Test(arguments: ["2026-11-26", "2024-02-29", "2000-02-29", "0000-01-01", "9999-12-31", "0999-01-31"])
    func `Day: a valid day is written as it was read`(text: String) throws {
        #expect(try Self.day(text).description == text)
    }

    @Test(arguments: [
        "2026-02-30", "2023-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-01", "2026-01-00", "2026-01-32", "", "2026",
        "2026-11",
        "2026-11-26T00:00:00Z", "2026-11-26 ", " 2026-11-26", "26-11-26", "2026-1-2", "+2026-11-26", "-2026-11-26", "12026-11-26",
        "2026/11/26", "20261126", "２０２６-11-26", "2026-11-2٦", "2026-11-26\u{0}",
    ])
    func `Day: a day that doesn't exist, and any other string, is nil`(text: String) {
        #expect(Day(text) == nil)
    }

    @Test(arguments: [(2026, 2, 30), (2026, 0, 1), (2026, 1, 0), (-1, 1, 1), (10_000, 1, 1), (Int.max, .max, .max), (.min, .min, .min)])
    func `Day: numbers that aren't a day are nil`(year: Int, month: Int, day: Int) {
        #expect(Day(year: year, month: month, day: day) == nil)
    }

    @Test func `Day: days are ordered by time, and equal days are equal keys`() throws {
        let days = try ["2026-11-26", "2025-12-31", "2026-02-28", "2026-11-05"].map(Self.day)
        #expect(days.sorted().map(\.description) == ["2025-12-31", "2026-02-28", "2026-11-05", "2026-11-26"])
        #expect(Set(days + days).count == 4)
    }

    // MARK: What is sent

    @Test func `Day: a path, a query and a form write it as it is`() async throws {
        struct Search: Encodable { var from: Day; var to: Day? }
        let day = try Self.day("2026-11-26")
        #expect(("days/\(day)" as Path).encoded == "days/2026-11-26")
        let query: Query = ["on": day, "days": [day, day], "list": .commaSeparated([day]), "none": Day("x")]
        #expect(query.encoded == "on=2026-11-26&days=2026-11-26&days=2026-11-26&list=2026-11-26")
        for dates in [JSONConvention.Dates.foundation, .millisecondsSince1970] {
            let convention = JSONConvention(dates: dates)
            #expect(Query(encoding: Search(from: day), by: convention).encoded == "from=2026-11-26")
            #expect(try await FormBody(encoding: Search(from: day, to: day), by: convention).text() == "from=2026-11-26&to=2026-11-26")
        }
    }

    // MARK: Coders

    private struct Person: Codable, Hashable {
        var birthday: Day
        var other: Day?
        var counts: [Day: Int] = [:]
    }

    @Test func `Day: our coders and Foundation's write it as a string and as a key, and read it back`() throws {
        let day = try Self.day("2026-11-26")
        let person = Person(birthday: day, counts: [day: 3])
        let text = #"{"birthday":"2026-11-26","counts":{"2026-11-26":3}}"#
        let convention = JSONConvention(dates: .secondsSince1970, keys: .snakeCase)
        let plain = JSONEncoder()
        plain.outputFormatting = .sortedKeys
        plain.dateEncodingStrategy = .secondsSince1970
        for encoder in [plain, convention.encoder()] { #expect(try encoder.encode(person) == Data(text.utf8)) }
        #expect(try JSONDecoder().decode(Person.self, from: Data(text.utf8)) == person)
        #expect(try ResponseDecoder(convention).decode(Person.self, from: HTTPResponse(body: Data(text.utf8))) == person)
        let list = try PropertyListEncoder().encode([day])
        #expect(try PropertyListDecoder().decode([Day].self, from: list) == [day])
    }

    @Test(arguments: [
        (#""2026-02-30""#, "the day doesn't exist"), (#""26 November 2026""#, "the text isn't a day of the form YYYY-MM-DD"),
        (#""2026-11-26T00:00:00Z""#, "the text is a day with a time; a Day has none, and a Date has both"),
        ("20261126", "expected String, found a number"), ("null", "expected String, found null"),
    ])
    func `Day: any other value is a decoding error that names its path and the reason`(value: String, reason: String) throws {
        let text = Data(#"{"birthday":\#(value)}"#.utf8)
        let error = #expect(throws: APIError.self) { try ResponseDecoder().decode(Person.self, from: HTTPResponse(body: text)) }
        #expect(error?.message.contains("birthday: \(reason)") == true, "\(error?.message ?? "")")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Person.self, from: text) }
    }

    @Test func `Day: a dictionary's key that isn't a day is a decoding error`() {
        let text = Data(#"{"birthday":"2026-11-26","counts":{"yesterday":3}}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Person.self, from: text) }
        #expect(throws: APIError.self) { try ResponseDecoder().decode(Person.self, from: HTTPResponse(body: text)) }
    }

    // MARK: Moments

    @Test func `Day: a moment belongs to different days in different time zones`() throws {
        let moment = Date(timeIntervalSince1970: 1_795_663_800)
        let zones = [("UTC", 0), ("Pacific/Kiritimati", 14), ("Pacific/Pago_Pago", -11)]
        for (name, hours) in zones {
            let zone = try #require(TimeZone(identifier: name))
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            let parts = calendar.dateComponents([.year, .month, .day], from: moment)
            let day = try #require(Day(moment, in: zone))
            #expect((day.year, day.month, day.day) == (parts.year ?? 0, parts.month ?? 0, parts.day ?? 0))
            #expect(day.start(in: zone) <= moment && day.start(in: zone) > moment - 86_400)
            #expect(zone.secondsFromGMT(for: moment) == hours * 3600)
        }
    }

    @Test(arguments: [
        "UTC", "America/New_York", "America/Sao_Paulo", "Asia/Beirut", "Africa/Cairo", "Pacific/Apia", "America/Havana", "Atlantic/Azores",
        "Asia/Kolkata", "Australia/Lord_Howe", "Asia/Pyongyang",
    ])
    func `Day: its start is the first of its moments, even where the clocks skip or repeat midnight`(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        // Ten years of days, with all changes of the clocks.
        var day = try Self.day("2009-12-20")
        for _ in 0..<3700 {
            let start = day.start(in: zone)
            let first = try #require(Day(start, in: zone)), before = try #require(Day(start - 1, in: zone))
            #expect(before < day && first >= day, "\(day) begins at \(start)")
            // Only a day that a time zone skipped has no moment.
            if first != day { #expect((name, day.description) == ("Pacific/Apia", "2011-12-30")) }
            day = try #require(Day(Date(timeIntervalSince1970: Self.utcStart(day) + 86_400 + 3600), in: .gmt))
        }
    }

    private static func utcStart(_ day: Day) -> Double { day.start(in: .gmt).timeIntervalSince1970 }

    @Test func `Day: a day and its start in UTC agree with ISO 8601, even at the ends of the calendar`() throws {
        for (text, seconds) in [
            ("1970-01-01", 0.0), ("0000-01-01", -62_167_219_200), ("9999-12-31", 253_402_214_400), ("1582-10-10", -12_219_724_800),
        ] {
            #expect(try Self.day(text).start(in: .gmt) == Date(timeIntervalSince1970: seconds))
            #expect(Day(Date(timeIntervalSince1970: seconds), in: .gmt)?.description == text)
            #expect(Day(Date(timeIntervalSince1970: seconds + 86_399.5), in: .gmt)?.description == text)
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, 253_402_300_801, -62_167_219_201])
    func `Day: a moment outside the years 0 to 9999 has no day`(seconds: Double) {
        #expect(Day(Date(timeIntervalSince1970: seconds), in: .gmt) == nil)
    }

    @Test func `Day: at the ends of the years 0 to 9999, another zone's day may be outside`() throws {
        let (east, west) = try (#require(TimeZone(secondsFromGMT: 3600)), #require(TimeZone(secondsFromGMT: -3600)))
        #expect(Day(Date(timeIntervalSince1970: 253_402_300_799), in: east) == nil)
        #expect(Day(Date(timeIntervalSince1970: -62_167_219_200), in: west) == nil)
    }
}
