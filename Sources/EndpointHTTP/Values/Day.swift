/// A calendar day without a time or a time zone, such as a birthday or a due date.
///
///     let due = Day(year: 2026, month: 11, day: 26)
///     return .get("tasks", query: ["due": due])  // tasks?due=2026-11-26
///
/// It is written as in ISO 8601 and RFC 3339 (`full-date`), `2026-11-26`: in a path, a query, a form, a header field, and as a string by
/// every coder, whatever the convention's date format. It can also be the key of a dictionary: `{"2026-11-26": 3}`. Days are those of the
/// Gregorian calendar, in the years 0 to 9999.
public struct Day: Hashable, Sendable {
    /// 0 to 9999.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 31.
    public let day: Int

    /// nil for a day that doesn't exist, such as 30 February, and for years outside 0 to 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), ISO8601.midnight(year: year, month: month, day: day) != nil else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }
}

extension Day: LosslessStringConvertible {
    /// Reads `2026-11-26`; nil for any other text, including a day with a time, and for a day that doesn't exist.
    public init?(_ description: String) {
        guard let (year, month, day) = Self.numbers(in: description) else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Four digits of the year, two of the month and two of the day, with hyphens.
    public var description: String {
        "\(ISO8601.padded(year, 4))-\(ISO8601.padded(month, 2))-\(ISO8601.padded(day, 2))"
    }

    private static func numbers(in text: String) -> (year: Int, month: Int, day: Int)? {
        var text = text
        return text.withUTF8 { bytes in
            var scanner = DateScanner(bytes)
            guard let year = scanner.digits(4), scanner.take("-"), let month = scanner.digits(2), scanner.take("-"),
                let day = scanner.digits(2), scanner.isAtEnd
            else { return nil }
            return (year, month, day)
        }
    }
}

extension Day: Comparable {
    public static func < (one: Day, other: Day) -> Bool { (one.year, one.month, one.day) < (other.year, other.month, other.day) }
}

extension Day: QueryValue {
    /// Appends `2026-11-26`.
    public func append(to query: inout Query, name: String) { query.append(name, description) }
}

extension Day: Codable {
    /// Reads a string such as `2026-11-26`. Throws a `DecodingError` of kind `dataCorrupted` for any other string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let day = Day(text) else {
            let reason =
                if Self.numbers(in: text) != nil {
                    "The day doesn't exist."
                } else if ISO8601.date(from: text) != nil {
                    "The text is a day with a time; a Day has none, and a Date has both."
                } else {
                    "The text isn't a day of the form YYYY-MM-DD."
                }
            throw DecodingError.dataCorruptedError(in: container, debugDescription: reason)
        }
        self = day
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Day: CodingKeyRepresentable {
    public var codingKey: any CodingKey { JSONPathKey(stringValue: description) }
    public init?<Key: CodingKey>(codingKey: Key) { self.init(codingKey.stringValue) }
}

/// A `Date` is a moment, which belongs to different days in different time zones.
extension Day {
    /// The day at `date` in a time zone: `Day(.now, in: .current)` is today. nil for years outside 0 to 9999.
    public init?(_ date: Date, in timeZone: TimeZone) {
        guard let second = ISO8601.second(of: date) else { return nil }
        let local = second + timeZone.secondsFromGMT(for: date)
        let (year, month, day) = ISO8601.civil(daysSince1970: ISO8601.floorDivision(local, 86_400).quotient)
        self.init(year: year, month: month, day: day)
    }

    /// The first moment of the day in a time zone: midnight, or the first moment after it if the clocks skip midnight.
    public func start(in timeZone: TimeZone) -> Date {
        let midnight = Double(ISO8601.days(year: year, month: month, day: day)) * 86_400
        // The time that local clocks show at a moment, as seconds since 1970.
        func local(_ moment: Double) -> Double { moment + Double(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: moment))) }
        // The offset from UTC may change around midnight, so the offsets of the day before and the day after are tried.
        let offsets = [-86_400.0, 86_400].map { local(midnight + $0) - (midnight + $0) }
        let candidates = offsets.map { midnight - $0 }.sorted()
        if let exact = candidates.first(where: { local($0) == midnight }) { return Date(timeIntervalSince1970: exact) }
        // Neither candidate is midnight in the time zone, because its clocks skip midnight between the two.
        var (before, after) = (Int(candidates[0]), Int(candidates[1]))
        while after - before > 1 {
            let middle = before + (after - before) / 2
            if local(Double(middle)) < midnight { before = middle } else { after = middle }
        }
        return Date(timeIntervalSince1970: Double(after))
    }
}
