/// Parses and writes dates of header fields (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
package enum HTTPDate {
    /// The date in `text`. Also reads the two obsolete forms `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`, and the forms
    /// that servers write if they follow RFC 5322: a one-digit day, and `UTC`, `UT` or an offset such as `+0000` instead of `GMT`. nil for
    /// any other text. The day of the week isn't checked against the date.
    ///
    /// - Parameter now: determines the century of a two-digit year: the result is the latest date that isn't more than fifty years ahead.
    package static func date(from text: String, now: () -> Date = { Date() }) -> Date? {
        var text = text
        return text.withUTF8 { bytes in
            var scanner = DateScanner(bytes)
            return scanner.httpDate(now: now)
        }
    }

    /// Writes the date in whole seconds, rounded down. nil for a date outside the years 0 to 9999.
    package static func format(_ date: Date) -> String? {
        guard let time = ISO8601.second(of: date) else { return nil }
        let (daysSince1970, second) = ISO8601.floorDivision(time, 86_400)
        let (year, month, day) = ISO8601.civil(daysSince1970: daysSince1970)
        // 1970 began on a Thursday.
        let weekday = days[ISO8601.floorDivision(daysSince1970 + 3, 7).remainder]
        func padded(_ number: Int) -> String { ISO8601.padded(number, 2) }
        return "\(weekday), \(padded(day)) \(months[month - 1]) \(ISO8601.padded(year, 4)) "
            + "\(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60)) GMT"
    }

    fileprivate static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    fileprivate static let longDays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    fileprivate static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// A date whose year has only its last two digits.
    fileprivate static func date(yearOfCentury: Int, month: Int, day: Int, time: Double, now: Date) -> Date? {
        let seconds = now.timeIntervalSince1970
        // A clock outside the years 0 to 9999, or with a time that isn't finite, can't determine a century.
        guard (-62_167_219_200.0..<253_402_300_800.0).contains(seconds) else { return nil }
        let (today, second) = ISO8601.floorDivision(Int(seconds.rounded(.down)), 86_400)
        let (thisYear, thisMonth, thisDay) = ISO8601.civil(daysSince1970: today)
        let limit = Double(ISO8601.days(year: thisYear + 50, month: thisMonth, day: thisDay)) * 86_400 + Double(second)
        let latest = thisYear + 50
        let year = latest - ISO8601.floorDivision(latest - yearOfCentury, 100).remainder
        let isTooFar = Double(ISO8601.days(year: year, month: month, day: day)) * 86_400 + time > limit
        return ISO8601.midnight(year: isTooFar ? year - 100 : year, month: month, day: day).map {
            Date(timeIntervalSince1970: $0 + time)
        }
    }
}

extension DateScanner {
    fileprivate mutating func httpDate(now: () -> Date) -> Date? {
        // The long names come first, because they begin with the short ones.
        if name(of: HTTPDate.longDays) != nil { return rfc850Date(now: now) }
        guard name(of: HTTPDate.days) != nil else { return nil }
        return take(text: ", ") ? fixedDate() : ansiDate()
    }

    /// `06 Nov 1994 08:49:37 GMT`.
    private mutating func fixedDate() -> Date? {
        guard let day = dayOfMonth(), take(" "), let month = month(), take(" "), let year = digits(4), take(" "), let time = time(),
            let offset = zone()
        else { return nil }
        return ISO8601.midnight(year: year, month: month, day: day).map { Date(timeIntervalSince1970: $0 + time - offset) }
    }

    /// One digit or two.
    private mutating func dayOfMonth() -> Int? {
        guard let first = digit() else { return nil }
        return digit().map { first * 10 + $0 } ?? first
    }

    /// The offset from UTC in seconds, at the end of the text.
    private mutating func zone() -> Double? {
        guard take(" ") else { return nil }
        if take(text: "GMT") || take(text: "UTC") || take(text: "UT") { return isAtEnd ? 0 : nil }
        let isWest = take("-")
        guard isWest || take("+"), let hours = digits(2), hours < 24, let minutes = digits(2), minutes < 60, isAtEnd else { return nil }
        return Double(hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
    }

    /// `, 06-Nov-94 08:49:37 GMT`.
    private mutating func rfc850Date(now: () -> Date) -> Date? {
        guard take(text: ", "), let day = dayOfMonth(), take("-"), let month = month(), take("-"), let year = digits(2), take(" "),
            let time = time(), let offset = zone()
        else { return nil }
        return HTTPDate.date(yearOfCentury: year, month: month, day: day, time: time - offset, now: now())
    }

    /// ` Nov  6 08:49:37 1994`, as C's `asctime` writes it.
    private mutating func ansiDate() -> Date? {
        guard take(" "), let month = month(), take(" "), let day = take(" ") ? digit() : digits(2), take(" "), let time = time(),
            take(" "), let year = digits(4), isAtEnd
        else { return nil }
        return ISO8601.midnight(year: year, month: month, day: day).map { Date(timeIntervalSince1970: $0 + time) }
    }

    /// 1 for January.
    private mutating func month() -> Int? { name(of: HTTPDate.months).map { $0 + 1 } }

    /// The time of day in seconds; a leap second counts as the first second of the next minute.
    private mutating func time() -> Double? {
        guard let hour = digits(2), hour < 24, take(":"), let minute = digits(2), minute < 60, take(":"), let second = digits(2),
            second <= 60
        else { return nil }
        return Double(hour * 3600 + minute * 60 + second)
    }
}
