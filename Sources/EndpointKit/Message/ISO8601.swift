/// Dates as `2014-04-29T14:18:17Z`, by arithmetic: a formatter would trap on a date that isn't finite, and costs more than a call.
public enum ISO8601 {
    /// In UTC, with milliseconds where there are any. nil for a date outside the years 0 to 9999.
    public static func format(_ date: Date) -> String? {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        guard (-62_167_219_200_000.0..<253_402_300_800_000.0).contains(milliseconds) else { return nil }
        let (seconds, fraction) = floorDivision(Int(milliseconds), 1000)
        let (days, second) = floorDivision(seconds, 86_400)
        let (year, month, day) = civil(daysSince1970: days)
        let clock = "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(clock)" + (fraction == 0 ? "Z" : ".\(padded(fraction, 3))Z")
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

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
