/// Reads times in header fields, in the forms that servers use: `30`, `1.5`, `1s`, `6m0s`, `500ms`, and dates.
enum AnnouncedTime {
    /// Reads a number of seconds, or amounts with units, which are added up. nil for anything else, and for a negative number.
    static func seconds(_ text: some StringProtocol) -> Double? {
        var (rest, total) = (Substring(text).utf8, 0.0)
        // A number alone has no unit, and means seconds.
        if let number = number(text) { return number }
        while !rest.isEmpty {
            let digits = rest.prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
            let unit = rest[digits.endIndex...].prefix { !isDigit($0) }
            guard let number = number(Substring(digits)), let size = units[String(Substring(unit))] else { return nil }
            total += number * size
            rest = rest[unit.endIndex...]
        }
        return text.isEmpty ? nil : total
    }

    /// A date as in HTTP (RFC 9110, section 5.6.7) or ISO 8601.
    static func date(_ text: String, now: () -> Date) -> Date? {
        // A day without a time isn't a point in time.
        HTTPDate.date(from: text, now: now) ?? (text.contains("T") ? ISO8601.date(from: text) : nil)
    }

    /// A number without a sign, perhaps with a fraction.
    static func number(_ text: some StringProtocol) -> Double? {
        guard let first = text.utf8.first, isDigit(first), text.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }) else {
            return nil
        }
        return Double(text)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static let units = ["h": 3600.0, "m": 60, "s": 1, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "ns": 1e-9]
}
