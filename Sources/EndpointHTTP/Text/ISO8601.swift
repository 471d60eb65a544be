/// Writes and parses dates such as `2014-04-29T14:18:17Z`, by arithmetic, because a formatter is slow, and traps on a date that isn't finite.
///
/// ``JSONConvention`` and the queries use it too.
public enum ISO8601 {
    /// The date in UTC, with no fraction of a second, or with three, six or nine digits: the first form that ``date(from:)`` reads as the same
    /// date. nil for a date outside the years 0 to 9999.
    ///
    /// Some programs add milliseconds to a date's seconds since 2001 and not since 1970. Although such a date differs from the one that is
    /// read, by less than a microsecond, it is written with three digits, too. Within 194 days of the beginning of 2001, a `Date` can differ
    /// from its neighbors by less than two nanoseconds. Such a date, unless ``date(from:)`` has returned it, is rounded down to a nanosecond.
    ///
    /// A text with up to six digits, or one that this function has written, is written again with the same fraction. A `Date` between 2018
    /// and 2034 has neighbors at a distance of 119 nanoseconds, and twice that until 2068. A text with more digits, such as .NET's seven, may
    /// therefore be written up to two of these distances earlier or one later. A date made by adding microseconds to the year 2000, as some
    /// database clients do, may be a neighbor of the one that is read from six digits, and is then written with nine.
    public static func format(_ date: Date) -> String? {
        let date = asRead(date)
        guard let second = second(of: date) else { return nil }
        let fraction = date.timeIntervalSinceReferenceDate - Double(second - secondsTo2001)
        for digits in 0...9 {
            // Of all texts with as many digits, a service is most likely to have sent the shortest.
            let width = (digits + 2) / 3 * 3
            let exact = fraction * Double(powersOfTen[digits])
            // More than six digits are read as a date that isn't later, so the number for a date may be the next one, or the one after it if
            // the next one is a number of microseconds.
            for more in digits > 6 ? 0...2 : 0...0 {
                let number = (Int(exact.rounded(digits > 6 ? .down : .toNearestOrAwayFromZero)) + more) * powersOfTen[width - digits]
                let isWhole = number >= powersOfTen[width]
                let (second, rest) = !isWhole ? (second, number) : second < lastSecond ? (second + 1, 0) : (second, number - 1)
                if self.date(second: second, fraction: rest, digits: width) == date { return text(second, rest, digits: width) }
            }
        }
        return text(second, min(Int(fraction * 1e9), 999_999_999), digits: 9)
    }

    /// The date that ``date(from:)`` reads, if `date` is the closest one to a whole number of milliseconds. Any other date unchanged.
    static func asRead(_ date: Date) -> Date {
        guard let number = Int(exactly: (date.timeIntervalSince1970 * 1000).rounded()) else { return date }
        let (second, rest) = floorDivision(number, 1000)
        return closest(second: second, fraction: rest, digits: 3) == date ? self.date(second: second, fraction: rest, digits: 3) : date
    }

    /// The date in UTC, rounded to a millisecond, for people and for formats that have milliseconds.
    package static func formatMilliseconds(_ date: Date) -> String? {
        format(Date(timeIntervalSinceReferenceDate: (date.timeIntervalSinceReferenceDate * 1000).rounded() / 1000))
    }

    private static func text(_ secondSince1970: Int, _ fraction: Int, digits: Int) -> String {
        let (days, second) = floorDivision(secondSince1970, 86_400)
        let (year, month, day) = civil(daysSince1970: days)
        let clock = "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(clock)" + (digits == 0 ? "Z" : ".\(padded(fraction, digits))Z")
    }

    /// The second in which `date` lies, since 1970. nil for a date outside the years 0 to 9999.
    ///
    /// The end of the year 9999 lies in its last second, because it is the `Date` that is closest to .NET's largest date,
    /// `9999-12-31T23:59:59.9999999Z`.
    package static func second(of date: Date) -> Int? {
        // A `Date` counts from 2001. The seconds since 1970 of a date just before a second may be rounded up to that second.
        let second = date.timeIntervalSinceReferenceDate.rounded(.down) + Double(secondsTo2001)
        guard (-62_167_219_200...Double(lastSecond + 1)).contains(second) else { return nil }
        let isInside = date.timeIntervalSinceReferenceDate <= Double(lastSecond + 1 - secondsTo2001)
        return isInside ? min(Int(second), lastSecond) : nil
    }

    private static let lastSecond = 253_402_300_799
    private static let secondsTo2001 = 978_307_200

