internal import EndpointKit

/// A time with the service's text for it, which has an offset without a colon.
struct Moment: Sendable {
    /// Seconds since 1970, in UTC.
    var seconds: Int
    var text: String

    /// The value for "not known", in a fifth of all dates.
    static let unknown = Moment(seconds: -62_170_000_000, text: "-0001-11-30T00:00:00-0500")

    /// A time on the American east coast, where only the month decides about summer time.
    init(year: Int, month: Int, day: Int, secondOfDay: Int = 0) {
        let offset = (4...10).contains(month) ? 4 : 5
        seconds = Day.number(year: year, month: month, day: day) * 86_400 + secondOfDay + offset * 3600
        let time = [secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60].map(Self.twoDigits).joined(separator: ":")
        text = "\(year)-\(Self.twoDigits(month))-\(Self.twoDigits(day))T\(time)-0\(offset)00"
    }

    private init(seconds: Int, text: String) {
        self.seconds = seconds
        self.text = text
    }

    static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// The year in UTC, limited to 1 to 9999.
    static func year(of date: Date) -> Int { Day.civil(secondsSince1970(date) / 86_400).year }

    static func secondsSince1970(_ date: Date) -> Int {
        let seconds = date.timeIntervalSince1970
        return seconds.isFinite ? Int(min(max(seconds, -62_135_596_800), 253_402_300_799).rounded(.down)) : 0
    }
}

/// Days of the Gregorian calendar, counted from 1970-01-01.
enum Day {
    static func number(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func civil(_ number: Int) -> (year: Int, month: Int, day: Int) {
        let days = number + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
