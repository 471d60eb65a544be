/// A date in a parameter: `2014-04-29`, with an optional time after `T` or a space, and an optional offset with or without a colon.
enum Timestamp {
    /// Seconds since 1970. A date without an offset is in UTC. nil for an invalid date.
    static func parse(_ text: String) -> Int? {
        var rest = Substring(text).utf8
        guard let year = digits(4, of: &rest), skip("-", in: &rest), let month = digits(2, of: &rest), skip("-", in: &rest),
            let day = digits(2, of: &rest), (1...12).contains(month), (1...31).contains(day), isDay(year, month, day)
        else { return nil }
        let midnight = Day.number(year: year, month: month, day: day) * 86_400
        if rest.isEmpty { return midnight }

        guard skip("T", in: &rest) || skip(" ", in: &rest), let hour = digits(2, of: &rest), skip(":", in: &rest),
            let minute = digits(2, of: &rest), skip(":", in: &rest), let second = digits(2, of: &rest), hour < 24, minute < 60, second < 61
        else { return nil }
        if skip(".", in: &rest) {
            let fraction = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            if fraction.isEmpty { return nil }
            rest = rest.dropFirst(fraction.count)
        }
        guard let offset = offset(&rest), rest.isEmpty else { return nil }
        return midnight + hour * 3600 + minute * 60 + second - offset
    }

    private static func isDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
        Day.civil(Day.number(year: year, month: month, day: day)) == (year, month, day)
    }

    private static func offset(_ rest: inout Substring.UTF8View) -> Int? {
        if rest.isEmpty || skip("Z", in: &rest) { return 0 }
        // A plus that wasn't encoded arrives as a space.
        let sign = skip("-", in: &rest) ? -1 : 1
        guard sign == -1 || skip("+", in: &rest) || skip(" ", in: &rest), let hours = digits(2, of: &rest), hours < 24 else { return nil }
        _ = skip(":", in: &rest)
        guard let minutes = digits(2, of: &rest), minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }

    private static func skip(_ character: Unicode.Scalar, in rest: inout Substring.UTF8View) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func digits(_ count: Int, of rest: inout Substring.UTF8View) -> Int? {
        var number = 0
        for _ in 0..<count {
            guard let byte = rest.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
            rest = rest.dropFirst()
        }
        return number
    }
}
