/// A number of bytes as people write it: `512B`, `64KB`, `10MB`, `1GB`. Each unit is 1024 times the previous one.
package struct ByteCount {
    let bytes: Int

    /// The maximum number of digits for each unit keeps the product below 2^63.
    package static let units: [(name: String, size: Int, digits: Int)] = [
        ("GB", 1 << 30, 9), ("MB", 1 << 20, 12), ("KB", 1 << 10, 15), ("B", 1, 18),
    ]

    init(bytes: Int) { self.bytes = bytes }

    init?(_ text: String) {
        let number = text.upTo { !("0"..."9").contains($0) }
        guard let unit = Self.units.first(where: { $0.name == text[number.endIndex...] }), number.utf8.count <= unit.digits,
            let count = Int(number)
        else { return nil }
        let (bytes, isTooLarge) = count.multipliedReportingOverflow(by: unit.size)
        if isTooLarge { return nil }
        self.bytes = bytes
    }

    /// Suggests `10MB` for `10 mb`, `10M` and `10MiB`, and `10B` for `10`.
    static func suggestion(for text: String) -> String? {
        let text = text.removing { $0 == " " }
        let number = text.upTo { !("0"..."9").contains($0) }
        var unit = text[number.endIndex...].uppercased()
        if unit.hasSuffix("IB") { unit = String(unit.unicodeScalars.dropLast(2)) + "B" }
        if !unit.hasSuffix("B") { unit += "B" }
        return ByteCount(number + unit) == nil || number + unit == text ? nil : number + unit
    }

    var description: String {
        let unit = Self.units.first { bytes % $0.size == 0 } ?? ("B", 1, 18)
        return bytes == 0 ? "0B" : "\(bytes / unit.size)\(unit.name)"
    }
}

extension Duration {
    /// Reads a number and its unit: `250ms`, `1.5s`, `2m`, `12h`, `7d`. nil for anything else, and for more digits than the unit allows.
    package init?(configurationText text: String) {
        guard let (number, name) = Self.split(text), let unit = Self.units.first(where: { $0.name == name }) else { return nil }
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, (1...unit.digits).contains(parts[0].utf8.count), let whole = Int64(parts[0]) else { return nil }
        var nanoseconds = whole * unit.nanoseconds
        if parts.count == 2 {
            guard (1...unit.places).contains(parts[1].utf8.count),
                let fraction = Int64(parts[1] + String(repeating: "0", count: 9 - parts[1].utf8.count))
            else { return nil }
            // Exact to the nanosecond, without overflow.
            nanoseconds += fraction * (unit.nanoseconds / 1_000_000) / 1000
        }
        self = .nanoseconds(nanoseconds)
    }

    /// The units, with the maximum number of digits before and after the point: a value stays below 2^63 nanoseconds and is a whole number of
    /// nanoseconds.
    package static let units: [(name: String, nanoseconds: Int64, digits: Int, places: Int)] = [
        ("ms", 1_000_000, 12, 6), ("s", 1_000_000_000, 9, 9), ("m", 60_000_000_000, 8, 9), ("h", 3_600_000_000_000, 6, 9),
        ("d", 86_400_000_000_000, 5, 9),
    ]

    private static let longUnits: [(String, [String])] = [
        ("ms", ["msec", "msecs", "millis", "millisecond", "milliseconds"]), ("s", ["", "sec", "secs", "second", "seconds"]),
        ("m", ["min", "mins", "minute", "minutes"]), ("h", ["hr", "hrs", "hour", "hours"]), ("d", ["day", "days"]),
    ]

    private static func split(_ text: String) -> (number: Substring, unit: Substring)? {
        let number = text.upTo { !"0123456789.".unicodeScalars.contains($0) }
        guard !number.isEmpty, !number.hasPrefix(".") else { return nil }
        return (number, text[number.endIndex...])
    }

    /// Suggests a duration for text with no unit or an unknown one: `30s` for `30`, `30 seconds` and `30S`.
    static func configurationSuggestion(for text: String) -> String? {
        guard let (number, rest) = split(text.removing { $0 == " " }) else { return nil }
        let word = rest.lowercased()
        guard let unit = !units.contains(where: { $0.name == word }) ? longUnits.first(where: { $0.1.contains(word) })?.0 : word else {
            return nil
        }
        let suggestion = String(number) + unit
        return Duration(configurationText: suggestion) == nil || suggestion == text ? nil : suggestion
    }

    /// The duration in seconds, or in whole milliseconds if it has a fraction.
    var configurationText: String {
        let (seconds, attoseconds) = components
        if attoseconds != 0 {
            let (milliseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1000)
            return isTooLarge ? "\(seconds)s" : "\(milliseconds + attoseconds / 1_000_000_000_000_000)ms"
        }
        return "\(seconds)s"
    }
}
