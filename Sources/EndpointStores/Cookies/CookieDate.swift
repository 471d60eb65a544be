/// Parses the date in `Expires` in every form that servers have used over the years (RFC 6265bis, section 5.1.1).
///
/// It accepts far more than ``HTTPDate``: the parts may come in any order, with any text between them.
enum CookieDate {
    /// nil if a part is missing or out of range.
    static func date(from text: String) -> Date? {
        var parts = Parts()
        for token in text.utf8.split(whereSeparator: isDelimiter) { parts.add(token) }
        return parts.date
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    private struct Parts {
        var time: [Int]?
        var day, month, year: Int?

        /// Uses a token as the first missing part for which it is valid.
        mutating func add(_ token: Substring.UTF8View) {
            if time == nil, let time = Parts.time(token) {
                self.time = time
            } else if day == nil, let day = Parts.number(token, digits: 1...2) {
                self.day = day
            } else if month == nil, let month = Parts.month(token) {
                self.month = month
            } else if year == nil, let year = Parts.number(token, digits: 2...4) {
                self.year = year
            }
        }

        var date: Date? {
            guard let time, let day, let month, var year else { return nil }
            if (70...99).contains(year) { year += 1900 } else if (0...69).contains(year) { year += 2000 }
            guard year >= 1601, time[0] <= 23, time[1] <= 59, time[2] <= 59 else { return nil }
            return ISO8601.midnight(year: year, month: month, day: day).map {
                Date(timeIntervalSince1970: $0 + Double(time[0] * 3600 + time[1] * 60 + time[2]))
            }
        }

        /// A number at the start of the token, unless more digits follow.
        private static func number(_ token: Substring.UTF8View, digits: ClosedRange<Int>) -> Int? {
            let number = token.prefix { isDigit($0) }
            return digits.contains(number.count) ? Int(Substring(number)) : nil
        }

        /// Three numbers separated by colons.
        private static func time(_ token: Substring.UTF8View) -> [Int]? {
            let fields = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3, fields[..<2].allSatisfy({ $0.allSatisfy(isDigit) }) else { return nil }
            let numbers = fields.compactMap { number($0, digits: 1...2) }
            return numbers.count == 3 ? numbers : nil
        }

        /// 1 for a token that begins with `jan`, case-insensitively.
        private static func month(_ token: Substring.UTF8View) -> Int? {
            let name = String(Substring(token.prefix(3))).lowercased()
            let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
            return names.firstIndex(of: name).map { $0 + 1 }
        }

        private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    }
}