    fileprivate static let powersOfTen = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000]

    /// The `Date` for a second since 1970 and a decimal fraction of it.
    ///
    /// Up to microseconds, it is the one that a program makes from their number since 1970, so that a date is the same from a text, from a
    /// number, and from a database. A finer fraction is read as a date that isn't later, so that no later one is sent: a nanosecond before
    /// midnight stays on its day.
    fileprivate static func date(second: Int, fraction: Int, digits: Int) -> Date {
        guard digits > 6, fraction % powersOfTen[digits - 6] != 0, second < lastSecond else {
            return Date(timeIntervalSince1970: Double(second) + Double(fraction) / Double(powersOfTen[digits]))
        }
        var date = closest(second: second, fraction: fraction, digits: digits)
        while true {
            let read = asRead(date)
            if !isLater(read, than: second, fraction, digits: digits) { return read }
            date = Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.nextDown)
        }
    }

    private static func isLater(_ date: Date, than second: Int, _ fraction: Int, digits: Int) -> Bool {
        let (rest, scale) = (date.timeIntervalSinceReferenceDate - Double(second - secondsTo2001), Double(powersOfTen[digits]))
        // The product and its rounding error together are exact.
        let product = rest * scale
        return product - Double(fraction) + (-product).addingProduct(rest, scale) > 0
    }

    private static func closest(second: Int, fraction: Int, digits: Int) -> Date {
        let (seconds, scale) = (second - secondsTo2001, powersOfTen[digits])
        // Both ways round to the closest number. The first one stays below 2^53, and rounds once. In the second one, the quotient's error is
        // at most 2^-54, and a fraction with nine digits is farther than that from the middle between two numbers, unless it is the middle.
        let isSmall = seconds.magnitude < 1 << 22
        return Date(
            timeIntervalSinceReferenceDate: isSmall
                ? Double(seconds * scale + fraction) / Double(scale) : Double(seconds) + Double(fraction) / Double(scale))
    }

    /// The days from 1970-01-01 to a date of the proleptic Gregorian calendar.
    static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = floorDivision(shifted, 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func civil(daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = floorDivision(daysSince1970 + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    static func floorDivision(_ a: Int, _ b: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
        return remainder < 0 ? (quotient - 1, remainder + b) : (quotient, remainder)
    }

    static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

extension ISO8601 {
    /// The date in `text`, in the forms that services use: `2014-04-29T14:18:17-0400`, `1992-06-10 00:00:00`, `2014-04-29`.
    ///
    /// `T` or a space separates date and time; seconds may be missing or have a fraction; the offset is `Z`, `±HH:MM`, `±HHMM` or `±HH`; if
    /// it is missing, the time is in UTC. Digits of a second after the ninth are ignored. nil for any other text, for days that don't exist,
    /// such as 30 February, and for dates that ``format(_:)`` can't write, because they are outside the years 0 to 9999 in UTC.
    public static func date(from text: String) -> Date? {
        var text = text
        return text.withUTF8 { bytes in
            var scanner = DateScanner(bytes)
            return scanner.iso8601Date()
        }
    }

    /// The day's start in UTC, in seconds since 1970; nil for a day that doesn't exist.
    package static func midnight(year: Int, month: Int, day: Int) -> Double? {
        guard (1...12).contains(month), (1...length(ofMonth: month, in: year)).contains(day) else { return nil }
        return Double(days(year: year, month: month, day: day)) * 86_400
    }

    private static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension DateScanner {
    fileprivate mutating func iso8601Date() -> Date? {
        _ = take("+")
        guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2),
            let midnight = ISO8601.midnight(year: year, month: month, day: day)
        else { return nil }
        if isAtEnd { return Date(timeIntervalSince1970: midnight) }
        guard take("T") || take("t") || take(" "), let time = time(), let (fraction, digits) = fraction(), let offset = offset(), isAtEnd
        else { return nil }
        let date = ISO8601.date(second: Int(midnight) + time - offset, fraction: fraction, digits: digits)
        return ISO8601.second(of: date) == nil ? nil : date
    }

    /// The time of day in seconds.
    private mutating func time() -> Int? {
        guard let hour = digits(2), hour < 24, take(":"), let minute = digits(2), minute < 60 else { return nil }
        let time = hour * 3600 + minute * 60
        guard take(":") else { return time }
        // A leap second counts as the first second of the next minute.
        guard let second = digits(2), second <= 60 else { return nil }
        return time + second
    }

    /// The fraction of a second, and how many digits it has; zero if there is none.
    private mutating func fraction() -> (number: Int, digits: Int)? {
        guard take(".") || take(",") else { return (0, 0) }
        guard var number = digit() else { return nil }
        var digits = 1
        while let next = digit() {
            // Services write at most nanoseconds, and more digits don't change a `Date` by more than one.
            guard digits < 9 else { continue }
            number = number * 10 + next
            digits += 1
        }
        return (number, digits)
    }

    /// The offset from UTC in seconds, positive to the east.
    private mutating func offset() -> Int? {
        if isAtEnd || take("Z") || take("z") { return 0 }
        let isWest = take("-")
        guard isWest || take("+"), let hours = digits(2), hours < 24 else { return nil }
        if isAtEnd { return hours * 3600 * (isWest ? -1 : 1) }
        _ = take(":")
        guard let minutes = digits(2), minutes < 60 else { return nil }
        return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
    }
}

/// Reads a date's text from left to right.
struct DateScanner {
    private var rest: Slice<UnsafeBufferPointer<UInt8>>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ character: UnicodeScalar) -> Bool {
        guard let first = rest.first, UnicodeScalar(first) == character else { return false }
        rest = rest.dropFirst()
        return true
    }

    mutating func take(text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    /// Skips the first of `names` that the rest of the text begins with, and returns its index.
    mutating func name(of names: [String]) -> Int? {
        for (index, name) in names.enumerated() where take(text: name) { return index }
        return nil
    }

    mutating func digit() -> Int? {
        guard let first = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return nil }
        rest = rest.dropFirst()
        return Int(first - UInt8(ascii: "0"))
    }

    mutating func digits(_ count: Int) -> Int? {
        var number = 0
        for _ in 0..<count {
            guard let next = digit() else { return nil }
            number = number * 10 + next
        }
        return number
    }
}
